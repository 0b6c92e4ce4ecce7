import { idOf } from '../../contracts/src/index.ts';
import { bigint, int, smallint, text, timestamp } from '../../services/src/engine/projecting/columns.ts';
import { projection, table } from '../../services/src/engine/projecting/projection.ts';
import { paymentMethodAdded, paymentMethodRemoved } from './facts.ts';

/** What a spec can break from outside: folds are pure, so a 'fixed' program is another one. */
export interface Program {
  version?: number;
  name?: string;
  fixed?: boolean;
  /** Folds another number per event, like a program with a changed rule. */
  step?: number;
}

/**
 * A small projection for specs of the engine: counts removals, per stream, per thing and in total, and lists them.
 * The thing 'poison' makes its fold throw, 'too big' is refused by the database, until the program is fixed.
 */
export const countingProjection = ({ version = 1, name = 'counting', fixed = false, step = 1 }: Program = {}) =>
  projection({
    name,
    version,
    answers: 'How often each thing was removed.',
    tables: {
      streams: table({
        key: { id: text() },
        keyOf: (e) => idOf(e.streamId),
        columns: { n: int(0) },
        on: { PaymentMethodRemoved: (row) => ({ n: row.n + step }) },
      }),
      things: table({
        key: { id: text(), thing: text() },
        keyOf: (e) => ('paymentMethodId' in e.data ? [idOf(e.streamId), e.data.paymentMethodId] : undefined),
        columns: { n: smallint(0), last: bigint(0), at: timestamp },
        indexes: ['(thing)'],
        on: {
          PaymentMethodRemoved: (row, e) => {
            if (e.data.paymentMethodId === 'poison' && !fixed) throw new Error('poison');
            if (row.n && !/^\d{4}-.*Z$/.test(row.at!)) throw new Error('a row read back differs from a row in memory');
            const n = e.data.paymentMethodId === 'too big' && !fixed ? 40_000 : row.n + 1;
            return { n, last: e.position, at: e.metadata.occurredAt };
          },
          PaymentMethodAdded: () => undefined,
        },
      }),
      list: table({
        key: { position: bigint() },
        keyOf: (e) => e.position,
        columns: { thing: text() },
        creates: { PaymentMethodRemoved: (e) => ({ thing: e.data.paymentMethodId }) },
      }),
      totals: table({
        key: {},
        keyOf: () => [],
        perPartition: true,
        columns: { n: int(0) },
        on: { PaymentMethodRemoved: (row) => ({ n: row.n + 1 }) },
      }),
    },
  });

export const removed = (paymentMethodId: string) => paymentMethodRemoved({ paymentMethodId });
export const added = (paymentMethodId: string) =>
  paymentMethodAdded({ paymentMethodId, paymentType: 'paypal', details: { email: 'a@b.c' }, detailsHash: 'f'.repeat(32) });
