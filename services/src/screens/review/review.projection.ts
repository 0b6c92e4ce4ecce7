import {
  type AttributedBy,
  idOf,
  type NotCreditedReason,
  type ReviewDecision,
  type Reviewed,
  reviewKey,
  signalLimits,
  type Stored,
} from '@framelift/contracts';
import { bigint, bool, cents, sealed, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, projection, table } from '../../engine/projecting/projection.ts';
import { burstColumns, countBurst, foundBursts } from './burst.rule.ts';
import { countDay, foundJumps, jumpColumns } from './jump.rule.ts';
import { countReversed, foundReversedShares, reversedColumns } from './reversed-share.rule.ts';

const affiliateOf = (e: FoldedEvent): string => idOf(e.streamId);
type Payee = Pick<Stored<'PaymentMethodAdded'>, 'paymentMethodId' | 'detailsHash'>;
const payee = (e: FoldedEvent & { data: Payee }, changed: boolean) => ({
  payment_method_id: e.data.paymentMethodId,
  hash: e.data.detailsHash,
  changed,
  at: e.metadata.occurredAt,
});

/** Whether click and checkout are closer than a person takes to buy. */
const isQuick = (clicked: string | undefined, started: string): boolean =>
  clicked !== undefined && Date.parse(started) - Date.parse(clicked) < signalLimits.personSeconds * 1000;

