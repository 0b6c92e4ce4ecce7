import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { kafkaClient } from '../../services/src/engine/feed/kafka.ts';
import { decideParked, listParked } from '../../services/src/engine/projecting/parked-streams.ts';
import type { TestDatabase } from '../support/database.ts';
import { append } from '../support/history.ts';
import { firsts, KafkaHarness, noKafka, titled } from '../support/kafka.ts';
import { databaseAt, sharedBroker } from '../support/stack.ts';
import { removed, countingProjection } from '../support/counting-projection.ts';

const about = noKafka ? describe.skip : describe;
const streams = Array.from({ length: 40 }, (_, i) => `affiliate-s${i}`);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

/** A copy of the current database, and a way to restore it; all connections are ended, as by a restore. */
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
  let harness: KafkaHarness;
  beforeAll(async () => {
    brokers = await sharedBroker();
  });
  afterEach(() => harness.close());

  const open = async () => (harness = await KafkaHarness.open(brokers));
  /** Retries an append until the connection works, because a restore breaks it. */
  const one = async (stream: string, thing = 'x') => {
    for (;;) {
      const position = await append(harness.db, stream, [removed(thing)]).catch(() => 0);
      if (position) return position;
    }
  };
  const some = async (n: number, among = streams) => {
    for (let i = 0; i < n; i += among.length) await Promise.all(among.slice(0, n - i).map((s) => one(s)));
  };
  const count = async () => (await harness.db.pool.query<{ n: number }>('select coalesce(sum(n), 0) as n from counting.totals')).rows[0]!.n;
  const head = async () => (await harness.db.log.head()).position;
  /** Every event is applied effectively once, and nothing else. */
  const isWhole = async () => {
    await harness.settled(countingProjection());
    expect(await harness.differing(countingProjection())).toBe(0);
    expect(await count()).toBe(await head());
  };

  it('brings every event to the read model once', async () => {
    await open();
    harness.relay();
    // From the topic alone: events that it did not bring would be missing.
    await harness.projector([countingProjection()], { patience: Infinity });
    await some(200);
    await harness.settled(countingProjection());
    for (let i = 0; i < 20; i++) {
      await one('affiliate-s1');
      await harness.settled(countingProjection());
    }
    await isWhole();
    expect(firsts(await harness.messages())).toEqual(upTo(220));
  });

  it('continues where relay and projector stopped', async () => {
    await open();
    const relay = harness.relay();
    const projector = await harness.projector([countingProjection()]);
    await some(100);
    await harness.settled(countingProjection());
    await harness.published();
    await relay.stop();
    await projector.stop();
    await some(100);
    harness.relay();
    await harness.projector([countingProjection()], { patience: Infinity });
    await isWhole();
    const messages = await harness.messages();
    expect(firsts(messages)).toEqual(upTo(200));
    expect(messages.flat()).toHaveLength(200);
  });

  it('shares the partitions of a projection, and takes over those of a projector that leaves', async () => {
    await open();
    harness.relay();
    const all = await Promise.all([
      harness.projector([countingProjection()]),
      harness.projector([countingProjection()]),
      harness.projector([countingProjection()]),
    ]);
    await some(200);
    await all[1]!.stop();
    await some(200);
    await all[0]!.stop();
    await some(200);
    await isWhole();
  });

  it('folds no lost event after the database was restored to an earlier moment and written to', async () => {
    await open();
    harness.relay();
    const projector = await harness.projector([countingProjection()]);
    await some(120);
    await isWhole();
    const then = await snapshot(harness.db);
    await some(80);
    await isWhole();
    await harness.published();
    await projector.stop();
    // Published, but not consumed before the restore.
    await some(80);
    await harness.published();
    await then.restore();
    // Another history on the same positions: other streams, other partitions.
    await some(100, streams.slice(0, 7));
    await harness.projector([countingProjection()]);
    await some(50, streams.slice(0, 5));
    await isWhole();
    expect(await head()).toBe(270);
  });

  it('folds no lost event while it keeps running through the restore', async () => {
    await open();
    harness.relay();
    await harness.projector([countingProjection()]);
    await some(120);
    await harness.settled(countingProjection());
    const then = await snapshot(harness.db);
    await some(80);
    await harness.settled(countingProjection());
    await then.restore();
    await some(200, streams.slice(3, 9));
    await isWhole();
  });

  it('fills from the log and publishes again when the topic is deleted', async () => {
    await open();
    harness.relay();
    await harness.projector([countingProjection()]);
    await some(120);
    await harness.published();
    const admin = kafkaClient({ brokers: [brokers], topic: harness.topic }).admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [harness.topic] });
    await admin.disconnect();
    await some(120);
    await isWhole();
    await harness.published();
    expect(firsts(await harness.messages())).toEqual(upTo(240));
    await harness.projector([countingProjection({ name: 'late-counting' })]);
    await some(40);
    await harness.settled(countingProjection({ name: 'late-counting' }));
    expect(await harness.differing(countingProjection({ name: 'late-counting' }))).toBe(0);
  });

  it('reads the log without a relay or a broker', async () => {
    harness = await KafkaHarness.open('127.0.0.1:9');
    await harness.projector([countingProjection()]);
    await some(120);
    await isWhole();
  });

  it('parks an event that cannot be folded with the rest of its stream; retry and skip work', async () => {
    await open();
    harness.relay();
    await harness.projector([countingProjection()], { patience: Infinity });
    const [poison, tooBig] = [await one('affiliate-s0', 'poison'), await one('affiliate-s1', 'too big')];
    await some(80);
    await harness.settled(countingProjection());
    const parked = () => listParked(harness.db.pool, [countingProjection()]);
    expect(await parked()).toMatchObject([
      { streamId: 'affiliate-s0', position: poison, error: 'poison', waiting: 2 },
      { streamId: 'affiliate-s1', position: tooBig, waiting: 2 },
    ]);
    expect(await count()).toBe(76);
    expect(await harness.differing(countingProjection())).toBe(0);
    await decideParked(harness.db, harness.db.log, countingProjection(), poison, 'skip', { by: 'op' });
    await decideParked(harness.db, harness.db.log, countingProjection({ fixed: true }), tooBig, 'retry', { by: 'op' });
    expect(await parked()).toEqual([]);
    expect(await count()).toBe(81);
    expect(await harness.differing(countingProjection({ fixed: true }))).toBe(0);
  });
});
