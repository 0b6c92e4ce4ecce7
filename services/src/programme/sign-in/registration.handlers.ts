import { affiliateSource } from '../affiliate/affiliate.decider.ts';
import { claimSource } from '../claims/claim.decider.ts';
import { handlerAcross } from '../../engine/log/command-handler.ts';
import { RegisterAffiliate } from './registration.commands.ts';
import { registerAffiliate } from './registration.decider.ts';

export const RegisterAffiliateHandler = handlerAcross(RegisterAffiliate, ({ usernameClaim, emailClaim, affiliateId }) => ({
  sources: { username: claimSource(usernameClaim), email: claimSource(emailClaim), affiliate: affiliateSource(affiliateId) },
  rule: registerAffiliate,
}));
