import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Fact } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { countedReads } from '../../../../../test/support/counted-reads.ts';
import type { CommandMeta } from './command.ts';
import type { Decider, Source } from './decider.ts';
import { Streams } from './streams.ts';
import { paymentMethodRemoved } from '../../../../../test/support/facts.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const counter: Decider<number> = { name: 'counter', version: 1, initial: 0, evolve: { PaymentMethodRemoved: (n) => n + 1 } };
const removed: Fact = paymentMethodRemoved({ paymentMethodId: '1' });
const command = (): { meta: CommandMeta } => {
  const commandId = randomUUID();
  const occurredAt = new Date().toISOString();
  return { meta: { commandId, correlationId: commandId, repeatable: false, occurredAt, actor: { kind: 'system', id: 't' } } };
};

let here: Streams;
let there: Streams;
let one: Source<number>;
let other: Source<number>;
const add = (on: Streams, to = one) => on.decide(to, command(), () => [removed]);
const known = async (...sources: Source<number>[]) => {
  for (const source of sources) await here.load(source);
};
beforeEach(async () => {
  [here, there] = [new Streams(db.pool, db.log), new Streams(db.pool, db.log)];
  [one, other] = [1, 2].map(() => ({ streamId: `affiliate-${randomUUID()}`, decider: counter })) as [Source<number>, Source<number>];
  for (const source of [one, other]) await add(there, source);
});

describe('a first attempt', () => {
  it('does not read again what was just read', async () => {
    await known(one);
    expect(await countedReads(db.pool, one.streamId, () => add(here))).toBe(0);
  });

  it('assumes that a recently empty stream is still empty, and notices if it is not', async () => {
    const [fresh, taken] = [1, 2].map(() => ({ streamId: `affiliate-${randomUUID()}`, decider: counter }));
    await known(fresh!, taken!);
    expect(await countedReads(db.pool, fresh!.streamId, () => add(here, fresh))).toBe(0);
    await add(there, taken);
    await add(here, taken);
    expect([(await here.load(fresh!)).state, (await here.load(taken!)).state]).toEqual([1, 2]);
  });

  it('reads streams that this process never read or has since appended to', async () => {
    expect(await countedReads(db.pool, one.streamId, () => add(here))).toBe(1);
    expect(await countedReads(db.pool, one.streamId, () => add(here))).toBe(1);
  });

  const late: Record<string, [rule: (n: number) => Fact[], seen: (number | string)[]]> = {
    'an append, by its expected version': [() => [removed], [1, 2]],
    'nothing to do, by another look': [(n) => (n < 2 ? [] : [removed]), [1, 2]],
    'a refusal, by another look': [
      (n) => {
        if (n < 2) throw new Error('refused');
        return [removed];
      },
      [1, 2],
    ],
  };
  it.each(Object.keys(late))('notices a stale state: %s', async (what) => {
    const [rule, expected] = late[what]!;
    await known(one);
    await add(there);
    const seen: number[] = [];
    await here.decide(one, command(), (n) => (seen.push(n), rule(n)));
    expect(seen).toEqual(expected);
    expect((await here.load(one)).state).toBe(3);
  });

  it('does not decide on a stale state of a stream that is only read', async () => {
    await known(one, other);
    await add(there);
    const seen: number[] = [];
    await here.decideAcross<{ one: number; other: number }, { meta: CommandMeta }>({
      sources: { one, other },
      command: command(),
      rule: (states) => (seen.push(states.one), { other: [removed] }),
    });
    expect(seen).toEqual([1, 2]);
  });

  it('does not write when its sources were derived from a stale state', async () => {
    await known(one, other);
    await add(there);
    const seen: number[] = [];
    await here.decideAcross<{ other: number }, { meta: CommandMeta }>({
      sources: async (load) => (seen.push(await load(one)), { other }),
      command: command(),
      rule: () => ({ other: [removed] }),
    });
    // Once to queue, once for the first attempt, once for the one that counts.
    expect(seen).toEqual([1, 1, 2]);
  });

  it('is skipped if the stream is contended: the command queues and reads', async () => {
    await known(one);
    await add(there);
    await add(here);
    await known(one);
    expect(await countedReads(db.pool, one.streamId, () => add(here))).toBe(1);
  });
});
