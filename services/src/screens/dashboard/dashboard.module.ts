import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller.ts';
import { Dashboards } from './dashboard.view.ts';
import { Histories } from './history.view.ts';
import { LedgerController } from './ledger.controller.ts';
import { Ledgers } from './ledger.view.ts';
import { Statements } from './statement.view.ts';

@Module({ controllers: [DashboardController, LedgerController], providers: [Dashboards, Ledgers, Statements, Histories] })
export class DashboardModule {}
