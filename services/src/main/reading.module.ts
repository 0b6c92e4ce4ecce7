import { Global, Module } from '@nestjs/common';
import { ActionLogModule } from '../screens/action-log/action-log.module.ts';
import { AdminOverviewModule } from '../screens/admin-overview/admin-overview.module.ts';
import { AttributionModule } from '../screens/attribution/attribution.module.ts';
import { DashboardModule } from '../screens/dashboard/dashboard.module.ts';
import { EventHistoryModule } from '../screens/event-history/event-history.module.ts';
import { OwnDataModule } from '../screens/own-data/own-data.module.ts';
import { Freshness } from '../engine/projecting/freshness.ts';

/** Everything that answers GETs from read models and the log, and what all of it waits with. */
@Global()
@Module({
  imports: [DashboardModule, AdminOverviewModule, ActionLogModule, AttributionModule, EventHistoryModule, OwnDataModule],
  providers: [Freshness],
  exports: [Freshness],
})
export class ReadingModule {}
