import { Module } from '@nestjs/common';
import { Log } from '../../engine/log/log.ts';
import { Vault } from '../../engine/log/vault.ts';
import { CLOCK, POOL, SECRETS } from '../../platform/tokens.ts';
import { DashboardController } from './dashboard.controller.ts';
import { Dashboards } from './dashboard.view.ts';
import { Histories } from './history.view.ts';
import { LedgerController } from './ledger.controller.ts';
import { Ledgers } from './ledger.view.ts';
import { Statements } from './statement.view.ts';

@Module({
  controllers: [DashboardController, LedgerController],
  providers: [
    {
      provide: Dashboards,
      useFactory: (pool, vault, log, now) => new Dashboards(pool, vault, log, now),
      inject: [POOL, Vault, Log, CLOCK],
    },
    { provide: Ledgers, useFactory: (pool) => new Ledgers(pool), inject: [POOL] },
    {
      provide: Statements,
      useFactory: (pool, vault, secrets, now) => new Statements(pool, vault, secrets.headSigning, now),
      inject: [POOL, Vault, SECRETS, CLOCK],
    },
    { provide: Histories, useFactory: (log, vault) => new Histories(log, vault), inject: [Log, Vault] },
  ],
})
export class DashboardModule {}
