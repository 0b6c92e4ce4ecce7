import { type CashoutStatus, emptyBooks, idOf, type PaymentType, rules, type Sealed, type Status, type Tier } from '@framelift/contracts';
import { creates, type FoldedEvent, plus, projection, table } from '../../engine/projecting/projection.ts';

export interface TotalsRow {
  username: Sealed | null;
  email: Sealed | null;
  status: Status;
  commission_bps: number;
  tier: Tier;
  /** Credited sales less reversed ones. */
  net_sales: number;
  /** Amounts of net sales. */
  generated_cents: number;
  earned_cents: number;
  reversed_cents: number;
  reserved_cents: number;
  paid_cents: number;
  forfeited_cents: number;
  deleted: boolean;
}

const noTotals: TotalsRow = {
  username: null,
  email: null,
  status: 'active',
  commission_bps: rules.defaultRateBps,
  tier: rules.tiers[0]!.tier,
  net_sales: 0,
  generated_cents: 0,
  earned_cents: emptyBooks.earnedCents,
  reversed_cents: 0,
  reserved_cents: 0,
  paid_cents: 0,
  forfeited_cents: 0,
  deleted: false,
};

/** What happened on a day (UTC); refunds count on the day they happen. */
export interface DaysRow {
  clicks: number;
  sales: number;
  commission_cents: number;
}
const quietDay: DaysRow = { clicks: 0, sales: 0, commission_cents: 0 };

export interface SalesRow {
  position: number;
  product: string;
  customer_email: Sealed;
  sold_at: string;
  amount_cents: number;
  commission_cents: number;
  status: 'completed' | 'refunded';
}

export interface CashoutsRow {
  position: number;
  affiliate_id: string;
  amount_cents: number;
  payment_type: PaymentType;
  pay_to: Sealed;
  status: CashoutStatus;
  requested_at: string;
  /** A proof of payment was given. */
  proof: boolean;
}

export interface PaymentMethodsRow {
  position: number;
  payment_type: PaymentType;
  details: Sealed;
  verified: boolean;
  /** Cashouts under way to exactly these details; completing one verifies them. */
  awaited: string[];
}

export type NotificationKind =
  | 'sale'
  | 'reversal'
  | 'tier'
  | 'edited'
  | 'cashoutApproved'
  | 'cashoutCompleted'
  | 'cashoutRejected'
  | 'methodAdded'
  | 'methodChanged'
  | 'methodRemoved'
  | 'password'
  | 'totpOn'
  | 'totpOff'
  | 'recoveryCodes';

/** What an admin changed about an affiliate that they are told of. */
export interface Edited {
  status?: Status;
  tier?: Tier;
  username?: true;
  email?: true;
}

export interface NotificationsRow {
  kind: NotificationKind;
  cents: number | null;
  /** The new tier. */
  detail: string | null;
  edited: Edited | null;
  read: boolean;
  at: string;
}

export type LedgerKind = 'sale' | 'reversal' | 'cashoutRequested' | 'cashoutRejected' | 'forfeited';

export interface LedgerRow {
  at: string;
  kind: LedgerKind;
  /** What it adds to what is available, signed; all of an affiliate's entries sum to it. */
  cents: number;
  /** The invoice or cashout it is about. */
  about: string | null;
  /** The rate a commission was earned at, and what decided it: the affiliate's own, or a tier's. */
  bps: number | null;
  rate_from: Tier | 'own' | null;
}

const affiliateOf = (e: FoldedEvent): string => idOf(e.streamId);

const entry = (e: FoldedEvent, kind: LedgerKind, cents: number, about: string | null = null): LedgerRow => ({
  at: e.metadata.occurredAt,
  kind,
  cents,
  about,
  bps: null,
  rate_from: null,
});

const notice = (
  e: FoldedEvent,
  kind: NotificationKind,
  about: Partial<Pick<NotificationsRow, 'cents' | 'detail' | 'edited'>> = {},
): NotificationsRow => ({ kind, cents: null, detail: null, edited: null, ...about, read: false, at: e.metadata.occurredAt });

