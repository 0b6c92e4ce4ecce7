import { affiliateStream } from '@framelift/contracts';
import { AccessModule } from '../operating/access/access.module.ts';
import { AffiliateModule } from '../programme/affiliate/affiliate.module.ts';
import { Proofs } from '../programme/affiliate/proofs.ts';
import { HeadsModule } from '../operating/heads/heads.module.ts';
import { SystemMetricsModule } from '../operating/ops/system-metrics.module.ts';
import type { EraseAlso } from '../engine/log/erasure.ts';
import { LiveModule } from '../screens/live/live.module.ts';
import { ReadModelsModule } from '../operating/read-models/read-models.module.ts';
import { PublicFeedsModule } from '../screens/public-feeds/public-feeds.module.ts';
import { ExampleFilesModule } from '../screens/sandbox-sources/example-files.module.ts';
import { CredentialsTable } from '../programme/sign-in/credentials.ts';
import { PasswordLinks } from '../programme/sign-in/password-links.ts';
import { TotpTable } from '../programme/sign-in/totp.ts';
import { rememberErasure } from '../engine/projecting/erasing.ts';
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

/** What features keep of a person outside the log, and how it goes with them. */
export const erasures: EraseAlso[] = [
  rememberErasure,
  async (client, { kind, id }) => {
    if (kind !== 'affiliate') return;
    await CredentialsTable.erase(client, affiliateStream(id));
    await PasswordLinks.cancel(client, affiliateStream(id));
    await TotpTable.erase(client, affiliateStream(id));
    await Proofs.erase(client, id);
  },
];
