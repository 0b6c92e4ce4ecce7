import { AccessModule } from '../operating/access/access.module.ts';
import { AffiliateModule } from '../programme/affiliate/affiliate.module.ts';
import { HeadsModule } from '../operating/heads/heads.module.ts';
import { SystemMetricsModule } from '../operating/ops/system-metrics.module.ts';
import { LiveModule } from '../screens/live/live.module.ts';
import { ReadModelsModule } from '../operating/read-models/read-models.module.ts';
import { PublicFeedsModule } from '../screens/public-feeds/public-feeds.module.ts';
import { ExampleFilesModule } from '../screens/sandbox-sources/example-files.module.ts';
import { SignInModule } from '../programme/sign-in/sign-in.module.ts';
import { StoreModule } from '../store/store.module.ts';
import { VisitsModule } from '../programme/visits/visits.module.ts';
import { ReadingModule } from './reading.module.ts';

/** Every feature that answers HTTP calls. */
export const features = [
  AccessModule,
  LiveModule,
  SignInModule,
  AffiliateModule,
  VisitsModule,
  StoreModule,
  HeadsModule,
  SystemMetricsModule,
  ReadingModule,
  ReadModelsModule,
  PublicFeedsModule,
  ExampleFilesModule,
];
