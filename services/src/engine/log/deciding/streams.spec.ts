import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Catalogue, Fact } from '@framelift/contracts';
import { Type } from 'typebox';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { upcast } from '../event.ts';
import { Log, shipped } from '../log.ts';
import { type CommandMeta, CommandReused } from './command.ts';
import type { Decider } from './decider.ts';
import { Streams } from './streams.ts';
import { StreamStates } from './stream-states.ts';
import { paymentMethodRemoved } from '../../../../../test/support/facts.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const counter = (version = 1, step = 1): Decider<number> => ({
  name: 'counter',
  version,
  initial: 0,
  evolve: { PaymentMethodRemoved: (n) => n + step },
});
const removed = paymentMethodRemoved({ paymentMethodId: '1' });
const meta = (more: Partial<CommandMeta> = {}): CommandMeta => {
  const commandId = randomUUID();
  return {
    commandId,
    correlationId: commandId,
    repeatable: false,
    occurredAt: new Date().toISOString(),
    actor: { kind: 'system', id: 't' },
    ...more,
  };
};
const fresh = () => new Streams(db.pool, db.log);
const add = (n: number) => (): Fact[] => Array.from({ length: n }, () => removed);

describe('loading', () => {
  it('reads what another process appended a moment ago', async () => {
    const source = { streamId: `affiliate-${randomUUID()}`, decider: counter() };
    const [here, there] = [fresh(), fresh()];
    await here.decide(source, { meta: meta() }, add(1));
    expect((await here.load(source)).state).toBe(1);
    await there.decide(source, { meta: meta() }, add(1));
    expect(await here.load(source)).toEqual({ state: 2, version: 2 });
  });

  it('answers each of many concurrent loads with its own stream', async () => {
    const sources = Array.from({ length: 30 }, () => ({ streamId: `affiliate-${randomUUID()}`, decider: counter() }));
    const [here, there] = [fresh(), fresh()];
    for (const source of sources) await here.decide(source, { meta: meta() }, add(1));
    await Promise.all(sources.map((source) => here.load(source)));
    await Promise.all(sources.map((source, i) => there.decide(source, { meta: meta() }, add(i % 3))));
    const loaded = await Promise.all(sources.map((source) => here.load(source)));
    expect(loaded).toEqual(sources.map((_, i) => ({ state: 1 + (i % 3), version: 1 + (i % 3) })));
  });

  it('keeps a snapshot every 200 events, even if a warm process reads few at a time', async () => {
    const source = { streamId: `affiliate-${randomUUID()}`, decider: counter() };
    const kept = async () =>
      (await db.pool.query('select version, state from log.snapshots where stream_id = $1', [source.streamId])).rows[0];
    const warm = fresh();
    const seen: unknown[] = [];
    for (let version = 0; version < 450; version += 50) {
      await db.log.append({ streams: [{ streamId: source.streamId, expected: version, facts: add(50)() }], metadata: meta() });
      await warm.load(source);
      seen.push((await kept())?.version);
    }
    expect(seen).toEqual([undefined, undefined, undefined, 200, 200, 200, 200, 400, 400]);
    expect(await kept()).toEqual({ version: 400, state: 400 });
    // Another process starts at the snapshot, and keeps the next one when it is 200 behind.
    const other = fresh();
    await other.load(source);
    await db.log.append({ streams: [{ streamId: source.streamId, expected: 450, facts: add(150)() }], metadata: meta() });
    await other.load(source);
    expect(await kept()).toEqual({ version: 600, state: 600 });
  });

  it('keeps no state that was read before its events were lost', async () => {
    const source = { streamId: `affiliate-${randomUUID()}`, decider: counter() };
    const log = await Log.open(db.pool, db.vault);
    const here = new StreamStates(db.pool, log);
    await fresh().decide(source, { meta: meta() }, add(3));
    const early = here.load(source);
    // As the log's watch does after a failover; what the load read is of the history before.
    const head = { position: 3, hash: Buffer.alloc(32), recordedAt: new Date() };
    log.known.lost(head, head);
    await early;
    expect(here.recent(source)).toBeUndefined();
  });

  it('starts from a snapshot, and ignores one of another fold', async () => {
    const streamId = `affiliate-${randomUUID()}`;
    await db.log.append({ streams: [{ streamId, expected: 0, facts: add(300)() }], metadata: meta() });
    expect((await fresh().load({ streamId, decider: counter() })).state).toBe(300);
    // A state that the events could not produce shows that the snapshot was used.
    await db.pool.query('update log.snapshots set state = $1 where stream_id = $2', ['1000', streamId]);
    expect(await fresh().load({ streamId, decider: counter() })).toEqual({ state: 1000, version: 300 });
    await db.log.append({ streams: [{ streamId, expected: 300, facts: [removed] }], metadata: meta() });
    expect(await fresh().load({ streamId, decider: counter() })).toEqual({ state: 1001, version: 301 });
    await db.log.append({ streams: [{ streamId, expected: 301, facts: add(2)() }], metadata: meta() });
    expect(await fresh().load({ streamId, decider: counter() })).toEqual({ state: 1003, version: 303 });
    expect((await fresh().load({ streamId, decider: counter(2, 2) })).state).toBe(606);
  });
});

