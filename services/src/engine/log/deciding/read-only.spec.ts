import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { commandMeta } from '../../../../../test/support/command-meta.ts';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { paymentMethodRemoved } from '../../../../../test/support/facts.ts';
import { Conflict } from '../appending/append.ts';
import type { Decider, Source } from './decider.ts';
import { Log } from '../log.ts';
import { Streams } from './streams.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const removed = paymentMethodRemoved({ paymentMethodId: '1' });
const counter: Decider<number> = { name: 'counter', version: 1, initial: 0, evolve: { PaymentMethodRemoved: (n) => n + 1 } };
const stream = () => `affiliate-${randomUUID()}`;
const anotherProcess = async () => new Streams(db.pool, await Log.open(db.pool, db.vault));

describe('an append with a stream that it does not write', () => {
  const to = (written: string, read: string, version: number) => ({
    streams: [
      { streamId: written, expected: 'any' as const, facts: [removed] },
      { streamId: read, expected: version, facts: [] },
    ],
    metadata: commandMeta(),
  });

  it('is refused if that stream moved on, empty or not, by any process, and appends nothing', async () => {
    const [written, read] = [stream(), stream()];
    await db.log.append(to(written, read, 0));
    await (await anotherProcess()).log.append({ streams: [{ streamId: read, expected: 0, facts: [removed] }], metadata: commandMeta() });
    await expect(db.log.append(to(written, read, 0))).rejects.toThrow(Conflict);
    await db.log.append(to(written, read, 1));
    await db.log.append({ streams: [{ streamId: read, expected: 1, facts: [removed] }], metadata: commandMeta() });
    await expect(db.log.append(to(written, read, 1))).rejects.toMatchObject({ streamId: read, expected: 1, actual: 2 });
    expect(await db.log.readStream(written)).toHaveLength(2);
  });

  it('shares a group with others that read it at the same version', async () => {
    const read = stream();
    const sizes: number[] = [];
    const log = await Log.open(db.pool, db.vault);
    log.onCommit((_, { events }) => sizes.push(events));
    await Promise.all(Array.from({ length: 40 }, () => log.append(to(stream(), read, 0))));
    expect(sizes.length).toBeLessThan(10);
  });

  it('of two that share a group with its writer, the later one is refused', async () => {
    const read = stream();
    const write = { streams: [{ streamId: read, expected: 0, facts: [removed] }], metadata: commandMeta() };
    const answers = await Promise.allSettled([
      db.log.append(to(stream(), read, 0)),
      db.log.append(write),
      db.log.append(to(stream(), read, 0)),
    ]);
    expect(answers.map((a) => a.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });
});

describe('a decision that reads a stream', () => {
  it('sees that stream as of its position, despite concurrent writers', async () => {
    const read = stream();
    const terms: Source<number> = { streamId: read, decider: counter, readOnly: true };
    const processes = [db.streams, await anotherProcess(), await anotherProcess()];
    const seen: { position: number; terms: number }[] = [];
    const decide = async (streams: Streams) => {
      let read = -1;
      const { position } = await streams.decideAcross({
        sources: { own: { streamId: stream(), decider: counter }, terms },
        command: { meta: { ...commandMeta(), repeatable: false } },
        rule: ({ terms }) => ((read = terms), { own: [removed] }),
      });
      seen.push({ position, terms: read });
    };
    const write = (streams: Streams) =>
      streams.decide({ streamId: read, decider: counter }, { meta: { ...commandMeta(), repeatable: false } }, () => [removed]);
    await Promise.all(Array.from({ length: 200 }, (_, i) => (i % 10 === 3 ? write(processes[2]!) : decide(processes[i % 3]!))));
    const positions = (await db.log.readStream(read)).map((e) => e.position);
    expect(positions).toHaveLength(20);
    for (const { position, terms } of seen) expect([position, terms]).toEqual([position, positions.filter((p) => p < position).length]);
    expect(new Set(seen.map((s) => s.terms)).size).toBeGreaterThan(1);
  });
});