export const dashboard = projection({
  name: 'dashboard',
  version: 4,
  answers: 'What an affiliate sees on their dashboard.',
  tables: {
    totals: table<TotalsRow>({
      ddl: `affiliate_id text primary key, username jsonb, email jsonb, status text not null, commission_bps int not null, tier text not null,
        net_sales int not null, generated_cents bigint not null, earned_cents bigint not null, reversed_cents bigint not null,
        reserved_cents bigint not null, paid_cents bigint not null, forfeited_cents bigint not null, deleted boolean not null`,
      key: affiliateOf,
      on: {
        AffiliateRegistered: (row = noTotals, { data: { username, email, commissionBps } }) => ({
          ...row,
          username,
          email,
          commission_bps: commissionBps,
        }),
        AffiliateEdited: (row = noTotals, { data }) => ({
          ...row,
          username: data.username ?? row.username,
          email: data.email ?? row.email,
          commission_bps: data.commissionBps ?? row.commission_bps,
          status: data.status ?? row.status,
          tier: data.tier ?? row.tier,
        }),
        AffiliateDeleted: (row = noTotals, { data: { forfeitedCents } }) => ({
          ...row,
          forfeited_cents: row.forfeited_cents + forfeitedCents,
          deleted: true,
          username: null,
          email: null,
        }),
        SaleRecorded: (row = noTotals, { data: { amountCents, commissionCents } }) => ({
          ...row,
          net_sales: row.net_sales + 1,
          generated_cents: row.generated_cents + amountCents,
          earned_cents: row.earned_cents + commissionCents,
        }),
        SaleReversed: (row = noTotals, { data: { amountCents, commissionCents } }) => ({
          ...row,
          net_sales: row.net_sales - 1,
          generated_cents: row.generated_cents - amountCents,
          reversed_cents: row.reversed_cents + commissionCents,
        }),
        TierReached: (row = noTotals, { data: { to } }) => ({ ...row, tier: to }),
        TierRecalculated: (row = noTotals, { data: { to } }) => ({ ...row, tier: to }),
        CashoutRequested: (row = noTotals, { data: { amountCents } }) => ({ ...row, reserved_cents: row.reserved_cents + amountCents }),
        CashoutProcessed: (row = noTotals, { data: { amountCents, status } }) =>
          status === 'approved'
            ? row
            : {
                ...row,
                reserved_cents: row.reserved_cents - amountCents,
                paid_cents: row.paid_cents + (status === 'completed' ? amountCents : 0),
              },
      },
    }),

    clicks: table<{ clicks: number }>({
      ddl: 'affiliate_id text primary key, clicks bigint not null',
      key: affiliateOf,
      on: { VisitTracked: (row = { clicks: 0 }) => ({ clicks: row.clicks + 1 }) },
    }),

    days: table<DaysRow>({
      ddl: `affiliate_id text not null, day date not null, clicks int not null, sales int not null, commission_cents bigint not null,
        primary key (affiliate_id, day)`,
      key: (e) => [affiliateOf(e), e.metadata.occurredAt.slice(0, 10)],
      on: {
        VisitTracked: (row = quietDay) => plus(row, { clicks: 1 }),
        SaleRecorded: (row = quietDay, { data }) => plus(row, { sales: 1, commission_cents: data.commissionCents }),
        SaleReversed: (row = quietDay, { data }) => plus(row, { sales: -1, commission_cents: -data.commissionCents }),
      },
    }),

    sales: table<SalesRow>({
      ddl: `affiliate_id text not null, invoice_id text not null, position bigint not null, product text not null, customer_email jsonb,
        sold_at timestamptz not null, amount_cents bigint not null, commission_cents bigint not null, status text not null,
        primary key (affiliate_id, invoice_id)`,
      indexes: ['(affiliate_id, position)'],
      key: (e) => ('invoiceId' in e.data ? [affiliateOf(e), e.data.invoiceId] : undefined),
      on: {
        SaleRecorded: creates(({ position, data }) => ({
          position,
          product: data.product,
          customer_email: data.customerEmail,
          sold_at: data.soldAt,
          amount_cents: data.amountCents,
          commission_cents: data.commissionCents,
          status: 'completed',
        })),
        SaleReversed: (row) => row && { ...row, status: 'refunded' },
      },
    }),

    cashouts: table<CashoutsRow>({
      ddl: `cashout_id text primary key, affiliate_id text not null, position bigint not null, amount_cents bigint not null,
        payment_type text not null, pay_to jsonb, status text not null, requested_at timestamptz not null, proof boolean not null`,
      indexes: ['(affiliate_id, position)'],
      key: (e) => ('cashoutId' in e.data ? e.data.cashoutId : undefined),
      on: {
        CashoutRequested: creates((e) => ({
          position: e.position,
          affiliate_id: affiliateOf(e),
          amount_cents: e.data.amountCents,
          payment_type: e.data.paymentType,
          pay_to: e.data.payTo,
          status: 'pending',
          requested_at: e.metadata.occurredAt,
          proof: false,
        })),
        CashoutProcessed: (row, { data: { status, proof } }) => row && { ...row, status, proof: row.proof || proof !== undefined },
      },
    }),

    payment_methods: table<PaymentMethodsRow>({
      ddl: `affiliate_id text not null, payment_method_id text not null, position bigint not null, payment_type text not null,
        details jsonb, verified boolean not null, awaited jsonb not null, primary key (affiliate_id, payment_method_id)`,
      key: (e) => ('paymentMethodId' in e.data ? [affiliateOf(e), e.data.paymentMethodId] : undefined),
      on: {
        PaymentMethodAdded: creates(({ position, data: { paymentType, details } }) => ({
          position,
          payment_type: paymentType,
          details,
          verified: false,
          awaited: [],
        })),
        PaymentMethodChanged: (row, { data: { paymentType, details } }) =>
          row && { ...row, payment_type: paymentType, details, verified: false, awaited: [] },
        PaymentMethodRemoved: () => undefined,
        CashoutRequested: (row, { data: { cashoutId } }) => row && { ...row, awaited: [...row.awaited, cashoutId] },
        CashoutProcessed: (row, { data: { cashoutId, status } }) => {
          if (!row?.awaited.includes(cashoutId) || status === 'approved') return row;
          return { ...row, awaited: row.awaited.filter((id) => id !== cashoutId), verified: row.verified || status === 'completed' };
        },
      },
    }),

    notifications: table<NotificationsRow>({
      ddl: `affiliate_id text not null, version int not null, kind text not null, cents bigint, detail text, edited jsonb, read boolean not null,
        at timestamptz not null, primary key (affiliate_id, version)`,
      keys: (e) =>
        e.type === 'NotificationsRead' ? e.data.notifications.map((version) => [affiliateOf(e), version]) : [[affiliateOf(e), e.version]],
      on: {
        SaleRecorded: creates((e) => notice(e, 'sale', { cents: e.data.commissionCents })),
        SaleReversed: creates((e) => notice(e, 'reversal', { cents: e.data.commissionCents })),
        TierReached: creates((e) => notice(e, 'tier', { detail: e.data.to })),
        TierRecalculated: creates((e) => notice(e, 'tier', { detail: e.data.to })),
        AffiliateEdited: creates((e) => {
          const { status, tier, username, email } = e.data;
          if (!status && !tier && !username && !email) return undefined;
          return notice(e, 'edited', { edited: { status, tier, username: username && true, email: email && true } });
        }),
        CashoutProcessed: creates((e) => notice(e, outcomes[e.data.status], { cents: e.data.amountCents })),
        PaymentMethodAdded: creates((e) => notice(e, 'methodAdded')),
        PaymentMethodChanged: creates((e) => notice(e, 'methodChanged')),
        PaymentMethodRemoved: creates((e) => notice(e, 'methodRemoved')),
        PasswordChanged: creates((e) => notice(e, 'password')),
        TotpTurnedOn: creates((e) => notice(e, 'totpOn')),
        TotpTurnedOff: creates((e) => notice(e, 'totpOff')),
        RecoveryCodesRenewed: creates((e) => notice(e, 'recoveryCodes')),
        NotificationsRead: (row) => row && { ...row, read: true },
      },
    }),

    ledger: table<LedgerRow>({
      ddl: `affiliate_id text not null, position bigint not null, at timestamptz not null, kind text not null, cents bigint not null,
        about text, bps int, rate_from text, primary key (affiliate_id, position)`,
      key: (e) => [affiliateOf(e), e.position],
      on: {
        SaleRecorded: creates((e) => ({
          ...entry(e, 'sale', e.data.commissionCents, e.data.invoiceId),
          bps: e.data.commissionBps,
          rate_from: e.data.rateFrom === 'tier' ? e.data.tier : 'own',
        })),
        SaleReversed: creates((e) => entry(e, 'reversal', -e.data.commissionCents, e.data.invoiceId)),
        CashoutRequested: creates((e) => entry(e, 'cashoutRequested', -e.data.amountCents, e.data.cashoutId)),
        CashoutProcessed: creates((e) =>
          e.data.status === 'rejected' ? entry(e, 'cashoutRejected', e.data.amountCents, e.data.cashoutId) : undefined,
        ),
        AffiliateDeleted: creates((e) => (e.data.forfeitedCents ? entry(e, 'forfeited', -e.data.forfeitedCents) : undefined)),
      },
    }),

    admins: table<{ username: Sealed; email: Sealed }>({
      ddl: 'admin_id text primary key, username jsonb, email jsonb',
      key: affiliateOf,
      on: { AdminCreated: creates(({ data: { username, email } }) => ({ username, email })) },
    }),
  },
});

const outcomes = { approved: 'cashoutApproved', completed: 'cashoutCompleted', rejected: 'cashoutRejected' } as const;
