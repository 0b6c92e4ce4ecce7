import { affiliateStream } from '@framelift/contracts';
import { AccessModule } from '../access/access.module.ts';
import { AffiliateModule } from '../affiliate/affiliate.module.ts';
import { Proofs } from '../affiliate/proofs.ts';
import { HeadsModule } from '../heads/heads.module.ts';
import { SystemMetricsModule } from '../ops/system-metrics.ts';
import type { EraseAlso } from '../platform/erasure.ts';
import { LiveModule } from '../live/live.controller.ts';
import { ReadModelsModule } from '../read-models/read-models.controller.ts';
import { PublicFeedsModule } from '../public-feeds/public-feeds.module.ts';
import { ExampleFilesModule } from '../sandbox-sources/example-files.controller.ts';
import { CredentialsTable } from '../sign-in/credentials.ts';
import { PasswordLinks } from '../sign-in/password-links.ts';
import { TotpTable } from '../sign-in/totp.ts';
import { rememberErasure } from '../projecting/erasing.ts';
import { SignInModule } from '../sign-in/sign-in.module.ts';
import { StoreModule } from '../store/store.module.ts';
import { VisitsModule } from '../visits/visits.module.ts';
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
