import { type CashoutStatus, idOf, type PaymentType, rules, type Sealed, type Status, type Tier } from '@framelift/contracts';
import { creates, type FoldedEvent, plus, projection, table } from '../../engine/projecting/projection.ts';

export interface TotalsRow {
  affiliates: number;
  clicks: number;
  /** Amounts of net sales. */
  revenue_cents: number;
  net_sales: number;
  pending_cashouts: number;
  completed_cashouts: number;
  rejected_cashouts: number;
  paid_cents: number;
}

const noTotals: TotalsRow = {
  affiliates: 0,
  clicks: 0,
  revenue_cents: 0,
  net_sales: 0,
  pending_cashouts: 0,
  completed_cashouts: 0,
  rejected_cashouts: 0,
  paid_cents: 0,
};

export interface AffiliatesRow {
  /** Of the registration: newest first is highest first. */
  position: number;
  status: Status;
  commission_bps: number;
  tier: Tier;
  net_sales: number;
  generated_cents: number;
  earned_cents: number;
  reversed_cents: number;
  reserved_cents: number;
  paid_cents: number;
  forfeited_cents: number;
  deleted: boolean;
}

const noAffiliate: AffiliatesRow = {
  position: 0,
  status: 'active',
  commission_bps: rules.defaultRateBps,
  tier: rules.tiers[0]!.tier,
  net_sales: 0,
  generated_cents: 0,
  earned_cents: 0,
  reversed_cents: 0,
  reserved_cents: 0,
  paid_cents: 0,
  forfeited_cents: 0,
  deleted: false,
};

export interface MonthsRow {
  sales: number;
  /** Commission earned less commission taken back in that month. */
  net_cents: number;
}

/** What happened in the whole programme on a day (UTC); refunds count on the day they happen. */
export interface DaysRow {
  clicks: number;
  sales: number;
  revenue_cents: number;
  paid_cents: number;
  /** By how much what is owed to affiliates moved, their debts counted against it. */
  owed_cents: number;
}
const quietDay: DaysRow = { clicks: 0, sales: 0, revenue_cents: 0, paid_cents: 0, owed_cents: 0 };

export interface CashoutsRow {
  position: number;
  affiliate_id: string;
  amount_cents: number;
  payment_type: PaymentType;
  pay_to: Sealed;
  status: CashoutStatus;
  requested_at: string;
  proof: boolean;
}

const affiliateOf = (e: FoldedEvent): string => idOf(e.streamId);
const monthOf = (e: FoldedEvent): string => `${e.metadata.occurredAt.slice(0, 7)}-01`;

