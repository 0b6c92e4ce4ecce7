import { idOf, type ReceiptFigure } from '@framelift/contracts';
import { bigint, bool, cents, int, json, sealed, text, timestamp } from '../../engine/projecting/columns.ts';
import { projection, table } from '../../engine/projecting/projection.ts';

export const receipts = projection({
  name: 'receipts',
  version: 1,
  answers: 'Figures that affiliates published and did not withdraw.',
  tables: {
    shared: table({
      key: { receipt_id: text() },
      keyOf: (e) => (e.data as { receiptId: string }).receiptId,
      columns: {
        affiliate_id: text(),
        figure: text<ReceiptFigure>(),
        /** A month or a cashout; null: all of the account. */
        about: text().nullable(),
        name: sealed,
        amount_cents: cents(),
        /** How many events it adds up, and the last position that counts. */
        events: int(),
        up_to: bigint(),
        /** Positions of the newest events, falling. */
        positions: json<number[]>(),
        counted_at: timestamp,
        /** Days until the cashout was paid. */
        days: int().nullable(),
        on_page: bool(),
        shared_at: timestamp,
        position: bigint(),
      },
      indexes: ['(affiliate_id, position)', '(position) where on_page'],
      creates: {
        ReceiptShared: ({ streamId, data, metadata, position }) => ({
          affiliate_id: idOf(streamId),
          figure: data.figure,
          about: data.of ?? null,
          name: data.name,
          amount_cents: data.amountCents,
          events: data.events,
          up_to: data.upTo,
          positions: data.positions,
          counted_at: data.countedAt,
          days: data.days ?? null,
          on_page: data.onPage,
          shared_at: metadata.occurredAt,
          position,
        }),
      },
      on: { ReceiptWithdrawn: () => undefined },
    }),

    /** Accounts that are not active. */
    closed: table({
      key: { affiliate_id: text() },
      keyOf: (e) => idOf(e.streamId),
      columns: { is_closed: bool(false) },
      on: {
        AffiliateEdited: (row, { data }) => (data.status ? { is_closed: data.status !== 'active' } : row),
        AffiliateDeleted: () => ({ is_closed: true }),
      },
    }),
  },
});
