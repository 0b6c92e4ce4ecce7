import { fact, idOf } from '../contracts/src/index.ts';
import { creates, projection, table } from '../services/src/engine/projecting/projection.ts';

/** What a spec can break from outside: folds are pure, so a 'mended' program is another one. */
export interface Program {
  version?: number;
  name?: string;
  mended?: boolean;
  /** Folds another number per event, as a program with a changed rule. */
  step?: number;
}

/**
 * A small projection for specs of the machinery: counts what was removed, per stream, per thing and in total, and lists it.
 * The thing 'poison' makes its fold throw, 'too big' is refused by the database, until the program is mended.
 */
export const tally = ({ version = 1, name = 'tally', mended = false, step = 1 }: Program = {}) =>
  projection({
    name,
    version,
    answers: 'How often each thing was removed.',
    tables: {
      streams: table<{ n: number }>({
        ddl: 'id text primary key, n int not null',
        key: (e) => idOf(e.streamId),
        on: { PaymentMethodRemoved: (row = { n: 0 }) => ({ n: row.n + step }) },
      }),
      things: table<{ n: number; last: number; at: string }>({
        ddl: 'id text not null, thing text not null, n smallint not null, last bigint not null, at timestamptz not null, primary key (id, thing)',
        indexes: ['(thing)'],
        key: (e) => ('paymentMethodId' in e.data ? [idOf(e.streamId), e.data.paymentMethodId] : undefined),
        on: {
          PaymentMethodRemoved: (row = { n: 0, last: 0, at: '' }, e) => {
            if (e.data.paymentMethodId === 'poison' && !mended) throw new Error('poison');
            if (typeof row.at !== 'string') throw new Error('a row read back differs from a row in memory');
            const n = e.data.paymentMethodId === 'too big' && !mended ? 40_000 : row.n + 1;
            return { n, last: e.position, at: e.metadata.occurredAt };
          },
          PaymentMethodAdded: () => undefined,
        },
      }),
      list: table<{ thing: string }>({
        ddl: 'position bigint primary key, thing text not null',
        key: (e) => e.position,
        on: { PaymentMethodRemoved: creates((e) => ({ thing: e.data.paymentMethodId })) },
      }),
      totals: table<{ n: number }>({
        ddl: 'n int not null, primary key (partition)',
        perPartition: true,
        key: () => [],
        on: { PaymentMethodRemoved: (row = { n: 0 }) => ({ n: row.n + 1 }) },
      }),
    },
  });

export const removed = (paymentMethodId: string) => fact('PaymentMethodRemoved', { paymentMethodId });
export const added = (paymentMethodId: string) =>
  fact('PaymentMethodAdded', { paymentMethodId, paymentType: 'paypal', details: { email: 'a@b.c' }, detailsHash: 'f'.repeat(32) });
