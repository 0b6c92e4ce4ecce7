import {
  type AffiliateSums,
  affiliateStream,
  availableAt,
  emptySums,
  type Fact,
  fact,
  noHolds,
  type PaymentType,
  posted,
  postings,
  raisedTier,
  rateFor,
  refusals,
  rules,
  type Sealed,
  effectiveTier,
  type Stored,
  type Terms,
  tierOf,
  withHold,
  commissionCents,
} from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/decider.ts';
import { refuseIf } from '../../platform/refused.ts';
import type { Programme } from '../terms/terms.decider.ts';
import type * as commands from './affiliate.commands.ts';

export interface PaymentMethod {
  id: string;
  paymentType: PaymentType;
  details: Sealed;
  detailsHash: string;
}

export interface OpenCashout {
  id: string;
  amountCents: number;
  paymentMethodId: string;
  status: 'pending' | 'approved';
}

/** A code that an admin gave; `discountBps`: what the store takes off, null for nothing. */
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

/** One affiliate: sums and what is open, so it stays small however many sales there are (docs/architecture.md#writing). */
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
  coupons: Coupon[];
  openCashouts: OpenCashout[];
  cashouts: number;
  /** Ids of the missing sales that wait for an answer; `missingSales` counts all that were raised. */
  openMissingSales: string[];
  missingSales: number;
  /** Versions of the events behind unread notifications, newest last, at most as many as a screen shows. */
  unread: number[];
  /** When each field last changed (position): forms filled from an older one are refused. */
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
  openMissingSales: [],
  missingSales: 0,
  unread: [],
  changedAt: {},
};

const notify = (a: Affiliate, version: number): number[] => [...a.unread, version].slice(-rules.recentNotifications);

const withoutMethod = (a: Affiliate, id: string) => a.paymentMethods.filter((m) => m.id !== id);

const stillOpen = (open: OpenCashout[], { cashoutId, status }: Stored<'CashoutProcessed'>): OpenCashout[] =>
  status === 'approved' ? open.map((c) => (c.id === cashoutId ? { ...c, status } : c)) : open.filter((c) => c.id !== cashoutId);

export const affiliateDecider: Decider<Affiliate> = {
  name: 'affiliate',
  version: 5,
  initial: emptyAffiliate,
  evolve: {
    AffiliateRegistered: (a, { affiliateId: id, textsVersion: _textsVersion, ...fields }) => ({ ...a, ...fields, id, registered: true }),
    AffiliateEdited: (a, { reason: _reason, ...d }, { position, version }) => ({
      ...a,
      ...d,
      unread: d.tier || d.status || d.username || d.email ? notify(a, version) : a.unread,
      changedAt: { ...a.changedAt, ...Object.fromEntries(editableFields.filter((f) => f in d).map((f) => [f, position])) },
    }),
    AffiliateDeleted: (a, data) => ({
      ...a,
      deleted: true,
      books: posted(a.books, postings.AffiliateDeleted(data)),
      holds: noHolds,
      username: null,
      email: null,
      paymentMethods: [],
      coupons: [],
      unread: [],
    }),
    PaymentMethodAdded: (a, { paymentMethodId, paymentType, details, detailsHash }, { version }) => ({
      ...a,
      paymentMethods: [...a.paymentMethods, { id: paymentMethodId, paymentType, details, detailsHash }],
      unread: notify(a, version),
    }),
    PaymentMethodChanged: (a, { paymentMethodId, paymentType, details, detailsHash }, { version }) => ({
      ...a,
      paymentMethods: a.paymentMethods.map((m) => (m.id === paymentMethodId ? { ...m, paymentType, details, detailsHash } : m)),
      unread: notify(a, version),
    }),
    PaymentMethodRemoved: (a, { paymentMethodId }, { version }) => ({
      ...a,
      paymentMethods: withoutMethod(a, paymentMethodId),
      unread: notify(a, version),
    }),
    CouponGiven: (a, { code, codeClaim, discountBps = null }, { version }) => ({
      ...a,
      coupons: [...a.coupons, { code, codeClaim, discountBps }],
      unread: notify(a, version),
    }),
    CouponTakenBack: (a, { codeClaim }, { version }) => ({
      ...a,
      coupons: a.coupons.filter((c) => c.codeClaim !== codeClaim),
      unread: notify(a, version),
    }),
    PasswordChanged: (a, _, { version }) => ({ ...a, unread: notify(a, version) }),
    TotpTurnedOn: (a, _, { version }) => ({ ...a, unread: notify(a, version) }),
    TotpTurnedOff: (a, _, { version }) => ({ ...a, unread: notify(a, version) }),
    RecoveryCodesRenewed: (a, _, { version }) => ({ ...a, unread: notify(a, version) }),
    SaleRecorded: (a, data, { at, version }) => ({
      ...a,
      books: posted(a.books, postings.SaleRecorded(data)),
      holds: withHold(a.holds, data.availableAt, data.commissionCents, at),
      generatedCents: a.generatedCents + data.amountCents,
      netSales: a.netSales + 1,
      unread: notify(a, version),
    }),
    SaleReversed: (a, data, { at, version }) => ({
      ...a,
      books: posted(a.books, postings.SaleReversed(data)),
      holds: data.availableAt ? withHold(a.holds, data.availableAt, -data.commissionCents, at) : a.holds,
      generatedCents: a.generatedCents - data.amountCents,
      netSales: a.netSales - 1,
      unread: notify(a, version),
    }),
    HoldReleased: (a, data, { at, version }) => ({
      ...a,
      holds: withHold(a.holds, data.availableAt, -data.commissionCents, at),
      unread: notify(a, version),
    }),
    TierReached: (a, { to }, { position, version }) => ({
      ...a,
      tier: to,
      unread: notify(a, version),
      changedAt: { ...a.changedAt, tier: position },
    }),
    TierRecalculated: (a, { to }, { position, version }) => ({
      ...a,
      tier: to,
      unread: notify(a, version),
      changedAt: { ...a.changedAt, tier: position },
    }),
    CashoutRequested: (a, data) => ({
      ...a,
      books: posted(a.books, postings.CashoutRequested(data)),
      cashouts: a.cashouts + 1,
      openCashouts: [
        ...a.openCashouts,
        { id: data.cashoutId, amountCents: data.amountCents, paymentMethodId: data.paymentMethodId, status: 'pending' },
      ],
    }),
    CashoutProcessed: (a, data, { version }) => ({
      ...a,
      books: posted(a.books, postings.CashoutProcessed(data)),
      openCashouts: stillOpen(a.openCashouts, data),
      unread: notify(a, version),
    }),
    MissingSaleRaised: (a, { missingSaleId }) => ({
      ...a,
      missingSales: a.missingSales + 1,
      openMissingSales: [...a.openMissingSales, missingSaleId],
    }),
    MissingSaleAnswered: (a, { missingSaleId }, { version }) => ({
      ...a,
      openMissingSales: a.openMissingSales.filter((id) => id !== missingSaleId),
      unread: notify(a, version),
    }),
    NotificationsRead: (a, { notifications }) => ({ ...a, unread: a.unread.filter((n) => !notifications.includes(n)) }),
  },
};