describe('a command id', () => {
  it('is applied once, its outcome rebuilt from the log, also by a process that never saw it', async () => {
    const source = { streamId: `affiliate-${randomUUID()}`, decider: counter() };
    const command = { meta: meta({ repeatable: true, fingerprint: 'aa' }) };
    const first = await fresh().decide(source, command, add(2));
    const again = await fresh().decide(source, command, () => {
      throw new Error('decided twice');
    });
    expect(again).toMatchObject({ position: first.position, repeated: true });
    expect(again.events.map((e) => e.type)).toEqual(['PaymentMethodRemoved', 'PaymentMethodRemoved']);
  });

  it('used for another payload is refused', async () => {
    const source = { streamId: `affiliate-${randomUUID()}`, decider: counter() };
    const command = { meta: meta({ repeatable: true, fingerprint: 'aa' }) };
    await fresh().decide(source, command, add(1));
    await expect(fresh().decide(source, { meta: { ...command.meta, fingerprint: 'bb' } }, add(1))).rejects.toThrow(CommandReused);
  });

  it('returns the first outcome, even if that reaches the log during the repeat', async () => {
    for (const refuses of [true, false]) {
      const source = { streamId: `affiliate-${randomUUID()}`, decider: counter() };
      const command = { meta: meta({ repeatable: true, fingerprint: 'aa' }) };
      const once = (n: number): Fact[] => {
        if (n && refuses) throw new Error('refused');
        return n ? [] : [removed];
      };
      let queries = 0;
      const again = await fresh().decideAcross<{ one: number }, { meta: CommandMeta }>({
        sources: async () => {
          // The second time is after the query for an earlier outcome.
          if (++queries === 2) await fresh().decide(source, command, once);
          return { one: source };
        },
        command,
        rule: ({ one }) => ({ one: once(one) }),
      });
      expect(again).toMatchObject({ repeated: true, events: [{ type: 'PaymentMethodRemoved' }] });
    }
  });

  it('of a command that appended nothing is not remembered', async () => {
    const source = { streamId: `affiliate-${randomUUID()}`, decider: counter() };
    const command = { meta: meta({ repeatable: true }) };
    await fresh().decide(source, command, add(0));
    expect((await fresh().decide(source, command, add(1))).events).toHaveLength(1);
  });
});

describe('competing processes', () => {
  it('decide again on each other’s appends', async () => {
    const source = { streamId: `affiliate-${randomUUID()}`, decider: counter() };
    const both = [fresh(), fresh()];
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, i) => both[i % 2]!.decide(source, { meta: meta() }, (n) => (n < 10 ? [removed] : []))),
    );
    expect(outcomes.filter((o) => o.events.length)).toHaveLength(10);
  });
});

