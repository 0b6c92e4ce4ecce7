import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { kafkaClient } from '../services/src/engine/feed/kafka.ts';
import { decideParked, listParked } from '../services/src/engine/projecting/parking.ts';
import type { TestDatabase } from './database.ts';
import { append } from './history.ts';
import { firsts, KafkaTown, noKafka, titled } from './kafka.ts';
import { databaseAt, sharedBroker } from './stack.ts';
import { removed, tally } from './tally.ts';

const about = noKafka ? describe.skip : describe;
const streams = Array.from({ length: 40 }, (_, i) => `affiliate-s${i}`);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

/** A copy of the database as it is now, and the way back to it; whoever is connected is thrown out, as a restore does. */
async function snapshot({ ownerUrl }: TestDatabase): Promise<{ restore(): Promise<void> }> {
  const name = new URL(ownerUrl).pathname.slice(1);
  const server = new pg.Client(databaseAt(ownerUrl, 'postgres'));
  await server.connect();
  const alone = async (...statements: string[]) => {
    await server.query(`alter database ${name} allow_connections false`);
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    for (const statement of statements) await server.query(statement);
    await server.query(`alter database ${name} allow_connections true`);
    await server.query(`grant create on database ${name} to framelift_app`);
  };
  await alone(`create database ${name}_then template ${name}`);
  return {
    async restore() {
      await alone(`drop database ${name} with (force)`, `alter database ${name}_then rename to ${name}`);
      await server.end();
    },
  };
}

about(titled('the log over Kafka'), () => {
  let brokers: string;
  let town: KafkaTown;
  beforeAll(async () => {
    brokers = await sharedBroker();
  }, 120_000);
  afterEach(() => town.close());

  const open = async () => (town = await KafkaTown.open(brokers));
  /** Appends over and over until the connection holds, as a restore breaks it. */
  const one = async (stream: string, thing = 'x') => {
    for (;;) {
      const position = await append(town.db, stream, [removed(thing)]).catch(() => 0);
      if (position) return position;
    }
  };
  const some = async (n: number, among = streams) => {
    for (let i = 0; i < n; i += among.length) await Promise.all(among.slice(0, n - i).map((s) => one(s)));
  };
  const count = async () => (await town.db.pool.query<{ n: number }>('select coalesce(sum(n), 0) as n from tally.totals')).rows[0]!.n;
  const head = async () => (await town.db.log.head()).position;
  /** Every event applied once in effect, and nothing else. */
  const isWhole = async () => {
    await town.settled(tally());
    expect(await town.differing(tally())).toBe(0);
    expect(await count()).toBe(await head());
  };

  it('brings every event to the read model once and soon', async () => {
    await open();
    town.relay();
    // The topic alone: whatever it did not bring would be missing.
    await town.projector([tally()], { patience: Infinity });
    await some(200);
    await town.settled(tally());
    const times: number[] = [];
    for (let i = 0; i < 20; i++) {
      const from = performance.now();
      await one('affiliate-s1');
      await town.settled(tally());
      times.push(performance.now() - from);
    }
    expect(times.sort((a, b) => a - b)[10]).toBeLessThan(300);
    await isWhole();
    expect(firsts(await town.messages())).toEqual(upTo(220));
  });

  it('goes on where relay and projector stopped', async () => {
    await open();
    const relay = town.relay();
    const projector = await town.projector([tally()]);
    await some(100);
    await town.settled(tally());
    await town.published();
    await relay.stop();
    await projector.stop();
    await some(100);
    town.relay();
    await town.projector([tally()], { patience: Infinity });
    await isWhole();
    const messages = await town.messages();
    expect(firsts(messages)).toEqual(upTo(200));
    expect(messages.flat()).toHaveLength(200);
  });

  it('shares the partitions of a projection, and takes over those of a projector that leaves', async () => {
    await open();
    town.relay();
    const all = await Promise.all([town.projector([tally()]), town.projector([tally()]), town.projector([tally()])]);
    await some(200);
    await all[1]!.stop();
    await some(200);
    await all[0]!.stop();
    await some(200);
    await isWhole();
  });

  it('folds no ghost after the database was restored to an earlier moment and written on', async () => {
    await open();
    town.relay();
    const projector = await town.projector([tally()]);
    await some(120);
    await isWhole();
    const then = await snapshot(town.db);
    await some(80);
    await isWhole();
    await town.published();
    await projector.stop();
    // Published, but not consumed before the restore.
    await some(80);
    await town.published();
    await then.restore();
    // Another history on the same positions: other streams, other partitions.
    await some(100, streams.slice(0, 7));
    await town.projector([tally()]);
    await some(50, streams.slice(0, 5));
    await isWhole();
    expect(await head()).toBe(270);
  });

  it('keeps ghosts out also while it runs on through the restore', async () => {
    await open();
    town.relay();
    await town.projector([tally()]);
    await some(120);
    await town.settled(tally());
    const then = await snapshot(town.db);
    await some(80);
    await town.settled(tally());
    await then.restore();
    await some(200, streams.slice(3, 9));
    await isWhole();
  });

  it('fills from the log and publishes anew when the topic is deleted', async () => {
    await open();
    town.relay();
    await town.projector([tally()]);
    await some(120);
    await town.published();
    const admin = kafkaClient({ brokers: [brokers], topic: town.topic }).admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [town.topic] });
    await admin.disconnect();
    await some(120);
    await isWhole();
    await town.published();
    expect(firsts(await town.messages())).toEqual(upTo(240));
    await town.projector([tally({ name: 'late-tally' })]);
    await some(40);
    await town.settled(tally({ name: 'late-tally' }));
    expect(await town.differing(tally({ name: 'late-tally' }))).toBe(0);
  });

  it('reads the log while there is no relay and no broker at all', async () => {
    town = await KafkaTown.open('127.0.0.1:9');
    await town.projector([tally()]);
    await some(120);
    await isWhole();
  });

  it('parks what cannot be folded with the rest of its stream; retry and skip work', async () => {
    await open();
    town.relay();
    await town.projector([tally()], { patience: Infinity });
    const [poison, tooBig] = [await one('affiliate-s0', 'poison'), await one('affiliate-s1', 'too big')];
    await some(80);
    await town.settled(tally());
    const parked = () => listParked(town.db.pool, [tally()]);
    expect(await parked()).toMatchObject([
      { streamId: 'affiliate-s0', position: poison, error: 'poison', waiting: 2 },
      { streamId: 'affiliate-s1', position: tooBig, waiting: 2 },
    ]);
    expect(await count()).toBe(76);
    expect(await town.differing(tally())).toBe(0);
    await decideParked(town.db, town.db.log, tally(), poison, 'skip', 'op');
    await decideParked(town.db, town.db.log, tally({ mended: true }), tooBig, 'retry', 'op');
    expect(await parked()).toEqual([]);
    expect(await count()).toBe(81);
    expect(await town.differing(tally({ mended: true }))).toBe(0);
  });
});
