import {
  type AffiliateSums,
  affiliateStream,
  emptySums,
  type EuCountry,
  type EventName,
  eventsWith,
  type Fact,
  fact,
  kindsOf,
  moneyEvents,
  noHolds,
  type PaymentType,
  posted,
  type Posting,
  postingOf,
  refusals,
  type ReviewDecision,
  reviewKey,
  rules,
  type Sealed,
  withHold,
  withReview,
} from '@framelift/contracts';
import type { Decider, Evolve, Evolving, Source } from '../../engine/log/deciding/decider.ts';
import type { Actor } from '../../engine/log/event.ts';
import { refuseIf } from '../../platform/refused.ts';
import type { Programme } from '../terms/terms.decider.ts';
import type * as commands from './affiliate.commands.ts';
import { inRun, type OpenCashout, stated, stillOpen, unknown } from './open-cashouts.decider.ts';

/** An item held for a review; `availableAt`: of a commission that was already on hold. */
export interface ReviewHold {
  heldCents: number;
  availableAt?: string;
}

/** A decision on a review, and its position: decisions without having seen it are refused. */
export interface Decided {
  by: Actor;
  decision: ReviewDecision;
  upTo: number;
  position: number;
}

export interface PaymentMethod {
  id: string;
  paymentType: PaymentType;
  details: Sealed;
  detailsHash: string;
  /** The position at which these details were given. */
  givenAt: number;
  /** When these details were given, while nothing was paid to them. */
  newSince?: string;
}

/** A code that an admin added; `discountBps`: the store's discount, null for none. */
export interface Coupon {
  code: Sealed;
  codeClaim: string;
  discountBps: number | null;
}

/** What an admin may edit, and its word in a refusal. */
export const editable = {
  username: 'username',
  email: 'email',
  commissionBps: 'commission rate',
  status: 'status',
  tier: 'tier',
  minimumCashoutCents: 'minimum cashout',
  holdDays: 'holding period',
} as const;
type EditableField = keyof typeof editable;
export const editableFields = Object.keys(editable) as EditableField[];

/** One affiliate: sums and open items, so it stays small however many sales there are (docs/architecture.md#writing). */
export interface Affiliate extends AffiliateSums {
  id: string;
  registered: boolean;
  deleted: boolean;
  username: Sealed | null;
  email: Sealed | null;
  usernameClaim: string;
  emailClaim: string;
  /** Own terms; null: the programme’s. */
  minimumCashoutCents: number | null;
  holdDays: number | null;
  paymentMethods: PaymentMethod[];
  /** The country of the VAT number in the billing details. */
  vatCountry?: EuCountry;
  coupons: Coupon[];
  openCashouts: OpenCashout[];
  cashouts: number;
  /** Items held for a review, by key (`reviewKey`). */
  reviews: Readonly<Record<string, ReviewHold>>;
  /** The last decision about each, by key. */
  decided: Readonly<Record<string, Decided>>;
  /** Ids of the missing sales that await an answer; `missingSales` counts all reported ones. */
  openMissingSales: string[];
  missingSales: number;
  /** Ids of the published figures that were not withdrawn. */
  receipts: string[];
  /** Versions of the events behind unread notifications, newest last, at most as many as a screen shows. */
  unread: number[];
  /** The position at which each field last changed: forms filled from an older one are refused. */
  changedAt: Partial<Record<EditableField, number>>;
}

const emptyAffiliate: Affiliate = {
  id: '',
  registered: false,
  deleted: false,
  username: null,
  email: null,
  usernameClaim: '',
  emailClaim: '',
  ...emptySums,
  minimumCashoutCents: null,
  holdDays: null,
  paymentMethods: [],
  coupons: [],
  openCashouts: [],
  cashouts: 0,
  reviews: {},
  decided: {},
  openMissingSales: [],
  missingSales: 0,
  receipts: [],
  unread: [],
  changedAt: {},
};

const tierMoved = (a: Affiliate, { to }: { to: string }, { position }: { position: number }): Affiliate => ({
  ...a,
  tier: to,
  changedAt: { ...a.changedAt, tier: position },
});

const newSinceOf = (of: { newSince?: string } | undefined) => (of?.newSince === undefined ? {} : { newSince: of.newSince });

