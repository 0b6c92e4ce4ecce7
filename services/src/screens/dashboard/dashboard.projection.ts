import {
  type AttributedBy,
  type CashoutStatus,
  idOf,
  invoiceKey,
  noHolds,
  onMoneyEvents,
  ownCents,
  pageName,
  type PaymentType,
  type Reviewed,
  type Stored,
  withHold,
  withReview,
} from '@framelift/contracts';
import { bigint, bool, cents, date, int, type RowOf, sealed, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, plus, projection, type ReadRow, table } from '../../engine/projecting/projection.ts';
import { accounted, sumColumns, sumsOf } from '../affiliate-sums.ts';
import { notifications } from './notifications.table.ts';
import { holdEnd, partSums, parts, programmeSums } from './parts.table.ts';
import { paymentMethods } from './payment-methods.table.ts';

const affiliateOf = (e: FoldedEvent): string => idOf(e.streamId);

/** Whether an event places or lifts a hold for a review of such a thing. */
const heldOf = (e: FoldedEvent, of: Reviewed): string | undefined =>
  'of' in e.data && e.data.of === of && 'heldCents' in e.data ? e.data.about : undefined;

/** The columns of a row that is held for a review. */
const underReview = ({ reason }: Stored<'ReviewHoldPlaced'>) => ({ under_review: true, review_reason: reason ?? null });
const reviewed = { under_review: false, review_reason: null };

/** The sums after an event that changes the account, and the lowest that was ever on it. */
const booked = <R extends RowOf<typeof sumColumns> & { lowest_cents: number }>(row: R, e: FoldedEvent): R => {
  const next = accounted(row, e);
  return { ...next, lowest_cents: Math.min(row.lowest_cents, ownCents(sumsOf(next).books)) };
};
const accountFolds = onMoneyEvents(booked);

