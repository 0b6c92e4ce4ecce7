import { Module } from '@nestjs/common';
import { Vault } from '../../engine/log/vault.ts';
import { CLOCK, POOL } from '../../platform/tokens.ts';
import { AdminOverviewController } from './admin-overview.controller.ts';
import { AdminOverviews } from './admin-overview.view.ts';

@Module({
  controllers: [AdminOverviewController],
  providers: [
    { provide: AdminOverviews, useFactory: (pool, vault, now) => new AdminOverviews(pool, vault, now), inject: [POOL, Vault, CLOCK] },
  ],
})
export class AdminOverviewModule {}
