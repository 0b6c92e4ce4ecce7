import { Global, Module } from '@nestjs/common';
import { ActionLogModule } from '../screens/action-log/action-log.module.ts';
import { AdminOverviewModule } from '../screens/admin-overview/admin-overview.module.ts';
import { AttributionModule } from '../screens/attribution/attribution.module.ts';
import { DashboardModule } from '../screens/dashboard/dashboard.module.ts';
import { EventHistoryModule } from '../screens/event-history/event-history.module.ts';
import { OwnDataModule } from '../screens/own-data/own-data.module.ts';
import { Freshness } from '../engine/projecting/freshness.ts';

/** All screens, and the freshness they wait for. */
@Global()
@Module({
  imports: [DashboardModule, AdminOverviewModule, ActionLogModule, AttributionModule, EventHistoryModule, OwnDataModule],
  providers: [Freshness],
  exports: [Freshness],
})
export class ReadingModule {}