export const dashboard = projection({
  name: 'dashboard',
  version: 19,
  answers: 'What an affiliate sees on their dashboard.',
  tables: {
    totals: table({
      key: { affiliate_id: text() },
      keyOf: affiliateOf,
      columns: {
        /** Position of the registration: newest first is highest first. */
        position: bigint(0),
        username: sealed.nullable(),
        email: sealed.nullable(),
        ...sumColumns,
        /** The lowest that was ever on the account, holds included: only accounts that were below zero have had debts. */
        lowest_cents: cents(0),
        /** Own terms; null: the programme’s. */
        minimum_cashout_cents: cents().nullable(),
        hold_days: int().nullable(),
        /** Version of the accepted texts; null: an admin created the account, or it is older than this record. */
        texts_version: text().nullable(),
        deleted: bool(false),
        /** The whole account is held for a review. */
        under_review: bool(false),
        review_reason: sealed.nullable(),
      },
      indexes: ['(position)', '(affiliate_id) where lowest_cents < 0'],
      on: {
        ...accountFolds,
        AffiliateRegistered: (row, { position, data: { username, email, commissionBps, textsVersion } }) => ({
          ...row,
          position,
          username,
          email,
          commission_bps: commissionBps,
          texts_version: textsVersion ?? null,
        }),
        AffiliateEdited: (row, { data }) => ({
          ...row,
          username: data.username ?? row.username,
          email: data.email ?? row.email,
          commission_bps: data.commissionBps ?? row.commission_bps,
          status: data.status ?? row.status,
          tier: data.tier ?? row.tier,
          minimum_cashout_cents: data.minimumCashoutCents === undefined ? row.minimum_cashout_cents : data.minimumCashoutCents,
          hold_days: data.holdDays === undefined ? row.hold_days : data.holdDays,
        }),
        AffiliateDeleted: (row, e) => ({ ...booked(row, e), holds: noHolds, deleted: true, username: null, email: null }),
        HoldReleased: (row, { data, metadata }) => ({
          ...row,
          holds: withHold(row.holds, data.availableAt, -data.commissionCents, metadata.occurredAt),
        }),
        ReviewHoldPlaced: (row, { data, metadata }) => ({
          ...row,
          holds: withReview(row.holds, 1, data, metadata.occurredAt),
          ...(data.of === 'affiliate' ? underReview(data) : {}),
        }),
        ReviewHoldLifted: (row, { data, metadata }) => ({
          ...row,
          holds: withReview(row.holds, -1, data, metadata.occurredAt),
          ...(data.of === 'affiliate' ? reviewed : {}),
        }),
        TierReached: (row, { data: { to } }) => ({ ...row, tier: to }),
        TierRecalculated: (row, { data: { to } }) => ({ ...row, tier: to }),
      },
    }),

    clicks: table({
      key: { affiliate_id: text() },
      keyOf: affiliateOf,
      columns: { clicks: bigint(0) },
      on: { VisitTracked: (row) => ({ clicks: row.clicks + 1 }) },
    }),

    /** The figures of a day (UTC); refunds count on their own day. */
    days: table({
      key: { affiliate_id: text(), day: date },
      keyOf: (e) => [affiliateOf(e), e.metadata.occurredAt.slice(0, 10)],
      columns: { clicks: int(0), sales: int(0), commission_cents: cents(0) },
      on: {
        VisitTracked: (row) => plus(row, { clicks: 1 }),
        SaleRecorded: (row, { data }) => plus(row, { sales: 1, commission_cents: data.commissionCents }),
        SaleReversed: (row, { data }) => plus(row, { sales: -1, commission_cents: -data.commissionCents }),
        SaleRestored: (row, { data }) => plus(row, { sales: 1, commission_cents: data.commissionCents }),
      },
    }),

    sales: table({
      key: { affiliate_id: text(), invoice: text() },
      keyOf: (e) => {
        const invoice = 'invoiceId' in e.data ? invoiceKey(e.data) : heldOf(e, 'sale');
        return invoice && [affiliateOf(e), invoice];
      },
      columns: {
        position: bigint(),
        product: text(),
        customer_email: sealed,
        sold_at: timestamp,
        amount_cents: cents(),
        commission_cents: cents(),
        /** When the commission is no longer on hold; null: it never was. */
        available_at: timestamp.nullable(),
        attributed_by: text<AttributedBy>(),
        code: sealed.nullable(),
        /** The buyer's referral; null: not known. */
        campaign: text().nullable(),
        landing: text().nullable(),
        site: text().nullable(),
        status: text<'completed' | 'refunded'>('completed'),
        /** What the admin who reversed it wrote to the affiliate. */
        reason: sealed.nullable(),
        under_review: bool(false),
        review_reason: sealed.nullable(),
      },
      indexes: ['(affiliate_id, position)'],
      creates: {
        SaleRecorded: ({ position, data, metadata }) => ({
          position,
          product: data.product,
          customer_email: data.customerEmail,
          sold_at: data.soldAt,
          amount_cents: data.amountCents,
          commission_cents: data.commissionCents,
          available_at: holdEnd(data, metadata.occurredAt),
          attributed_by: data.attributedBy,
          code: data.code ?? null,
          campaign: data.campaign ?? null,
          // Visits are counted by page in the same way.
          landing: data.landing ? pageName(data.landing) : null,
          site: data.site ?? null,
        }),
      },
      on: {
        SaleReversed: (row, { data }) => ({ ...row, status: 'refunded', reason: data.reason ?? null }),
        SaleRestored: (row, { data }) => ({ ...row, status: 'completed', available_at: data.availableAt ?? null, reason: null }),
        HoldReleased: (row) => ({ ...row, available_at: null }),
        ReviewHoldPlaced: (row, { data }) => ({ ...row, ...underReview(data) }),
        ReviewHoldLifted: (row) => ({ ...row, ...reviewed }),
      },
    }),

    cashouts: table({
      key: { cashout_id: text() },
      keysOf: (e) =>
        'cashouts' in e.data && e.type !== 'MailsChosen'
          ? e.streamId.startsWith('affiliate-')
            ? e.data.cashouts.map((c) => c.cashoutId)
            : []
          : 'cashoutId' in e.data
            ? [e.data.cashoutId]
            : [heldOf(e, 'cashout') ?? []].flat(),
      columns: {
        affiliate_id: text(),
        payment_method_id: text(),
        position: bigint(),
        amount_cents: cents(),
        payment_type: text<PaymentType>(),
        pay_to: sealed,
        status: text<CashoutStatus>('pending'),
        requested_at: timestamp,
        paid_at: timestamp.nullable(),
        /** What the payer calls the payment. */
        reference: text().nullable(),
        /** A proof of payment was given. */
        proof: bool(false),
        /** What the admin who decided wrote to the affiliate. */
        reason: sealed.nullable(),
        /** The bank's reason for a payment that came back. */
        bank_code: text().nullable(),
        /** What came back of it, where that is a part. */
        back_cents: cents().nullable(),
        /** What that admin wrote for admins alone. */
        internal_note: sealed.nullable(),
        /** The payout run it is in, or was paid by. */
        run_id: text().nullable(),
        /** Since when it is not known whether it was paid by hand, as the system went back; null: it is known. */
        unknown_since: timestamp.nullable(),
        under_review: bool(false),
        review_reason: sealed.nullable(),
      },
      indexes: ['(affiliate_id, position)', '(position)', `(position) where status in ('pending', 'approved')`],
      creates: {
        CashoutRequested: (e) => ({
          position: e.position,
          affiliate_id: affiliateOf(e),
          payment_method_id: e.data.paymentMethodId,
          amount_cents: e.data.amountCents,
          payment_type: e.data.paymentType,
          pay_to: e.data.payTo,
          requested_at: e.metadata.occurredAt,
        }),
      },
      on: {
        CashoutProcessed: (row, { metadata, data: { status, proof, adminNotes, internalNote, reference } }) => ({
          ...row,
          status,
          paid_at: status === 'completed' ? metadata.occurredAt : row.paid_at,
          reference: reference ?? row.reference,
          proof: row.proof || proof !== undefined,
          reason: adminNotes ?? row.reason,
          internal_note: internalNote ?? row.internal_note,
        }),
        CashoutsCollected: (row, { data: { runId } }) => ({ ...row, run_id: runId }),
        CashoutsReleased: (row) => ({ ...row, run_id: null }),
        PaymentOutcomeUnknown: (row, { metadata }) => ({ ...row, unknown_since: metadata.occurredAt }),
        PaymentOutcomeStated: (row) => ({ ...row, unknown_since: null }),
        PaymentReturned: (row, { data }) => ({
          ...row,
          status: 'returned',
          bank_code: data.bankCode ?? null,
          back_cents: data.ofCents === undefined ? null : (row.back_cents ?? 0) + data.amountCents,
        }),
        ReviewHoldPlaced: (row, { data }) => ({ ...row, ...underReview(data) }),
        ReviewHoldLifted: (row) => ({ ...row, ...reviewed }),
      },
    }),

    payment_methods: paymentMethods,

    /** Codes that admins added; a deleted affiliate has none. */
    coupons: table({
      key: { affiliate_id: text(), code_claim: text() },
      keyOf: (e) => ('codeClaim' in e.data ? [affiliateOf(e), e.data.codeClaim] : undefined),
      columns: { position: bigint(), code: sealed, discount_bps: int().nullable() },
      creates: { CouponGiven: ({ position, data: { code, discountBps = null } }) => ({ position, code, discount_bps: discountBps }) },
      on: { CouponTakenBack: () => undefined },
    }),

    notifications,

    /** What each event adds to figures, and sums of that. */
    parts,
    part_sums: partSums,
    programme_sums: programmeSums,

    admins: table({
      key: { admin_id: text() },
      keyOf: affiliateOf,
      columns: { username: sealed, email: sealed },
      creates: { AdminCreated: ({ data: { username, email } }) => ({ username, email }) },
      on: { AdminEmailChanged: (row, { data: { email } }) => ({ ...row, email }) },
    }),
  },
});

/** Rows as views read them. */
export type DashboardRow<Table extends keyof (typeof dashboard)['tables']> = ReadRow<typeof dashboard, Table>;
