import {
  type AffiliateSums,
  affiliateStream,
  availableCents,
  debtCents,
  emptySums,
  type Fact,
  fact,
  type PaymentType,
  posted,
  postings,
  raisedTier,
  rateFor,
  refusals,
  rules,
  type Sealed,
  type Stored,
  type Tier,
  tierOf,
  commissionCents,
} from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/decider.ts';
import { refuseIf } from '../../platform/refused.ts';
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

/** What an admin may edit, and its word in a refusal. */
export const editable = { username: 'username', email: 'email', commissionBps: 'commission rate', status: 'status', tier: 'tier' } as const;
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
  paymentMethods: PaymentMethod[];
  openCashouts: OpenCashout[];
  cashouts: number;
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
  paymentMethods: [],
  openCashouts: [],
  cashouts: 0,
  unread: [],
  changedAt: {},
};

const notify = (a: Affiliate, version: number): number[] => [...a.unread, version].slice(-rules.recentNotifications);

const withoutMethod = (a: Affiliate, id: string) => a.paymentMethods.filter((m) => m.id !== id);

const stillOpen = (open: OpenCashout[], { cashoutId, status }: Stored<'CashoutProcessed'>): OpenCashout[] =>
  status === 'approved' ? open.map((c) => (c.id === cashoutId ? { ...c, status } : c)) : open.filter((c) => c.id !== cashoutId);