/** The payment methods after a cashout was paid: the details that it was paid to are no longer new. */
const paidTo = (a: Affiliate, cashoutId: string): PaymentMethod[] => {
  const paid = a.openCashouts.find(({ id }) => id === cashoutId);
  return a.paymentMethods.map(({ newSince, ...m }) =>
    m.id === paid?.paymentMethodId && newSince === paid.newSince ? m : { ...m, ...newSinceOf({ newSince }) },
  );
};

const methodOf = (
  id: string,
  { paymentType, details, detailsHash }: Pick<PaymentMethod, 'paymentType' | 'details' | 'detailsHash'>,
  { at, position }: { at: string; position: number },
): PaymentMethod => ({ id, paymentType, details, detailsHash, givenAt: position, newSince: at });

const withoutMethod = (a: Affiliate, id: string) => a.paymentMethods.filter((m) => m.id !== id);

const folds: Evolve<Affiliate> = {
  AffiliateRegistered: (a, { affiliateId: id, textsVersion: _textsVersion, imported: _imported, ...fields }) => ({
    ...a,
    ...fields,
    id,
    registered: true,
  }),
  AffiliateEdited: (a, { reason: _reason, ...d }, { position }) => ({
    ...a,
    ...d,
    changedAt: { ...a.changedAt, ...Object.fromEntries(editableFields.filter((f) => f in d).map((f) => [f, position])) },
  }),
  AffiliateDeleted: (a) => ({
    ...a,
    deleted: true,
    holds: noHolds,
    reviews: {},
    username: null,
    email: null,
    paymentMethods: [],
    coupons: [],
    receipts: [],
    unread: [],
  }),
  PaymentMethodAdded: (a, { paymentMethodId, ...given }, meta) => ({
    ...a,
    paymentMethods: [...a.paymentMethods, methodOf(paymentMethodId, given, meta)],
  }),
  PaymentMethodChanged: (a, { paymentMethodId: id, ...given }, meta) => ({
    ...a,
    paymentMethods: a.paymentMethods.map((m) => (m.id === id ? methodOf(id, given, meta) : m)),
  }),
  PaymentMethodRemoved: (a, { paymentMethodId }) => ({ ...a, paymentMethods: withoutMethod(a, paymentMethodId) }),
  BillingDetailsChanged: ({ vatCountry: _vatCountry, ...a }, { vatCountry }) => (vatCountry ? { ...a, vatCountry } : a),
  CouponGiven: (a, { code, codeClaim, discountBps = null }) => ({ ...a, coupons: [...a.coupons, { code, codeClaim, discountBps }] }),
  CouponTakenBack: (a, { codeClaim }) => ({ ...a, coupons: a.coupons.filter((c) => c.codeClaim !== codeClaim) }),
  HoldReleased: (a, data, { at }) => ({ ...a, holds: withHold(a.holds, data.availableAt, -data.commissionCents, at) }),
  TierReached: tierMoved,
  TierRecalculated: tierMoved,
  CashoutRequested: (a, data) => ({
    ...a,
    // After the system went back some may be missing: numbers are not given twice.
    cashouts: Math.max(a.cashouts + 1, Number(data.cashoutId.slice(a.id.length + 1))),
    openCashouts: [
      ...a.openCashouts,
      {
        id: data.cashoutId,
        amountCents: data.amountCents,
        paymentMethodId: data.paymentMethodId,
        paymentType: data.paymentType,
        payTo: data.payTo,
        status: 'pending',
        ...newSinceOf(a.paymentMethods.find(({ id }) => id === data.paymentMethodId)),
      },
    ],
  }),
  CashoutProcessed: (a, data, { by }) => ({
    ...a,
    openCashouts: stillOpen(a.openCashouts, data, by),
    paymentMethods: data.status === 'completed' ? paidTo(a, data.cashoutId) : a.paymentMethods,
  }),
  CashoutsCollected: (a, { runId, cashouts }) => ({ ...a, openCashouts: inRun(a.openCashouts, cashouts, runId) }),
  CashoutsReleased: (a, { cashouts }) => ({ ...a, openCashouts: inRun(a.openCashouts, cashouts) }),
  PaymentOutcomeUnknown: (a, data) => ({ ...a, openCashouts: unknown(a.openCashouts, data) }),
  PaymentOutcomeStated: (a, data) => ({ ...a, openCashouts: stated(a.openCashouts, data) }),
  ReviewDecided: (a, { of, about, decision, upTo }, { by, position }) => ({
    ...a,
    decided: { ...a.decided, [reviewKey(of, about)]: { by, decision, upTo, position } },
  }),
  ReviewHoldPlaced: (a, { of, about, reason: _reason, ...hold }, { at }) => ({
    ...a,
    holds: withReview(a.holds, 1, hold, at),
    reviews: { ...a.reviews, [reviewKey(of, about)]: hold },
  }),
  ReviewHoldLifted: (a, { of, about, ...hold }, { at }) => {
    const { [reviewKey(of, about)]: _, ...reviews } = a.reviews;
    return { ...a, holds: withReview(a.holds, -1, hold, at), reviews };
  },
  MissingSaleRaised: (a, { missingSaleId }) => ({
    ...a,
    missingSales: a.missingSales + 1,
    openMissingSales: [...a.openMissingSales, missingSaleId],
  }),
  MissingSaleAnswered: (a, { missingSaleId }) => ({ ...a, openMissingSales: a.openMissingSales.filter((id) => id !== missingSaleId) }),
  ReceiptShared: (a, { receiptId }) => ({ ...a, receipts: [...a.receipts, receiptId] }),
  ReceiptWithdrawn: (a, { receiptId }) => ({ ...a, receipts: a.receipts.filter((id) => id !== receiptId) }),
  NotificationsRead: (a, { notifications }) => ({ ...a, unread: a.unread.filter((n) => !notifications.includes(n)) }),
};
type Fold = (a: Affiliate, data: unknown, event: Evolving) => Affiliate;

