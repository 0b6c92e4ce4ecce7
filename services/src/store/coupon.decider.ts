import { affiliateStream, type CouponProblem, couponRefusals, couponRules, type Fact, fact, type Sealed } from '@framelift/contracts';
import { type Affiliate, type OnTerms, present } from '../programme/affiliate/affiliate.decider.ts';
import { type Claim, claimName, releaseName } from '../programme/claims/claim.decider.ts';
import type { Programme } from '../programme/terms/terms.decider.ts';
import { refuseIf } from '../platform/refused.ts';
import type { GiveCoupon, TakeBackCoupon } from './store.commands.ts';

/** An affiliate, and the owner of the code. */
interface Coupons extends OnTerms {
  claim: Claim;
}
type CouponFacts = { affiliate: Fact[]; claim: Fact[] };

/** A code is claimed like a username, so it is unique (docs/rules.md#19-codes). */
export const giveCoupon = ({ affiliate, claim }: Coupons, { affiliateId, code, codeClaim, discountBps, meta }: GiveCoupon): CouponFacts => {
  present(affiliate);
  refuseIf(claim.accountId !== null, couponRefusals.taken, 'conflict');
  refuseIf(affiliate.coupons.length >= couponRules.perAffiliate, couponRefusals.tooMany, 'conflict');
  return {
    claim: claimName(claim, 'coupon', affiliateStream(affiliateId), meta.occurredAt),
    affiliate: [fact('CouponGiven', { code, codeClaim, ...(discountBps ? { discountBps } : {}) })],
  };
};

/** The code is held like a name and leads nowhere. */
export const takeBackCoupon = (s: Coupons, { affiliateId, codeClaim, meta }: TakeBackCoupon): CouponFacts => {
  const coupon = couponOf(s.affiliate, codeClaim);
  return {
    claim: releaseName(s.claim, s.programme.terms, 'coupon', affiliateStream(affiliateId), meta.occurredAt, 'taken back'),
    affiliate: [fact('CouponTakenBack', { code: coupon.code, codeClaim })],
  };
};

/** @throws Refused if the affiliate does not have the code */
export const couponOf = (affiliate: Affiliate, codeClaim: string) => {
  present(affiliate);
  const coupon = affiliate.coupons.find((c) => c.codeClaim === codeClaim);
  refuseIf(!coupon, couponRefusals.notFound, 'missing');
  return coupon!;
};

/** The affiliate of a code at checkout, and the store's discount. */
export interface Supported {
  affiliateId: string;
  username: Sealed;
  code: Sealed;
  discountBps: number | null;
}

/** The entered name's claim, its affiliate, and the buyer if a logged-in affiliate. */
export interface Typed {
  claim: Claim;
  /** The affiliate; without one, the state of a stream that stays empty. */
  affiliate: Affiliate;
  programme: Programme;
  codeClaim: string;
  buyerId: string | undefined;
}

/** The username is an affiliate’s first code. A former one leads to them as its links do. */
export const supportedBy = ({ claim, affiliate, programme, codeClaim, buyerId }: Typed): Supported | CouponProblem => {
  if (!affiliate.registered || affiliate.deleted) return claim.accountId === null && claim.kind === 'coupon' ? 'takenBack' : 'unknown';
  if (affiliate.status !== 'active') return 'suspended';
  if (buyerId === affiliate.id && programme.terms.ownPurchases === 'refused') return 'own';
  const coupon = affiliate.coupons.find((c) => c.codeClaim === codeClaim);
  const username = affiliate.username!;
  return { affiliateId: affiliate.id, username, code: coupon?.code ?? username, discountBps: coupon?.discountBps ?? null };
};
