import {
  type AttributedBy,
  type DisputeState,
  idOf,
  type MissingSaleState,
  type NotCreditedReason,
  rules,
  soldAtFirst,
  type Stored,
} from '@framelift/contracts';
import { bigint, bool, cents, date, int, sealed, text, timestamp } from '../../engine/projecting/columns.ts';
import { projection, table } from '../../engine/projecting/projection.ts';

const foreignOf = (paid?: { currency: string; paidCents: number }) =>
  paid ? { foreign_cents: paid.paidCents, foreign_currency: paid.currency } : {};

/** Checkouts of before products could change do not name theirs. */
const firstTitles = new Map(soldAtFirst.map(({ sku, title }) => [sku, title]));

export const attribution = projection({
  name: 'attribution',
  version: 13,
  answers: 'From visit to checkout to sale, and what was not credited and why.',
  tables: {
    outcomes: table({
      key: { invoice: text() },
      // The stream is named after the invoice's key.
      keyOf: (e) => idOf(e.streamId),
      columns: {
        /** Time of sale, else of the checkout, else of the first event. */
        listed_at: timestamp,
        started_at: timestamp.nullable(),
        affiliate_id: text().nullable(),
        /** The attribution; null: none. */
        attributed_by: text<AttributedBy>().nullable(),
        visit_id: text().nullable(),
        visit_known: bool(false),
        referred_at: timestamp.nullable(),
        list_cents: cents().nullable(),
        /** Title of what was sold; null: not known. */
        product: text().nullable(),
        outcome: text<'open' | 'credited' | 'notCredited' | 'reversed'>('open'),
        /** Why it was not credited; kept when it is credited by hand later. */
        reason: text<NotCreditedReason>().nullable(),
        credited: text<'store' | 'hand'>().nullable(),
        amount_cents: cents().nullable(),
        commission_cents: cents().nullable(),
        /** When the hold of the commission ends; null: it is no longer, or never was, on hold. */
        available_at: timestamp.nullable(),
        paid_cents: cents().nullable(),
        sold_at: timestamp.nullable(),
        customer_email: sealed.nullable(),
        buyer: text().nullable(),
        /** The paid amount if not in euros, in hundredths of the currency's unit. */
        foreign_cents: bigint().nullable(),
        foreign_currency: text().nullable(),
        /** Refunded in part so far, in hundredths of the currency's unit; an admin looks at it. */
        refunded_cents: bigint().nullable(),
        refunded_currency: text().nullable(),
        /** Its last known state; an open one awaits the buyer's bank. */
        dispute: text<DisputeState>().nullable(),
        /** Position of the event that settled it last. */
        position: bigint(0),
      },
      indexes: [
        '(affiliate_id, position)',
        '(buyer)',
        '(listed_at, invoice)',
        '(outcome, listed_at, invoice)',
        `(listed_at, invoice) where refunded_cents > 0 or dispute = 'open'`,
      ],
      on: {
        CheckoutStarted: (row, { data, metadata, position }) => ({
          ...row,
          listed_at: row.sold_at ?? metadata.occurredAt,
          started_at: metadata.occurredAt,
          affiliate_id: data.affiliateId ?? row.affiliate_id,
          attributed_by: row.attributed_by ?? data.attributedBy ?? null,
          visit_id: data.visitId ?? null,
          visit_known: data.visitKnown,
          referred_at: data.referredAt ?? null,
          list_cents: data.listCents,
          product: row.product ?? data.product?.title ?? firstTitles.get(data.sku) ?? null,
          position,
        }),
        SaleReported: (row, { data, position }) => ({
          ...row,
          listed_at: data.soldAt,
          sold_at: data.soldAt,
          affiliate_id: data.affiliateId ?? null,
          attributed_by: data.attributedBy ?? null,
          ...(data.currency === rules.currency ? {} : foreignOf(data)),
          position,
        }),
        SaleCredited: (row, e) => ({
          ...row,
          ...foreignOf(e.data.foreign),
          listed_at: row.listed_at ?? e.metadata.occurredAt,
          outcome: 'credited',
          affiliate_id: e.data.affiliateId,
          amount_cents: e.data.amountCents,
          commission_cents: e.data.commissionCents,
          product: e.data.product ?? row.product,
          available_at: e.data.availableAt ?? null,
          credited: e.data.credited,
          attributed_by: e.data.credited === 'hand' ? 'hand' : row.attributed_by,
          position: e.position,
        }),
        SaleNotCredited: (row, { data, position }) => ({
          ...row,
          listed_at: data.soldAt,
          outcome: 'notCredited',
          reason: data.reason,
          affiliate_id: data.affiliateId ?? row.affiliate_id,
          paid_cents: data.paidCents,
          ...foreignOf(data.foreign),
          sold_at: data.soldAt,
          customer_email: data.customerEmail,
          buyer: data.buyer,
          position,
        }),
        SaleCreditReversed: (row, e) => ({
          ...row,
          listed_at: row.listed_at ?? e.metadata.occurredAt,
          outcome: 'reversed',
          affiliate_id: e.data.affiliateId,
          available_at: null,
          position: e.position,
        }),
        SaleCreditRestored: (row, e) => ({
          ...row,
          listed_at: row.listed_at ?? e.metadata.occurredAt,
          outcome: 'credited',
          affiliate_id: e.data.affiliateId,
          available_at: e.data.availableAt ?? null,
          position: e.position,
        }),
        SaleHoldReleased: (row, { metadata, position }) => ({
          ...row,
          listed_at: row.listed_at ?? metadata.occurredAt,
          available_at: null,
          position,
        }),
        PartialRefundSeen: (row, { data, metadata }) => ({
          ...row,
          listed_at: row.listed_at ?? metadata.occurredAt,
          refunded_cents: data.refundedCents,
          refunded_currency: data.currency,
        }),
        DisputeSeen: (row, { data, metadata }) => ({ ...row, listed_at: row.listed_at ?? metadata.occurredAt, dispute: data.state }),
      },
    }),

    missing_sales: table({
      key: { missing_sale_id: text() },
      keyOf: (e) => (e.data as Stored<'MissingSaleRaised' | 'MissingSaleAnswered'>).missingSaleId,
      columns: {
        affiliate_id: text(),
        /** Position of the event that raised it. */
        position: bigint(),
        raised_at: timestamp,
        bought_on: date,
        transaction: sealed.nullable(),
        customer_email: sealed.nullable(),
        notes: sealed.nullable(),
        state: text<MissingSaleState>('open'),
        answered_at: timestamp.nullable(),
        /** The invoice it turned out to be. */
        invoice: text().nullable(),
        reason: sealed.nullable(),
        internal_note: sealed.nullable(),
      },
      indexes: ['(affiliate_id, position)', '(state, position)', '(position)'],
      creates: {
        MissingSaleRaised: ({ streamId, position, data, metadata }) => ({
          affiliate_id: idOf(streamId),
          position,
          raised_at: metadata.occurredAt,
          bought_on: data.boughtOn,
          transaction: data.transaction ?? null,
          customer_email: data.customerEmail ?? null,
          notes: data.notes ?? null,
        }),
      },
      on: {
        MissingSaleAnswered: (row, { data, metadata }) => ({
          ...row,
          state: data.answer,
          answered_at: metadata.occurredAt,
          invoice: data.transactionId ?? null,
          reason: data.reason,
          internal_note: data.internalNote ?? null,
        }),
      },
    }),

    clicks: table({
      key: { affiliate_id: text(), day: date },
      keyOf: (e) => [idOf(e.streamId), e.metadata.occurredAt.slice(0, 10)],
      columns: { clicks: int(0), last_at: timestamp },
      on: { VisitTracked: (row, e) => ({ clicks: row.clicks + 1, last_at: e.metadata.occurredAt }) },
    }),
  },
});
