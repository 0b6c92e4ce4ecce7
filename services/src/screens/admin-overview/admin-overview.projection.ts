import { idOf, owedCents, postings } from '@framelift/contracts';
import { bigint, cents, date, int, text } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, plus, projection, table } from '../../engine/projecting/projection.ts';

const affiliateOf = (e: FoldedEvent): string => idOf(e.streamId);
const monthOf = (e: FoldedEvent): string => `${e.metadata.occurredAt.slice(0, 7)}-01`;

export const adminOverview = projection({
  name: 'admin-overview',
  version: 5,
  answers: 'What the whole programme adds up to, in total, per month and per day.',
  tables: {
    totals: table({
      key: {},
      keyOf: () => [],
      perPartition: true,
      columns: {
        affiliates: int(0),
        clicks: bigint(0),
        /** Amounts of net sales. */
        revenue_cents: cents(0),
        net_sales: int(0),
        pending_cashouts: int(0),
        completed_cashouts: int(0),
        rejected_cashouts: int(0),
        paid_cents: cents(0),
      },
      on: {
        AffiliateRegistered: (row) => plus(row, { affiliates: 1 }),
        AffiliateDeleted: (row) => plus(row, { affiliates: -1 }),
        VisitTracked: (row) => plus(row, { clicks: 1 }),
        SaleRecorded: (row, { data }) => plus(row, { revenue_cents: data.amountCents, net_sales: 1 }),
        SaleReversed: (row, { data }) => plus(row, { revenue_cents: -data.amountCents, net_sales: -1 }),
        SaleRestored: (row, { data }) => plus(row, { revenue_cents: data.amountCents, net_sales: 1 }),
        CashoutRequested: (row) => plus(row, { pending_cashouts: 1 }),
        CashoutProcessed: (row, { data }) =>
          plus(row, {
            pending_cashouts: data.from === 'pending' ? -1 : 0,
            completed_cashouts: data.status === 'completed' ? 1 : 0,
            rejected_cashouts: data.status === 'rejected' ? 1 : 0,
            paid_cents: postings.CashoutProcessed(data).paidCents,
          }),
        PaymentReturned: (row, { data }) => plus(row, { paid_cents: -data.amountCents }),
        SaleImported: (row, { data }) => plus(row, { revenue_cents: data.amountCents, net_sales: 1 }),
        PayoutImported: (row, { data }) => plus(row, { paid_cents: data.amountCents }),
      },
    }),

    affiliate_months: table({
      key: { affiliate_id: text(), month: date },
      keyOf: (e) => [affiliateOf(e), monthOf(e)],
      columns: {
        sales: int(0),
        /** Commission earned less commission taken back in that month. */
        net_cents: cents(0),
      },
      on: {
        SaleRecorded: (row, { data }) => plus(row, { sales: 1, net_cents: data.commissionCents }),
        SaleReversed: (row, { data }) => plus(row, { net_cents: -data.commissionCents }),
        SaleRestored: (row, { data }) => plus(row, { net_cents: data.commissionCents }),
      },
    }),

    /** The whole programme's figures of a day (UTC); refunds count on their own day. */
    days: table({
      key: { day: date },
      keyOf: (e) => e.metadata.occurredAt.slice(0, 10),
      perPartition: true,
      columns: {
        clicks: int(0),
        sales: int(0),
        revenue_cents: cents(0),
        paid_cents: cents(0),
        /** The change of the balance owed to affiliates, less their debts. */
        owed_cents: cents(0),
      },
      on: {
        VisitTracked: (row) => plus(row, { clicks: 1 }),
        SaleRecorded: (row, { data }) =>
          plus(row, { sales: 1, revenue_cents: data.amountCents, owed_cents: owedCents(postings.SaleRecorded(data)) }),
        SaleReversed: (row, { data }) =>
          plus(row, { sales: -1, revenue_cents: -data.amountCents, owed_cents: owedCents(postings.SaleReversed(data)) }),
        SaleRestored: (row, { data }) =>
          plus(row, { sales: 1, revenue_cents: data.amountCents, owed_cents: owedCents(postings.SaleRestored(data)) }),
        CashoutProcessed: (row, { data }) => {
          const posting = postings.CashoutProcessed(data);
          return posting.paidCents ? plus(row, { paid_cents: posting.paidCents, owed_cents: owedCents(posting) }) : row;
        },
        PaymentReturned: (row, { data }) =>
          plus(row, { paid_cents: -data.amountCents, owed_cents: owedCents(postings.PaymentReturned(data)) }),
        // The balance changes on the day of the import; the rest happened before.
        SaleImported: (row, { data }) => plus(row, { owed_cents: owedCents(postings.SaleImported(data)) }),
        PayoutImported: (row, { data }) => plus(row, { owed_cents: owedCents(postings.PayoutImported(data)) }),
        OpeningBalanceImported: (row, { data }) => plus(row, { owed_cents: owedCents(postings.OpeningBalanceImported(data)) }),
        AffiliateDeleted: (row, { data }) =>
          data.forfeitedCents ? plus(row, { owed_cents: owedCents(postings.AffiliateDeleted(data)) }) : row,
      },
    }),
  },
});
