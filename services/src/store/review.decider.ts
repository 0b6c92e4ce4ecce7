import {
  availableCents,
  type Fact,
  fact,
  heldCents,
  refusals,
  type ReviewDecision,
  reviewChoices,
  reviewKey,
  reviewRefusals,
  writtenTexts,
} from '@framelift/contracts';
import { type Affiliate, type AffiliateFacts, present, type ReviewHold } from '../programme/affiliate/affiliate.decider.ts';
import { liftedReview } from '../programme/affiliate/payout.decider.ts';
import { mayPay, type OwnPayees } from '../programme/payouts/payer.decider.ts';
import type { Admin } from '../programme/sign-in/admin.decider.ts';
import { refuseIf } from '../platform/refused.ts';
import { holdOf, refuseUnlessCredited, reverseByHand, type Sale, type SaleFacts } from './sale.decider.ts';
import type { DecideReview } from './store.commands.ts';

/** The sale may have been credited to another affiliate since the admin saw it. */
const refuseUnlessTheirs = ({ affiliate, checkout }: Sale, { ref }: DecideReview): void => {
  refuseUnlessCredited(checkout);
  refuseIf(!ref || checkout.credit!.affiliateId !== affiliate.id, reviewRefusals.notFound, 'missing');
};

/** What a review of a sale keeps back: the commission on its hold, else what of it is on the account still, so that it makes no debt. */
const saleHold = (sale: Sale, c: DecideReview): ReviewHold => {
  refuseUnlessTheirs(sale, c);
  const { affiliate, checkout } = sale;
  const { meta } = c;
  const { commissionCents } = checkout.credit!;
  const onHold = holdOf(checkout, meta.occurredAt);
  if (onHold.availableAt) return { heldCents: commissionCents, ...onHold };
  const free = availableCents(affiliate.books, heldCents(affiliate.holds, meta.occurredAt));
  refuseIf(free <= 0, reviewRefusals.nothingToHold, 'conflict');
  return { heldCents: Math.min(free, commissionCents) };
};

/** A run may already be with the payer: its cashouts must be removed before they can be held. */
const refuseInRun = ({ openCashouts }: Affiliate, cashoutId?: string): void =>
  refuseIf(
    openCashouts.some(({ id, run }) => run !== undefined && (cashoutId === undefined || id === cashoutId)),
    reviewRefusals.inRun,
    'conflict',
  );

const holds: Record<DecideReview['of'], (sale: Sale, c: DecideReview) => ReviewHold> = {
  sale: saleHold,
  cashout: ({ affiliate }, { about }) => {
    refuseIf(!affiliate.openCashouts.some(({ id }) => id === about), reviewRefusals.cashoutClosed, 'conflict');
    refuseInRun(affiliate, about);
    return { heldCents: 0 };
  },
  affiliate: ({ affiliate }) => {
    refuseInRun(affiliate);
    return { heldCents: 0 };
  },
};

/** The effects of each decision, with the reason that the affiliate sees. */
const consequences: Record<ReviewDecision, (sale: Sale, c: DecideReview) => SaleFacts> = {
  fine: ({ affiliate }, { of, about }) => ({ affiliate: liftedReview(affiliate, of, about) }),
  hold: (sale, c) => {
    const { of, about, reason } = c;
    refuseIf(reviewKey(of, about) in sale.affiliate.reviews, reviewRefusals.held, 'conflict');
    return { affiliate: [fact('ReviewHoldPlaced', { of, about, ...holds[of](sale, c), ...writtenTexts({ reason }) })] };
  },
  reverse: (sale, c) => {
    refuseUnlessTheirs(sale, c);
    const { meta, ref, reason, internalNote } = c;
    return reverseByHand(sale, { meta, ref: ref!, reason: reason!, internalNote });
  },
  suspend: ({ affiliate }, { reason }) => {
    refuseIf(affiliate.status !== 'active', reviewRefusals.notActive, 'conflict');
    return { affiliate: [fact('AffiliateEdited', { status: 'suspended', ...writtenTexts({ reason }) })] };
  },
};

/** An admin's decision and its effects, in one append (docs/rules.md#27-review). */
export const decideReview = (on: Sale & OwnPayees & { admin: Admin }, c: DecideReview): AffiliateFacts & { checkout?: Fact[] } => {
  const { admin: _admin, own: _own, ...sale } = on;
  present(sale.affiliate);
  mayPay(on);
  const { of, about, decision, rules, upTo, reason } = c;
  refuseIf(decision !== 'fine' && !reason, refusals.fieldsRequired);
  refuseIf(!reviewChoices[of].includes(decision), reviewRefusals.notReversible, 'conflict');
  const before = sale.affiliate.decided[reviewKey(of, about)];
  if (before && before.position > upTo) {
    const { by, decision: decided } = before;
    const isOwn = by.kind === c.meta.actor.kind && by.id === c.meta.actor.id;
    // The same once more says nothing new, and an admin's own hold is theirs to end; else look first at what was decided meanwhile.
    if (isOwn && decided === decision && before.upTo === upTo) return { affiliate: [] };
    refuseIf(!isOwn || decided !== 'hold', reviewRefusals.decidedMeanwhile, 'conflict');
  }
  const { affiliate = [], ...other } = consequences[decision](sale, c);
  return {
    ...other,
    affiliate: [...affiliate, fact('ReviewDecided', { of, about, decision, rules: [...rules], upTo, ...writtenTexts(c) })],
  };
};
