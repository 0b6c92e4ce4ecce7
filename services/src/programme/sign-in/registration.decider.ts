import { affiliateStream, type Fact, fact, refusals } from '@framelift/contracts';
import type { OnTerms } from '../affiliate/affiliate.decider.ts';
import { type Claim, claimName } from '../claims/claim.decider.ts';
import { refuseIf } from '../../platform/refused.ts';
import type { RegisterAffiliate } from './sign-in.commands.ts';

interface Registering extends OnTerms {
  username: Claim;
  email: Claim;
}

/** Registration claims both names in the same append: of twenty concurrent claims of one name, one wins. */
export const registerAffiliate = (s: Registering, c: RegisterAffiliate): { [K in keyof Registering]?: Fact[] } => {
  refuseIf(s.affiliate.registered, refusals.usernameTaken, 'conflict');
  const account = affiliateStream(c.affiliateId);
  const { affiliateId, username, email, usernameClaim, emailClaim } = c;
  const { defaultRateBps, textsVersion } = s.programme.terms;
  const commissionBps = c.commissionBps ?? defaultRateBps;
  const agreed = c.agrees ? { textsVersion } : {};
  const imported = c.imported ? { imported: c.imported } : {};
  return {
    username: claimName(s.username, 'username', account, c.meta.occurredAt),
    email: claimName(s.email, 'email', account, c.meta.occurredAt),
    affiliate: [
      fact('AffiliateRegistered', { affiliateId, username, email, usernameClaim, emailClaim, commissionBps, ...agreed, ...imported }),
    ],
  };
};