export const adminOverview = projection({
  name: 'admin-overview',
  version: 2,
  answers: 'What the whole programme adds up to, every affiliate’s figures and every cashout.',
  tables: {
    totals: table<TotalsRow>({
      ddl: `affiliates int not null, clicks bigint not null, revenue_cents bigint not null, net_sales int not null, pending_cashouts int not null,
        completed_cashouts int not null, rejected_cashouts int not null, paid_cents bigint not null, primary key (partition)`,
      perPartition: true,
      key: () => [],
      on: {
        AffiliateRegistered: (row = noTotals) => plus(row, { affiliates: 1 }),
        AffiliateDeleted: (row = noTotals) => plus(row, { affiliates: -1 }),
        VisitTracked: (row = noTotals) => plus(row, { clicks: 1 }),
        SaleRecorded: (row = noTotals, { data }) => plus(row, { revenue_cents: data.amountCents, net_sales: 1 }),
        SaleReversed: (row = noTotals, { data }) => plus(row, { revenue_cents: -data.amountCents, net_sales: -1 }),
        CashoutRequested: (row = noTotals) => plus(row, { pending_cashouts: 1 }),
        CashoutProcessed: (row = noTotals, { data: { from, status, amountCents } }) =>
          plus(row, {
            pending_cashouts: from === 'pending' ? -1 : 0,
            completed_cashouts: status === 'completed' ? 1 : 0,
            rejected_cashouts: status === 'rejected' ? 1 : 0,
            paid_cents: status === 'completed' ? amountCents : 0,
          }),
      },
    }),

    affiliates: table<AffiliatesRow>({
      ddl: `affiliate_id text primary key, position bigint not null, status text not null, commission_bps int not null, tier text not null,
        net_sales int not null, generated_cents bigint not null, earned_cents bigint not null, reversed_cents bigint not null,
        reserved_cents bigint not null, paid_cents bigint not null, forfeited_cents bigint not null, deleted boolean not null`,
      indexes: ['(position)'],
      key: affiliateOf,
      on: {
        AffiliateRegistered: (row = noAffiliate, { position, data }) => ({ ...row, position, commission_bps: data.commissionBps }),
        AffiliateEdited: (row = noAffiliate, { data: { commissionBps, status, tier } }) => ({
          ...row,
          commission_bps: commissionBps ?? row.commission_bps,
          status: status ?? row.status,
          tier: tier ?? row.tier,
        }),
        AffiliateDeleted: (row = noAffiliate, { data: { forfeitedCents } }) => ({
          ...plus(row, { forfeited_cents: forfeitedCents }),
          deleted: true,
        }),
        SaleRecorded: (row = noAffiliate, { data: { amountCents, commissionCents } }) =>
          plus(row, { net_sales: 1, generated_cents: amountCents, earned_cents: commissionCents }),
        SaleReversed: (row = noAffiliate, { data: { amountCents, commissionCents } }) =>
          plus(row, { net_sales: -1, generated_cents: -amountCents, reversed_cents: commissionCents }),
        TierReached: (row = noAffiliate, { data: { to } }) => ({ ...row, tier: to }),
        TierRecalculated: (row = noAffiliate, { data: { to } }) => ({ ...row, tier: to }),
        CashoutRequested: (row = noAffiliate, { data: { amountCents } }) => plus(row, { reserved_cents: amountCents }),
        CashoutProcessed: (row = noAffiliate, { data: { amountCents, status } }) =>
          status === 'approved' ? row : plus(row, { reserved_cents: -amountCents, paid_cents: status === 'completed' ? amountCents : 0 }),
      },
    }),

    affiliate_months: table<MonthsRow>({
      ddl: 'affiliate_id text not null, month date not null, sales int not null, net_cents bigint not null, primary key (affiliate_id, month)',
      key: (e) => [affiliateOf(e), monthOf(e)],
      on: {
        SaleRecorded: (row = { sales: 0, net_cents: 0 }, { data }) => plus(row, { sales: 1, net_cents: data.commissionCents }),
        SaleReversed: (row = { sales: 0, net_cents: 0 }, { data }) => plus(row, { net_cents: -data.commissionCents }),
      },
    }),

    days: table<DaysRow>({
      ddl: `day date not null, clicks int not null, sales int not null, revenue_cents bigint not null, paid_cents bigint not null,
        owed_cents bigint not null, primary key (partition, day)`,
      perPartition: true,
      key: (e) => e.metadata.occurredAt.slice(0, 10),
      on: {
        VisitTracked: (row = quietDay) => plus(row, { clicks: 1 }),
        SaleRecorded: (row = quietDay, { data: { amountCents, commissionCents } }) =>
          plus(row, { sales: 1, revenue_cents: amountCents, owed_cents: commissionCents }),
        SaleReversed: (row = quietDay, { data: { amountCents, commissionCents } }) =>
          plus(row, { sales: -1, revenue_cents: -amountCents, owed_cents: -commissionCents }),
        CashoutProcessed: (row, { data: { status, amountCents } }) =>
          status === 'completed' ? plus(row ?? quietDay, { paid_cents: amountCents, owed_cents: -amountCents }) : row,
        AffiliateDeleted: (row, { data: { forfeitedCents } }) =>
          forfeitedCents ? plus(row ?? quietDay, { owed_cents: -forfeitedCents }) : row,
      },
    }),

    cashouts: table<CashoutsRow>({
      ddl: `cashout_id text primary key, position bigint not null, affiliate_id text not null, amount_cents bigint not null,
        payment_type text not null, pay_to jsonb, status text not null, requested_at timestamptz not null, proof boolean not null`,
      indexes: ['(position)'],
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
  },
});
