import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream, type Call, calls } from '@framelift/contracts';
import { asking } from '../support/asking.ts';
import { callersOf } from '../support/callers.ts';
import { isProof } from '../support/counts.ts';
import { cashoutsCollected, payoutRunStarted } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { type App, type Client, sharedApp } from '../support/system.ts';

/** Visits of pages are counted, and a job signs the head of each day. */
const OTHERS = ['VisitTracked', 'HeadSigned'];

let app: App;
let callers: Client[];
let ids: { method: string; affiliate: string };
const RUN = 'readrun000000000';

beforeAll(async () => {
  app = await sharedApp();
  const { clients, ids: found } = await callersOf(app);
  ids = found;
  // A program that may read, last: it is asked every day.
  callers = [
    clients.admin,
    clients.affiliate,
    app.anybody,
    await app.program(['read:affiliates', 'read:events', 'read:programme', 'read:personal']),
  ];
  // A run of each kind of payment, without a file: reading one must not make it.
  const people = [
    await asking(app, { email: 'a@pay.example' }),
    await asking(app, { iban: 'NL91ABNA0417164300', name: 'Ann' }),
    await asking(app, { address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' }),
  ];
  const types = ['paypal', 'bank', 'solana'] as const;
  const cashouts = people.map(({ cashoutId }, i) => ({ cashoutId, amountCents: 60_00, paymentType: types[i]! }));
  await append(app.system, `payout-${RUN}`, [payoutRunStarted({ runId: RUN, cashouts })]);
  for (const { id, cashoutId } of people)
    await append(app.system, affiliateStream(id), [cashoutsCollected({ runId: RUN, cashouts: [{ cashoutId, amountCents: 60_00 }] })]);
});
afterAll(() => app.stop());

const reads = Object.keys(calls).filter((name) => name.startsWith('GET ')) as (keyof typeof calls)[];

/** Every value of every parameter at least once, all parameters together. */
const queriesOf = ({ query = {} }: Call): string[] => {
  const values = Object.entries(query).map(([name, schema]) => [name, (schema as { enum?: string[] }).enum ?? ['1']] as const);
  const sets = Array.from({ length: Math.max(1, ...values.map(([, { length }]) => length)) }, (_, i) =>
    values.map(([name, of]) => [name, of[i % of.length]!] as [string, string]),
  );
  return ['', ...sets.map((set) => String(new URLSearchParams(set)))];
};
const pathOf = (name: string): string =>
  name
    .split(' ')[1]!
    .replace('/payout-runs/:id', `/payout-runs/${RUN}`)
    .replace(':id', ids.affiliate)
    .replace(':name/:table', 'dashboard/totals')
    .replace(':month', '2026-01')
    .replaceAll(/:\w+/g, '1');

describe('the log does not grow by', () => {
  it.each(reads)('%s', async (name) => {
    const call = calls[name] as Call;
    const streams = call.answers === 'stream' || call.streams;
    const { position } = await app.system.log.head();
    for (const query of queriesOf(call))
      for (const { token } of isProof ? callers : callers.slice(-1)) {
        const response = await fetch(`${app.url}${pathOf(name)}${query && `?${query}`}`, {
          headers: token ? { Authorization: `Bearer ${token}` } : {},
        });
        expect(response.status).not.toBe(500);
        await (streams ? response.body?.cancel() : response.arrayBuffer());
      }
    const grown = await app.system.log.read(position, 1_000);
    expect(grown.map(({ type }) => type).filter((type) => !OTHERS.includes(type))).toEqual([]);
  });
});