export const review = projection({
  name: 'review',
  version: 3,
  answers: 'What looks wrong, and what admins decided about it.',
  tables: {
    accounts: table({
      key: { affiliate_id: text() },
      keyOf: affiliateOf,
      columns: {
        registered_at: timestamp,
        email_claim: text(),
        /** Position of the event that said it. */
        email_position: bigint(),
        email_at: timestamp,
        deleted: bool(false),
      },
      indexes: ['(email_claim)'],
      creates: {
        AffiliateRegistered: ({ position, data, metadata: { occurredAt } }) => ({
          registered_at: occurredAt,
          email_claim: data.emailClaim,
          email_position: position,
          email_at: occurredAt,
        }),
      },
      on: {
        AffiliateEdited: (row, { position, data: { emailClaim }, metadata: { occurredAt } }) =>
          emailClaim ? { ...row, email_claim: emailClaim, email_position: position, email_at: occurredAt } : row,
        AffiliateDeleted: (row) => ({ ...row, deleted: true }),
      },
    }),

    /** Where affiliates are or were paid. */
    payees: table({
      key: { affiliate_id: text(), position: bigint() },
      keyOf: (e) => [affiliateOf(e), e.position],
      columns: { payment_method_id: text(), hash: text(), changed: bool(), at: timestamp },
      indexes: ['(hash)', '(affiliate_id, payment_method_id)'],
      creates: { PaymentMethodAdded: (e) => payee(e, false), PaymentMethodChanged: (e) => payee(e, true) },
    }),

    cashouts: table({
      key: { cashout_id: text() },
      keyOf: (e) => (e.data as Stored<'CashoutRequested' | 'CashoutProcessed'>).cashoutId,
      columns: {
        affiliate_id: text(),
        payment_method_id: text(),
        amount_cents: cents(),
        position: bigint(),
        requested_at: timestamp,
        /** Open: pending or approved. */
        status: text<'open' | 'completed' | 'rejected'>('open'),
      },
      indexes: ['(affiliate_id, status)', `(cashout_id) where status = 'open'`],
      creates: {
        CashoutRequested: (e) => ({
          affiliate_id: affiliateOf(e),
          payment_method_id: e.data.paymentMethodId,
          amount_cents: e.data.amountCents,
          position: e.position,
          requested_at: e.metadata.occurredAt,
        }),
      },
      on: { CashoutProcessed: (row, { data: { status } }) => (status === 'approved' ? row : { ...row, status }) },
    }),

    /** Invoices by how they came and what they came to. */
    sales: table({
      key: { invoice: text() },
      keyOf: (e) => idOf(e.streamId),
      columns: {
        affiliate_id: text().nullable(),
        started_at: timestamp.nullable(),
        clicked_at: timestamp.nullable(),
        quick: bool(false),
        visit_known: bool(false),
        attributed_by: text<AttributedBy>().nullable(),
        network: text().nullable(),
        outcome: text<'open' | 'credited' | 'notCredited' | 'reversed'>('open'),
        reason: text<NotCreditedReason>().nullable(),
        sold_at: timestamp.nullable(),
        commission_cents: cents(0),
        /** The buyer's address, as an account's and as a payee's. */
        account: text().nullable(),
        payee: text().nullable(),
        /** Position of the outcome. */
        position: bigint(0),
      },
      // Rules read whole kinds of sales from an index alone, so each has what it asks for.
      indexes: [
        '(payee)',
        '(account)',
        '(invoice) where quick',
        '(affiliate_id, outcome, attributed_by, reason)',
        `(affiliate_id, network) where network is not null and outcome in ('credited', 'reversed')`,
        `(affiliate_id) include (position, sold_at) where not visit_known and attributed_by = 'click' and outcome in ('credited', 'reversed')`,
        `(affiliate_id) include (position, sold_at) where outcome = 'notCredited' and reason = 'disposableEmail'`,
      ],
      on: {
        CheckoutStarted: (row, { data, metadata: { occurredAt } }) => ({
          ...row,
          affiliate_id: data.affiliateId ?? null,
          started_at: occurredAt,
          clicked_at: data.referredAt ?? null,
          quick: isQuick(data.referredAt, occurredAt),
          visit_known: data.visitKnown,
          attributed_by: data.attributedBy ?? null,
          network: data.network ?? null,
        }),
        SaleCredited: (row, { data, position, metadata }) => ({
          ...row,
          affiliate_id: data.affiliateId,
          attributed_by: data.credited === 'hand' ? 'hand' : row.attributed_by,
          outcome: 'credited',
          sold_at: data.soldAt ?? metadata.occurredAt,
          commission_cents: data.commissionCents,
          account: data.buyerAs?.account ?? null,
          payee: data.buyerAs?.payee ?? null,
          position,
        }),
        SaleNotCredited: (row, { data, position }) => ({
          ...row,
          affiliate_id: data.affiliateId ?? row.affiliate_id,
          outcome: 'notCredited',
          reason: data.reason,
          sold_at: data.soldAt,
          position,
        }),
        SaleCreditReversed: (row) => ({ ...row, outcome: 'reversed' }),
        SaleCreditRestored: (row) => ({ ...row, outcome: 'credited' }),
      },
    }),

    /** Patterns across an affiliate's sales that a single sale does not show. */
    habits: table({
      key: { affiliate_id: text() },
      keyOf: affiliateOf,
      columns: { ...reversedColumns, ...burstColumns, ...jumpColumns },
      // The few rows that each rule finds.
      indexes: [foundBursts, foundJumps, foundReversedShares].map((found) => `(affiliate_id) where ${found}`),
      on: {
        SaleRecorded: (row, e) => countDay(countBurst({ ...row, sales: row.sales + 1 }, e), e),
        SaleReversed: countReversed,
        SaleRestored: (row) => ({ ...row, reversed: row.reversed - 1 }),
      },
    }),

    decisions: table({
      key: { subject: text() },
      keyOf: (e) => {
        const { of, about } = e.data as Stored<'ReviewDecided'>;
        return reviewKey(of, about);
      },
      columns: {
        of: text<Reviewed>(),
        about: text(),
        affiliate_id: text(),
        held: bool(false),
        decision: text<ReviewDecision>().nullable(),
        reason: sealed.nullable(),
        internal_note: sealed.nullable(),
        decided_at: timestamp.nullable(),
        /** The admin; null: an operator. */
        decided_by: text().nullable(),
        /** Signals up to here are closed. */
        up_to: bigint(0),
        position: bigint(0),
      },
      indexes: ['(position)'],
      on: {
        ReviewDecided: (row, e) => ({
          ...row,
          ...subject(e),
          decision: e.data.decision,
          reason: e.data.reason ?? null,
          internal_note: e.data.internalNote ?? null,
          decided_at: e.metadata.occurredAt,
          decided_by: e.metadata.actor.kind === 'admin' ? e.metadata.actor.id : null,
          up_to: Math.max(row.up_to, e.data.upTo),
        }),
        ReviewHoldPlaced: (row, e) => ({ ...row, ...subject(e), held: true }),
        ReviewHoldLifted: (row, e) => ({ ...row, ...subject(e), held: false }),
      },
    }),
  },
});

const subject = (e: FoldedEvent & { data: { of: Reviewed; about: string } }) => ({
  of: e.data.of,
  about: e.data.about,
  affiliate_id: affiliateOf(e),
  position: e.position,
});
