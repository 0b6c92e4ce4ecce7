import { Module } from '@nestjs/common';
import { Log } from '../log/log.ts';
import { Vault } from '../log/vault.ts';
import { POOL } from '../platform/tokens.ts';
import { DashboardController } from './dashboard.controller.ts';
import { Dashboards } from './dashboard.view.ts';

@Module({
  controllers: [DashboardController],
  providers: [{ provide: Dashboards, useFactory: (pool, vault, log) => new Dashboards(pool, vault, log), inject: [POOL, Vault, Log] }],
})
export class DashboardModule {}