/** Ids of what is an affiliate's, such as cashouts, are `<affiliate id>-<n>`: whose it is needs no read model. */
export const ownerOf = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf('-')));

export const affiliateSource = (affiliateId: string): Source<Affiliate> => ({
  streamId: affiliateStream(affiliateId),
  decider: affiliateDecider,
});

/** Refuses where there is no such affiliate (any more). */
export const present = (a: Affiliate): void => refuseIf(!a.registered || a.deleted, refusals.affiliateNotFound, 404);

/** An affiliate, and the terms in force. */
export interface OnTerms {
  affiliate: Affiliate;
  programme: Programme;
}
export type AffiliateFacts = { affiliate: Fact[] };

export const readNotifications = (a: Affiliate, { notification }: commands.ReadNotifications): Fact[] => {
  present(a);
  const notifications = notification === 'all' ? a.unread : a.unread.filter((n) => n === notification);
  return notifications.length ? [fact('NotificationsRead', { notifications })] : [];
};

/** Sets the tier that the net count of sales reaches; nothing where it is so already. This is what ends a manual tier. */
export const recalculateTier = ({ affiliate: a, programme }: OnTerms): AffiliateFacts => {
  const to = tierOf(programme.terms.tiers, a.netSales);
  if (!a.registered || a.deleted || to === a.tier) return { affiliate: [] };
  return { affiliate: [fact('TierRecalculated', { from: a.tier, to, netSales: a.netSales })] };
};

export interface SaleTerms {
  amountCents: number;
  commissionBps: number;
  rateFrom: 'own' | 'tier';
  tier: string;
  commissionCents: number;
  availableAt: string;
  terms: number;
}

/** What a sale of this amount earns now: the rate in force before it (docs/rules.md#3-rates-and-tiers), and for how long it is on hold. */
export const saleTerms = ({ affiliate: a, programme: { terms, setAt } }: OnTerms, amountCents: number, soldAt: string): SaleTerms => {
  const step = effectiveTier(terms.tiers, a.tier, a.netSales);
  const { commissionBps, rateFrom } = rateFor(a.commissionBps, step);
  return {
    amountCents,
    commissionBps,
    rateFrom,
    tier: step.tier,
    commissionCents: commissionCents(amountCents, commissionBps),
    availableAt: availableAt(soldAt, a.holdDays ?? terms.holdDays),
    terms: setAt,
  };
};

/** A sale that reaches a higher tier moves the affiliate up in the same append; a manual tier stays until sales exceed it. */
export const tierReachedBy = (a: Affiliate, { tiers }: Terms): Fact[] => {
  const to = raisedTier(tiers, a.tier, a.netSales + 1);
  return to === a.tier ? [] : [fact('TierReached', { from: a.tier, to, netSales: a.netSales + 1 })];
};