/** The account after an event that changes it. */
const accounted = (a: Affiliate, { books, sales, amountCents, heldCents, availableAt }: Posting, at: string): Affiliate => ({
  ...a,
  books: posted(a.books, books),
  netSales: a.netSales + sales,
  generatedCents: a.generatedCents + amountCents,
  holds: availableAt ? withHold(a.holds, availableAt, heldCents, at) : a.holds,
});

/** Before its own fold an event changes the account; after it, one whose row has a `bell` is unread. */
const evolved = (type: EventName): Fold => {
  const own = (folds[type] ?? ((a: Affiliate) => a)) as Fold;
  return (a, data, event) => {
    const posting = postingOf({ type, data });
    const next = own(posting ? accounted(a, posting, event.at) : a, data, event);
    const notifies = kindsOf('bell', { type, data }).length > 0;
    return notifies ? { ...next, unread: [...next.unread, event.version].slice(-rules.recentNotifications) } : next;
  };
};
const evolving = new Set([...Object.keys(folds), ...moneyEvents, ...eventsWith('bell')] as EventName[]);

export const affiliateDecider: Decider<Affiliate> = {
  name: 'affiliate',
  version: 12,
  initial: emptyAffiliate,
  evolve: Object.fromEntries([...evolving].map((type) => [type, evolved(type)])),
};

/** Ids of an affiliate's items, such as cashouts, are `<affiliate id>-<n>`: finding the owner needs no read model. */
export const ownerOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf('-')));

export const affiliateSource = (affiliateId: string): Source<Affiliate> => ({
  streamId: affiliateStream(affiliateId),
  decider: affiliateDecider,
});

/** Refuses if the affiliate does not, or no longer, exist. */
export const present = (a: Affiliate): void => refuseIf(!a.registered || a.deleted, refusals.affiliateNotFound, 'missing');

/** An affiliate, and the terms in force. */
export interface OnTerms {
  affiliate: Affiliate;
  programme: Programme;
}
export type AffiliateFacts = { affiliate: Fact[] };

export const readNotifications = (a: Affiliate, { notification, upTo }: commands.ReadNotifications): Fact[] => {
  present(a);
  const notifications = a.unread.filter((n) => (notification === 'all' ? n <= (upTo ?? n) : n === notification));
  return notifications.length ? [fact('NotificationsRead', { notifications })] : [];
};
