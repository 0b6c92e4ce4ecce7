import { idOf, type NotCreditedReason, type Sealed } from '@framelift/contracts';
import { type FoldedEvent, projection, table } from '../../engine/projecting/projection.ts';

export interface OutcomesRow {
  /** When it was sold, else when it was sent to the store, else when it was first heard of. */
  listed_at: string;
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

const unheardOf = ({ metadata }: FoldedEvent): OutcomesRow => ({
  listed_at: metadata.occurredAt,
  started_at: null,
  affiliate_id: null,
  visit_id: null,
  visit_known: false,
  referred_at: null,
  list_cents: null,
  outcome: 'open',
  reason: null,
  credited: null,
  amount_cents: null,
  commission_cents: null,
  paid_cents: null,
  sold_at: null,
  customer_email: null,
  buyer: null,
  refunded_cents: null,
  position: 0,
});

export const attribution = projection({
  name: 'attribution',
  version: 3,
  answers: 'From visit to checkout to sale, and what was not credited and why.',
  tables: {
    outcomes: table<OutcomesRow>({
      ddl: `invoice_id text primary key, listed_at timestamptz not null, started_at timestamptz, affiliate_id text, visit_id text, visit_known boolean not null,
        referred_at timestamptz, list_cents bigint, outcome text not null, reason text, credited text, amount_cents bigint,
        commission_cents bigint, paid_cents bigint, sold_at timestamptz, customer_email jsonb, buyer text, refunded_cents bigint,
        position bigint not null`,
      indexes: [
        '(affiliate_id, position)',
        '(buyer)',
        '(listed_at, invoice_id)',
        '(outcome, listed_at, invoice_id)',
        '(listed_at, invoice_id) where refunded_cents is not null',
      ],
      key: (e) => idOf(e.streamId),
      on: {
        CheckoutStarted: (row, e) => {
          const { data, metadata, position } = e;
          const known = row ?? unheardOf(e);
          return {
            ...known,
            listed_at: known.sold_at ?? metadata.occurredAt,
            started_at: metadata.occurredAt,
            affiliate_id: data.affiliateId ?? known.affiliate_id,
            visit_id: data.visitId ?? null,
            visit_known: data.visitKnown,
            referred_at: data.referredAt ?? null,
            list_cents: data.listCents,
            position,
          };
        },
        SaleCredited: (row, e) => ({
          ...(row ?? unheardOf(e)),
          outcome: 'credited',
          affiliate_id: e.data.affiliateId,
          amount_cents: e.data.amountCents,
          commission_cents: e.data.commissionCents,
          credited: e.data.credited,
          position: e.position,
        }),
        SaleNotCredited: (row, e) => {
          const { data, position } = e;
          const known = row ?? unheardOf(e);
          return {
            ...known,
            listed_at: data.soldAt,
            outcome: 'notCredited',
            reason: data.reason,
            affiliate_id: data.affiliateId ?? known.affiliate_id,
            paid_cents: data.paidCents,
            sold_at: data.soldAt,
            customer_email: data.customerEmail,
            buyer: data.buyer,
            position,
          };
        },
        SaleCreditReversed: (row, e) => ({
          ...(row ?? unheardOf(e)),
          outcome: 'reversed',
          affiliate_id: e.data.affiliateId,
          position: e.position,
        }),
        PartialRefundSeen: (row, e) => ({ ...(row ?? unheardOf(e)), refunded_cents: e.data.refundedCents }),
      },
    }),

    clicks: table<{ clicks: number; last_at: string }>({
      ddl: 'affiliate_id text not null, day date not null, clicks int not null, last_at timestamptz not null, primary key (affiliate_id, day)',
      key: (e) => [idOf(e.streamId), e.metadata.occurredAt.slice(0, 10)],
      on: { VisitTracked: (row, e) => ({ clicks: (row?.clicks ?? 0) + 1, last_at: e.metadata.occurredAt }) },
    }),
  },
});
