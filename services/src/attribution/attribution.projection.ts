import { idOf, type NotCreditedReason, type Sealed } from '@framelift/contracts';
import { projection, table } from '../projecting/projection.ts';

export interface OutcomesRow {
  started_at: string | null;
  affiliate_id: string | null;
  visit_id: string | null;
  visit_known: boolean;
  referred_at: string | null;
  list_cents: number | null;
  outcome: 'open' | 'credited' | 'notCredited' | 'reversed';
  /** Why it was not credited; kept when it is credited by hand later. */
  reason: NotCreditedReason | null;
  credited: 'store' | 'hand' | null;
  amount_cents: number | null;
  commission_cents: number | null;
  paid_cents: number | null;
  sold_at: string | null;
  customer_email: Sealed | null;
  buyer: string | null;
  /** Refunded in part; an admin looks at it. */
  refunded_cents: number | null;
  /** Of the event that settled it last. */
  position: number;
}

const unheardOf: OutcomesRow = {
  started_at: null, affiliate_id: null, visit_id: null, visit_known: false, referred_at: null, list_cents: null, outcome: 'open', reason: null,
  credited: null, amount_cents: null, commission_cents: null, paid_cents: null, sold_at: null, customer_email: null, buyer: null,
  refunded_cents: null, position: 0,
}; // prettier-ignore

export const attribution = projection({
  name: 'attribution',
  version: 2,
  answers: 'From visit to checkout to sale, and what was not credited and why.',
  tables: {
    outcomes: table<OutcomesRow>({
      ddl: `invoice_id text primary key, started_at timestamptz, affiliate_id text, visit_id text, visit_known boolean not null,
        referred_at timestamptz, list_cents bigint, outcome text not null, reason text, credited text, amount_cents bigint,
        commission_cents bigint, paid_cents bigint, sold_at timestamptz, customer_email jsonb, buyer text, refunded_cents bigint,
        position bigint not null`,
      indexes: [
        '(affiliate_id, position)',
        '(buyer)',
        '(position, invoice_id)',
        '(outcome, position, invoice_id)',
        '(position, invoice_id) where refunded_cents is not null',
      ],
      key: (e) => idOf(e.streamId),
      on: {
        CheckoutStarted: (row = unheardOf, { position, metadata, data }) => ({
          ...row,
          started_at: metadata.occurredAt,
          affiliate_id: data.affiliateId ?? row.affiliate_id,
          visit_id: data.visitId ?? null,
          visit_known: data.visitKnown,
          referred_at: data.referredAt ?? null,
          list_cents: data.listCents,
          position,
        }),
        SaleCredited: (row = unheardOf, { position, data: { affiliateId, amountCents, commissionCents, credited } }) => ({
          ...row,
          outcome: 'credited',
          affiliate_id: affiliateId,
          amount_cents: amountCents,
          commission_cents: commissionCents,
          credited,
          position,
        }),
        SaleNotCredited: (row = unheardOf, { position, data }) => ({
          ...row,
          outcome: 'notCredited',
          reason: data.reason,
          affiliate_id: data.affiliateId ?? row.affiliate_id,
          paid_cents: data.paidCents,
          sold_at: data.soldAt,
          customer_email: data.customerEmail,
          buyer: data.buyer,
          position,
        }),
        SaleCreditReversed: (row = unheardOf, { position, data: { affiliateId } }) => ({
          ...row,
          outcome: 'reversed',
          affiliate_id: affiliateId,
          position,
        }),
        PartialRefundSeen: (row = unheardOf, { data: { refundedCents } }) => ({ ...row, refunded_cents: refundedCents }),
      },
    }),

    clicks: table<{ clicks: number; last_at: string }>({
      ddl: 'affiliate_id text not null, day date not null, clicks int not null, last_at timestamptz not null, primary key (affiliate_id, day)',
      key: (e) => [idOf(e.streamId), e.metadata.occurredAt.slice(0, 10)],
      on: {
        VisitTracked: (row, e) => ({ clicks: (row?.clicks ?? 0) + 1, last_at: e.metadata.occurredAt }),
      },
    }),
  },
});
