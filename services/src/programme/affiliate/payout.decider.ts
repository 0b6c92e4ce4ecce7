import {
  availableAt,
  availableCents,
  dayText,
  debtCents,
  type Fact,
  fact,
  heldCents,
  type Limits,
  payoutRefusals,
  payoutsOf,
  type PaymentType,
  refusals,
  type Reviewed,
  reviewKey,
  reviewRefusals,
  rules,
  writtenTexts,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import type { Programme } from '../terms/terms.decider.ts';
import type * as commands from './affiliate.commands.ts';
import { type Admin, counted, refuseRevoked, takesAnother } from '../sign-in/admin.decider.ts';
import { type Affiliate, type AffiliateFacts, type OnTerms, present } from './affiliate.decider.ts';
import { cancelledAll, documentIn, type Documents, documentsOf } from '../payouts/documents.decider.ts';
import { mayPay, type OwnPayees } from '../payouts/payer.decider.ts';
import type { OpenCashout } from './open-cashouts.decider.ts';

const refuseTypeNotOffered = ({ terms }: Programme, paymentType: PaymentType): void =>
  refuseIf(!terms.paymentTypes.includes(paymentType), refusals.paymentTypeNotOffered);

const refuseTwice = (a: Affiliate, c: commands.AddPaymentMethod | commands.ChangePaymentMethod): void => {
  const isThere = a.paymentMethods.some((m) => m.paymentType === c.paymentType && m.detailsHash === c.detailsHash);
  refuseIf(isThere, refusals.paymentMethodTwice, 'conflict');
};

export const addPaymentMethod = ({ affiliate: a, programme }: OnTerms, c: commands.AddPaymentMethod): AffiliateFacts => {
  present(a);
  refuseTypeNotOffered(programme, c.paymentType);
  refuseIf(a.paymentMethods.length >= rules.maximumPaymentMethods, refusals.tooManyPaymentMethods);
  const { paymentMethodId, paymentType, details, detailsHash } = c;
  refuseTwice(a, c);
  return { affiliate: [fact('PaymentMethodAdded', { paymentMethodId, paymentType, details, detailsHash })] };
};

export const changePaymentMethod = ({ affiliate: a, programme }: OnTerms, c: commands.ChangePaymentMethod): AffiliateFacts => {
  present(a);
  const { paymentMethodId, paymentType, details, detailsHash } = c;
  const method = a.paymentMethods.find((m) => m.id === paymentMethodId);
  refuseIf(!method, refusals.noPaymentMethod, 'missing');
  if (method!.paymentType === paymentType && method!.detailsHash === detailsHash) return { affiliate: [] };
  refuseTypeNotOffered(programme, paymentType);
  refuseTwice(a, c);
  return { affiliate: [fact('PaymentMethodChanged', { paymentMethodId, paymentType, details, detailsHash })] };
};

export const removePaymentMethod = (a: Affiliate, { paymentMethodId }: commands.RemovePaymentMethod): Fact[] => {
  present(a);
  refuseIf(!a.paymentMethods.some((m) => m.id === paymentMethodId), refusals.noPaymentMethod, 'missing');
  return [fact('PaymentMethodRemoved', { paymentMethodId })];
};

/** The minimum of a cashout: the affiliate's own, or the programme’s. */
const minimumCents = ({ affiliate, programme }: OnTerms): number => affiliate.minimumCashoutCents ?? programme.terms.minimumCashoutCents;

/** Refuses payouts of items or accounts that are held for a review. */
export const refuseUnderReview = (a: Affiliate, cashoutId: string): void => {
  const held = reviewKey('affiliate', a.id) in a.reviews || reviewKey('cashout', cashoutId) in a.reviews;
  refuseIf(held, reviewRefusals.cashoutUnderReview, 'conflict');
};

/** Refuses the first payment to new details within the terms’ wait: an intruder’s details are seen before money leaves. */
export const refuseNewDetails = ({ newSince }: OpenCashout, { detailsWaitDays }: Limits, now: string): void => {
  if (newSince === undefined || detailsWaitDays === 0) return;
  const payableAt = availableAt(newSince, detailsWaitDays);
  refuseIf(now < payableAt, payoutRefusals.newDetails(dayText(payableAt)), 'conflict');
};

/** Releases what is held for a review, if anything. */
export const liftedReview = (a: Affiliate, of: Reviewed, about: string): Fact[] => {
  const hold = a.reviews[reviewKey(of, about)];
  return hold ? [fact('ReviewHoldLifted', { of, about, ...hold })] : [];
};

/** Reserves the amount immediately, so two requests can never overdraw. The cashout keeps the current details. */
export const requestCashout = (on: OnTerms, c: commands.RequestCashout): AffiliateFacts => {
  const { affiliate: a } = on;
  const { meta, amountCents, paymentMethodId, notes, editBase } = c;
  present(a);
  refuseIf(a.status !== 'active', refusals.notActive, 'forbidden');
  refuseIf(reviewKey('affiliate', a.id) in a.reviews, reviewRefusals.accountUnderReview, 'forbidden');
  refuseIf(amountCents < minimumCents(on), refusals.belowMinimum(minimumCents(on)));
  refuseIf(amountCents > availableCents(a.books, heldCents(a.holds, meta.occurredAt)), refusals.insufficientBalance);
  const method = a.paymentMethods.find((m) => m.id === paymentMethodId);
  refuseIf(!method, refusals.noPaymentMethod);
  refuseIf(editBase !== undefined && method!.givenAt > editBase, refusals.changedMeanwhile('payment method'), 'conflict');
  const cashoutId = `${a.id}-${a.cashouts + 1}`;
  const { paymentType, details } = method!;
  refuseTypeNotOffered(on.programme, paymentType);
  return {
    affiliate: [
      fact('CashoutRequested', { cashoutId, amountCents, paymentMethodId, paymentType, payTo: details, ...(notes ? { notes } : {}) }),
    ],
  };
};

interface Processing extends OnTerms, OwnPayees {
  admin: Admin;
  /** The documents of the year. */
  documents: Documents;
}

/** An amount that takes two admins is approved by one and completed by another. */
const byOneOrTwo = (on: Processing, cashout: OpenCashout, c: commands.ProcessCashout): { admin?: Fact[] } => {
  const { terms } = on.programme;
  const { meta, status } = c;
  if (status === 'rejected') return {};
  if (status === 'approved') {
    mayPay(on);
    return {};
  }
  refuseNewDetails(cashout, terms, meta.occurredAt);
  return completedBy(on, cashout, meta);
};

/** Who completes it: counted, or another one than who approved it. */
const completedBy = (on: Processing, cashout: OpenCashout, meta: CommandMeta): { admin?: Fact[] } => {
  const { affiliate, admin, programme } = on;
  const { terms } = programme;
  const { amountCents, approvedBy } = cashout;
  const payouts = payoutsOf([{ affiliateId: affiliate.id, amountCents }]);
  const byAnother = cashout.status === 'approved' && !(approvedBy?.kind === meta.actor.kind && approvedBy.id === meta.actor.id);
  mayPay(on, byAnother || !takesAnother(admin, terms, payouts, meta.occurredAt) ? undefined : withoutSecond[cashout.status]());
  return byAnother ? {} : counted(terms, meta, payouts);
};
const withoutSecond = {
  pending: () => new Refused(payoutRefusals.secondAdminForCashout, 'conflict'),
  approved: () => new Refused(payoutRefusals.completedBySame, 'forbidden'),
};

/** pending → approved, completed or rejected; approved → completed or rejected. With debt it can only be rejected. */
export const processCashout = (on: Processing, c: commands.ProcessCashout): AffiliateFacts & { admin?: Fact[]; documents?: Fact[] } => {
  const { affiliate: a } = on;
  refuseRevoked(on.admin, c.meta);
  refuseIf(!a.registered, refusals.cashoutNotFound, 'missing');
  const cashout = a.openCashouts.find((o) => o.id === c.cashoutId);
  const known = Number(c.cashoutId.slice(a.id.length + 1)) <= a.cashouts;
  refuseIf(!cashout && !known, refusals.cashoutNotFound, 'missing');
  refuseIf(cashout?.status !== c.from, c.from === 'pending' ? refusals.cashoutNotPending : refusals.cashoutNotApproved, 'conflict');
  refuseIf(c.from === 'approved' && c.status === 'approved', refusals.cashoutStatusInvalid);
  const debt = debtCents(a.books, heldCents(a.holds, c.meta.occurredAt));
  const isUnknown = Boolean(cashout!.isOutcomeUnknown);
  refuseIf(c.status !== 'rejected' && debt > 0 && !isUnknown, refusals.inDebt(debt), 'conflict');
  refuseIf(cashout!.run !== undefined, payoutRefusals.cashoutInRun, 'conflict');
  // An approval pays nothing, and lets another admin state what became of it.
  refuseIf(isUnknown && c.status !== 'approved', payoutRefusals.outcomeUnknown, 'conflict');
  if (c.status !== 'rejected') refuseUnderReview(a, c.cashoutId);
  const alone = byOneOrTwo(on, cashout!, c);
  const { amountCents, paymentMethodId } = cashout!;
  const { selfBilling } = on.programme.terms;
  const paid = { cashoutId: c.cashoutId, affiliateId: a.id, amountCents, vatCountry: a.vatCountry };
  const issued = documentsOf(on.documents, selfBilling, c.meta.occurredAt, c.status === 'completed' ? [paid] : []);
  const { cashoutId, from, status, adminNotes, internalNote, proof } = c;
  return {
    ...alone,
    documents: issued.facts,
    affiliate: [
      fact('CashoutProcessed', {
        cashoutId,
        amountCents,
        paymentMethodId,
        from,
        status,
        ...(adminNotes ? { adminNotes } : {}),
        ...writtenTexts({ internalNote }),
        ...(proof ? { proof } : {}),
        ...documentIn(issued.of[cashoutId]),
      }),
      ...(status === 'rejected' ? liftedReview(a, 'cashout', cashoutId) : []),
    ],
  };
};

/**
 * What became of a cashout that was completed by hand before the system went back. Paid, it is completed now: no debt stops what has left. What
 * was counted for the admin then was recorded again.
 */
export const stateCashoutOutcome = (on: Processing, c: commands.StateCashoutOutcome): AffiliateFacts & { documents?: Fact[] } => {
  const { meta, cashoutId, outcome, reference, reason } = c;
  refuseRevoked(on.admin, meta);
  const cashout = on.affiliate.openCashouts.find((o) => o.id === cashoutId);
  refuseIf(!cashout, refusals.cashoutNotFound, 'missing');
  refuseIf(!cashout!.isOutcomeUnknown, payoutRefusals.outcomeKnown, 'conflict');
  const { amountCents, paymentMethodId, status: from, document } = cashout!;
  completedBy(on, cashout!, meta);
  const stated = fact('PaymentOutcomeStated', { outcome, cashouts: [{ cashoutId, amountCents }], reference, reason });
  if (outcome === 'notPaid')
    return { affiliate: [stated], documents: cancelledAll(on.documents, meta.occurredAt, [{ cashoutId, document }]) };
  const completed = { cashoutId, amountCents, paymentMethodId, from, status: 'completed', reference, ...documentIn(document) } as const;
  return { affiliate: [stated, fact('CashoutProcessed', completed)] };
};