describe('sources that depend on state', () => {
  type Owned = { deed: string; estate: number };
  /** The owner, from the last event of the deed. */
  const deeds: Decider<string> = {
    name: 'deed',
    version: 1,
    initial: '',
    evolve: { PaymentMethodRemoved: (_, { paymentMethodId }) => paymentMethodId },
  };
  const names = (owner: string): Fact => paymentMethodRemoved({ paymentMethodId: owner });

  it('are derived again on every attempt, so that facts go to the current owner', async () => {
    const deed = { streamId: `affiliate-${randomUUID()}`, decider: deeds };
    const owners = Array.from({ length: 4 }, () => `affiliate-${randomUUID()}`);
    const processes = [fresh(), fresh(), fresh()];
    await fresh().decide(deed, { meta: meta() }, () => [names(owners[0]!)]);
    const move = (on: Streams, to: string) => on.decide(deed, { meta: meta() }, () => [names(to)]);
    const build = (on: Streams) =>
      on.decideAcross<Owned, { meta: CommandMeta }>({
        sources: async (load) => ({ deed, estate: { streamId: await load(deed), decider: counter() } }),
        command: { meta: meta() },
        rule: ({ deed: owner }) => ({ deed: [names(owner)], estate: [removed] }),
      });
    await Promise.all(
      Array.from({ length: 90 }, (_, i) =>
        i % 3 ? build(processes[i % 3]!) : move(processes[Math.floor(i / 3) % 3]!, owners[Math.floor(i / 3) % 4]!),
      ),
    );
    const deedEvents = await db.log.readStream(deed.streamId);
    const built = (await Promise.all(owners.map((owner) => db.log.readStream(owner)))).flat();
    expect(built).toHaveLength(60);
    for (const { streamId, position } of built)
      expect(deedEvents.findLast((e) => e.position < position)!.data).toEqual({ paymentMethodId: streamId });
  });

  it('and the rule see the same state of a stream, even if it moves between the reads', async () => {
    const deed = { streamId: `affiliate-${randomUUID()}`, decider: deeds };
    const owners = Array.from({ length: 5 }, () => `affiliate-${randomUUID()}`);
    const [here, there] = [fresh(), fresh()];
    const move = () =>
      there.decide(deed, { meta: meta() }, (owner) => owners.slice(owners.indexOf(owner) + 1, owners.indexOf(owner) + 2).map(names));
    await move();
    const derived: string[] = [];
    const met: string[] = [];
    await here.decideAcross<Owned, { meta: CommandMeta }>({
      sources: async (load) => {
        derived.push(await load(deed));
        await move();
        return { deed, estate: { streamId: derived.at(-1)!, decider: counter() } };
      },
      command: { meta: meta() },
      rule: ({ deed: owner }) => (met.push(owner), { deed: [names(owner)], estate: [removed] }),
    });
    // The first derivation only determines which streams to queue for.
    expect(met).toEqual(derived.slice(1));
    expect(met.at(-1)).toBe(owners.at(-1));
    const built = await Promise.all(owners.map(async (owner) => (await db.log.readStream(owner)).length));
    expect(built).toEqual([0, 0, 0, 0, 1]);
  });
});

describe('an event that a newer program wrote', () => {
  it('stops every decision on its stream, and no snapshot skips it', async () => {
    const source = { streamId: `affiliate-${randomUUID()}`, decider: counter() };
    await fresh().decide(source, { meta: meta() }, add(250));
    await db.owner.query('update log.events set schema_version = 2 where stream_id = $1 and version = 240', [source.streamId]);
    await expect(fresh().decide(source, { meta: meta() }, add(1))).rejects.toThrow('run the newer one');
    await db.owner.query(`update log.events set schema_version = 1, type = 'Unheard' where stream_id = $1 and version = 240`, [
      source.streamId,
    ]);
    await expect(fresh().load(source)).rejects.toThrow('does not know');
    expect((await db.pool.query('select from log.snapshots where stream_id = $1', [source.streamId])).rowCount).toBe(0);
  });

  it('ignores snapshots of a program that knew other versions', async () => {
    const source = { streamId: `affiliate-${randomUUID()}`, decider: counter() };
    await db.log.append({ streams: [{ streamId: source.streamId, expected: 0, facts: add(300)() }], metadata: meta() });
    await fresh().load(source);
    await db.pool.query('update log.snapshots set state = $1 where stream_id = $2', ['1000', source.streamId]);
    const { PaymentMethodRemoved, ...others } = shipped.catalogue;
    const catalogue = { ...others, PaymentMethodRemoved: { ...PaymentMethodRemoved!, version: 2, upcast: { 1: (data: object) => data } } };
    const newer = await Log.open(db.pool, db.vault, { ...shipped, catalogue: catalogue as never });
    expect((await new Streams(db.pool, newer).load(source)).state).toBe(300);
  });
});

describe('an old shape of an event', () => {
  const catalogue: Catalogue = {
    Renamed: {
      means: 'A test event that has shipped in three shapes.',
      data: Type.Object({ first: Type.String(), last: Type.String(), loud: Type.Boolean() }),
      version: 3,
      upcast: { 1: ({ name }) => ({ first: name.split(' ')[0], last: name.split(' ')[1] }), 2: (data) => ({ ...data, loud: false }) },
    },
  };

  it('is upcast step by step to the current one', () => {
    expect(upcast(catalogue, 'Renamed', 1, { name: 'Ada L' })).toEqual({ first: 'Ada', last: 'L', loud: false });
    expect(upcast(catalogue, 'Renamed', 2, { first: 'A', last: 'L' })).toEqual({ first: 'A', last: 'L', loud: false });
    expect(upcast(catalogue, 'Renamed', 3, { first: 'A', last: 'L', loud: true })).toEqual({ first: 'A', last: 'L', loud: true });
  });
  it('that no catalogue knows is a fault', () => expect(() => upcast(catalogue, 'toString', 1, {})).toThrow('does not know'));
});