export const affiliateDecider: Decider<Affiliate> = {
  name: 'affiliate',
  version: 2,
  initial: emptyAffiliate,
  evolve: {
    AffiliateRegistered: (a, { affiliateId: id, ...fields }) => ({ ...a, ...fields, id, registered: true }),
    AffiliateEdited: (a, d, { position, version }) => ({
      ...a,
      ...d,
      unread: d.tier || d.status || d.username || d.email ? notify(a, version) : a.unread,
      changedAt: { ...a.changedAt, ...Object.fromEntries(editableFields.filter((f) => f in d).map((f) => [f, position])) },
    }),
    AffiliateDeleted: (a, data) => ({
      ...a,
      deleted: true,
      books: posted(a.books, postings.AffiliateDeleted(data)),
      username: null,
      email: null,
      paymentMethods: [],
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
    PasswordChanged: (a, _, { version }) => ({ ...a, unread: notify(a, version) }),
    TotpTurnedOn: (a, _, { version }) => ({ ...a, unread: notify(a, version) }),
    TotpTurnedOff: (a, _, { version }) => ({ ...a, unread: notify(a, version) }),
    RecoveryCodesRenewed: (a, _, { version }) => ({ ...a, unread: notify(a, version) }),
    SaleRecorded: (a, data, { version }) => ({
      ...a,
      books: posted(a.books, postings.SaleRecorded(data)),
      generatedCents: a.generatedCents + data.amountCents,
      netSales: a.netSales + 1,
      unread: notify(a, version),
    }),
    SaleReversed: (a, data, { version }) => ({
      ...a,
      books: posted(a.books, postings.SaleReversed(data)),
      generatedCents: a.generatedCents - data.amountCents,
      netSales: a.netSales - 1,
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
    NotificationsRead: (a, { notifications }) => ({ ...a, unread: a.unread.filter((n) => !notifications.includes(n)) }),
  },
};

export const affiliateSource = (affiliateId: string): Source<Affiliate> => ({
  streamId: affiliateStream(affiliateId),
  decider: affiliateDecider,
});

/** Refuses where there is no such affiliate (any more). */
export const present = (a: Affiliate): void => refuseIf(!a.registered || a.deleted, refusals.affiliateNotFound, 404);

export const addPaymentMethod = (a: Affiliate, c: commands.AddPaymentMethod): Fact[] => {
  present(a);
  refuseIf(a.paymentMethods.length >= rules.maximumPaymentMethods, refusals.tooManyPaymentMethods);
  const { paymentMethodId, paymentType, details, detailsHash } = c;
  return [fact('PaymentMethodAdded', { paymentMethodId, paymentType, details, detailsHash })];
};

export const changePaymentMethod = (a: Affiliate, c: commands.ChangePaymentMethod): Fact[] => {
  present(a);
  const { paymentMethodId, paymentType, details, detailsHash } = c;
  const method = a.paymentMethods.find((m) => m.id === paymentMethodId);
  refuseIf(!method, refusals.noPaymentMethod, 404);
  if (method!.paymentType === paymentType && method!.detailsHash === detailsHash) return [];
  return [fact('PaymentMethodChanged', { paymentMethodId, paymentType, details, detailsHash })];
};

export const removePaymentMethod = (a: Affiliate, { paymentMethodId }: commands.RemovePaymentMethod): Fact[] => {
  present(a);
  refuseIf(!a.paymentMethods.some((m) => m.id === paymentMethodId), refusals.noPaymentMethod, 404);
  return [fact('PaymentMethodRemoved', { paymentMethodId })];
};

/** Cashout ids are `<affiliate id>-<n>`, so a cashout is found without asking a read model. */
export const affiliateOfCashout = (cashoutId: string): string => cashoutId.slice(0, Math.max(0, cashoutId.lastIndexOf('-')));

/** Reserves the amount at once, so two requests can never overdraw. The cashout keeps the details as they are now. */
export const requestCashout = (a: Affiliate, { amountCents, paymentMethodId, notes }: commands.RequestCashout): Fact[] => {
  present(a);
  refuseIf(a.status !== 'active', refusals.notActive, 403);
  refuseIf(amountCents < rules.minimumCashoutCents, refusals.belowMinimum(rules.minimumCashoutCents));
  refuseIf(amountCents > availableCents(a.books), refusals.insufficientBalance);
  const method = a.paymentMethods.find((m) => m.id === paymentMethodId);
  refuseIf(!method, refusals.noPaymentMethod);
  const cashoutId = `${a.id}-${a.cashouts + 1}`;
  const { paymentType, details } = method!;
  return [fact('CashoutRequested', { cashoutId, amountCents, paymentMethodId, paymentType, payTo: details, ...(notes ? { notes } : {}) })];
};

/** pending → approved, completed or rejected; approved → completed or rejected. Debt stops all but rejecting. */
export const processCashout = (a: Affiliate, c: commands.ProcessCashout): Fact[] => {
  refuseIf(!a.registered, refusals.cashoutNotFound, 404);
  const cashout = a.openCashouts.find((o) => o.id === c.cashoutId);
  const known = Number(c.cashoutId.slice(a.id.length + 1)) <= a.cashouts;
  refuseIf(!cashout && !known, refusals.cashoutNotFound, 404);
  refuseIf(cashout?.status !== c.from, c.from === 'pending' ? refusals.cashoutNotPending : refusals.cashoutNotApproved, 409);
  refuseIf(c.from === 'approved' && c.status === 'approved', refusals.cashoutStatusInvalid);
  const debt = debtCents(a.books);
  refuseIf(c.status !== 'rejected' && debt > 0, refusals.inDebt(debt), 409);
  const { amountCents, paymentMethodId } = cashout!;
  const { cashoutId, from, status, adminNotes, proof } = c;
  return [
    fact('CashoutProcessed', {
      cashoutId,
      amountCents,
      paymentMethodId,
      from,
      status,
      ...(adminNotes ? { adminNotes } : {}),
      ...(proof ? { proof } : {}),
    }),
  ];
};

export const readNotifications = (a: Affiliate, { notification }: commands.ReadNotifications): Fact[] => {
  present(a);
  const notifications = notification === 'all' ? a.unread : a.unread.filter((n) => n === notification);
  return notifications.length ? [fact('NotificationsRead', { notifications })] : [];
};

/** Sets the tier that the net count of sales reaches; nothing where it is so already. This is what ends a manual tier. */
export const recalculateTier = (a: Affiliate): Fact[] => {
  if (!a.registered || a.deleted) return [];
  const to = tierOf(rules.tiers, a.netSales);
  return to === a.tier ? [] : [fact('TierRecalculated', { from: a.tier, to, netSales: a.netSales })];
};

export interface SaleTerms {
  amountCents: number;
  commissionBps: number;
  rateFrom: 'own' | 'tier';
  tier: Tier;
  commissionCents: number;
}

/** What a sale of this amount earns now: the rate in force before it (docs/rules.md#3-rates-and-tiers). */
export const saleTerms = (a: Affiliate, amountCents: number): SaleTerms => {
  const { commissionBps, rateFrom } = rateFor(rules.tiers, a.commissionBps, a.tier);
  return { amountCents, commissionBps, rateFrom, tier: a.tier, commissionCents: commissionCents(amountCents, commissionBps) };
};

/** A sale that reaches a higher tier moves the affiliate up in the same append; a manual tier stays until sales exceed it. */
export const tierReachedBy = (a: Affiliate): Fact[] => {
  const to = raisedTier(rules.tiers, a.tier, a.netSales + 1);
  return to === a.tier ? [] : [fact('TierReached', { from: a.tier, to, netSales: a.netSales + 1 })];
};
