import type { CouponProblem } from '@framelift/contracts';
import type { StoredEvent } from '../../engine/log/event.ts';

type Started = StoredEvent<'CheckoutStarted'>['data'];
type Click = Pick<Started, 'visitId' | 'visitKnown' | 'referredAt'>;

/** Opened details of the log: the code in clear (null: erased) and the name of the outvoted affiliate. */
export interface Read {
  code: string | null;
  outvoted: string | null;
}

const problems: Record<CouponProblem, string> = {
  unknown: 'nobody has it',
  takenBack: 'it was taken back',
  suspended: 'its affiliate was suspended or banned',
  own: 'the buyer was signed in as its affiliate',
};

const since = ({ referredAt }: Click): string => (referredAt ? ` of ${referredAt.slice(0, 16).replace('T', ' ')} UTC` : '');

const visit = ({ visitKnown, visitId }: Click): string => {
  if (visitKnown) return 'the visit is known';
  return visitId ? 'the visit it names is not in the log' : 'it names no visit';
};

/** The attribution of a checkout, and the click it outvoted. */
export const attributionWords = (started: Started, { code, outvoted }: Read): string => {
  const refused = started.couponProblem ? `. The code that was entered did nothing: ${problems[started.couponProblem]}` : '';
  if (!started.affiliateId) return `, without a referral${refused}`;
  const first = started.outvoted ? `. As the first click it went before a link of ${outvoted}${since(started.outvoted)}` : '';
  if (started.attributedBy !== 'coupon') return `, with the referral${since(started)}; ${visit(started)}${first}${refused}`;
  const by = `, with the code ${code ?? 'of an erased affiliate'}`;
  if (started.outvoted) return `${by}. It went before a link of ${outvoted}${since(started.outvoted)}; ${visit(started.outvoted)}`;
  return started.referredAt || started.visitId ? `${by}, after a link of the same affiliate${since(started)}; ${visit(started)}` : by;
};

/** The same of a sale made elsewhere. */
export const elsewhereWords = ({ affiliateId, attributedBy }: StoredEvent<'SaleReported'>['data'], code: string | null): string => {
  if (!affiliateId) return ', without a referral';
  return attributedBy === 'coupon' ? `, with the code ${code ?? 'of an erased affiliate'}` : ', with the referral';
};
