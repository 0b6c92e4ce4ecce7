import { idOf, onMoneyEvents, owedCents, postingOf } from '@framelift/contracts';
import { bigint, cents, date, int, text } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, plus, projection, table } from '../../engine/projecting/projection.ts';
import { soldProduct } from '../sold-product.ts';

const affiliateOf = (e: FoldedEvent): string => idOf(e.streamId);
const monthOf = (e: FoldedEvent): string => `${e.metadata.occurredAt.slice(0, 7)}-01`;

/** The programme's sums after an event that changes an account; the same row if none moves. */
const totalled = onMoneyEvents(<R extends { revenue_cents: number; net_sales: number; paid_cents: number }>(row: R, e: FoldedEvent): R => {
  const { sales, amountCents, books } = postingOf(e)!;
  return sales || books.paidCents
    ? plus(row, { revenue_cents: amountCents, net_sales: sales, paid_cents: books.paidCents } as object)
    : row;
});

/** A day's sums after it. An import changes what is owed on its day; the rest happened before. */
const dayBooked = onMoneyEvents(
  <R extends { sales: number; revenue_cents: number; paid_cents: number; owed_cents: number }>(row: R, e: FoldedEvent): R => {
    const { sales, amountCents, books } = postingOf(e)!;
    const owed_cents = owedCents(books);
    if (!sales && !owed_cents && !books.paidCents) return row;
    const happened = 'file' in e.data ? {} : { sales, revenue_cents: amountCents, paid_cents: books.paidCents };
    return plus(row, { owed_cents, ...happened } as object);
  },
);

const soldIn = ({ amountCents, commissionCents }: { amountCents: number; commissionCents: number }, sign: 1 | -1) => ({
  sales: sign,
  revenue_cents: sign * amountCents,
  commission_cents: sign * commissionCents,
});

export const adminOverview = projection({
  name: 'admin-overview',
  version: 6,
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
        ...totalled,
        AffiliateRegistered: (row) => plus(row, { affiliates: 1 }),
        AffiliateDeleted: (row) => plus(row, { affiliates: -1 }),
        VisitTracked: (row) => plus(row, { clicks: 1 }),
        CashoutRequested: (row) => plus(row, { pending_cashouts: 1 }),
        CashoutProcessed: (row, e) =>
          plus(row, {
            pending_cashouts: e.data.from === 'pending' ? -1 : 0,
            completed_cashouts: e.data.status === 'completed' ? 1 : 0,
            rejected_cashouts: e.data.status === 'rejected' ? 1 : 0,
            paid_cents: postingOf(e)!.books.paidCents,
          }),
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
      on: { VisitTracked: (row) => plus(row, { clicks: 1 }), ...dayBooked },
    }),

    /** What was sold of a product on a day (UTC); refunds count on their own day. */
    product_days: table({
      key: { product: text(), day: date },
      keyOf: (e) => [soldProduct(e.data as { product?: string }), e.metadata.occurredAt.slice(0, 10)],
      perPartition: true,
      columns: { sales: int(0), revenue_cents: cents(0), commission_cents: cents(0) },
      on: {
        SaleRecorded: (row, { data }) => plus(row, soldIn(data, 1)),
        SaleReversed: (row, { data }) => plus(row, soldIn(data, -1)),
        SaleRestored: (row, { data }) => plus(row, soldIn(data, 1)),
      },
    }),
  },
});
