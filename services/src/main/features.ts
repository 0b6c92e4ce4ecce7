import { affiliateStream } from '@framelift/contracts';
import { AffiliateModule } from '../affiliate/affiliate.module.ts';
import { Proofs } from '../affiliate/proofs.ts';
import type { EraseAlso } from '../platform/erasure.ts';
import { CredentialsTable } from '../sign-in/credentials.ts';
import { SignInModule } from '../sign-in/sign-in.module.ts';

/** Every feature that answers HTTP calls. */
export const features = [SignInModule, AffiliateModule];

/** What features keep of a person outside the log, and how it goes with them. */
export const erasures: EraseAlso[] = [
  async (client, { kind, id }) => {
    if (kind !== 'affiliate') return;
    await CredentialsTable.erase(client, affiliateStream(id));
    await Proofs.erase(client, id);
  },
];
