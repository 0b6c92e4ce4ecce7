import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Kafka, Producer } from 'kafkajs';
import pg from 'pg';
import { nothingBefore } from '../../services/src/engine/feed/cloud-event.ts';
import { kafkaClient } from '../../services/src/engine/feed/kafka.ts';
import { Publisher } from '../../services/src/engine/feed/publisher.ts';
import { append } from '../support/history.ts';
import { firsts, KafkaHarness, noKafka, titled } from '../support/kafka.ts';
import { sharedBroker } from '../support/stack.ts';
import { removed, countingProjection } from '../support/counting-projection.ts';

const about = noKafka ? describe.skip : describe;
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

about(titled('what the relay puts on the topic, and what projectors make of it'), () => {
  let brokers: string;
  let harness: KafkaHarness;
  beforeAll(async () => {
    brokers = await sharedBroker();
  });
  beforeEach(async () => void (harness = await KafkaHarness.open(brokers)));
  afterEach(() => harness.close());

  const one = (stream: string) => append(harness.db, stream, [removed('x')]);
  const some = async (n: number) => {
    for (let i = 0; i < n; i++) await one(`affiliate-s${i % 20}`);
  };
  const head = async () => (await harness.db.log.head()).position;
  const checkpoint = async () =>
    (await harness.db.pool.query<{ position: number }>('select position from feed.relays where topic = $1', [harness.topic])).rows[0]
      ?.position;
  const isRelayed = async () => (await checkpoint()) === (await head());
  const count = async () => (await harness.db.pool.query<{ n: number }>('select coalesce(sum(n), 0) as n from counting.totals')).rows[0]!.n;
  const isWhole = async () => {
    await harness.settled(countingProjection());
    expect([await harness.differing(countingProjection()), await count()]).toEqual([0, await head()]);
  };

  it('each message names the one before it in its partition, within a page, on the next one and after another relay took over', async () => {
    const first = harness.relay();
    await some(60);
    await harness.until('the first relay lacks events', isRelayed);
    await some(60);
    await harness.until('the first relay lacks events', isRelayed);
    await first.stop();
    await some(60);
    harness.relay();
    await harness.until('the second relay lacks events', isRelayed);
    const partitions = await harness.messages();
    expect(partitions.flat()).toHaveLength(180);
    for (const messages of partitions)
      expect(messages.map((m) => m.before)).toEqual(
        messages.map((_, i) => (i ? { position: messages[i - 1]!.position, hash: messages[i - 1]!.hash } : nothingBefore)),
      );
  });

  it('the checkpoint moves once Kafka has answered, not before', async () => {
    await harness.made(harness.db.log.partitionCount);
    await some(30);
    const kafka = kafkaClient({ brokers: [brokers], topic: harness.topic });
    const seen: (number | undefined)[] = [];
    const producer: Kafka['producer'] = (options) => {
      const real = kafka.producer(options);
      const send: Producer['send'] = async (request) => {
        const answer = await real.send(request);
        seen.push(await checkpoint());
        return answer;
      };
      return { ...real, send };
    };
    const session = new pg.Client(harness.db.appUrl);
    session.on('error', () => {});
    await session.connect();
    const publisher = new Publisher(session, harness.db.log, { admin: () => kafka.admin(), producer } as Kafka, harness.topic);
    await publisher.open();
    await publisher.publish(new AbortController().signal);
    expect(seen).toEqual([0]);
    expect(await checkpoint()).toBe(30);
    await publisher.close();
    await session.end();
  });

  it('one relay publishes at a time: the second one leads once the first one has released its lock', async () => {
    const leads: string[] = [];
    const relay = (name: string) => harness.relay({ onLead: (does) => leads.push(`${name} ${does ? 'leads' : 'waits'}`) });
    const first = relay('first');
    await some(1);
    await harness.until('the relay lacks events', isRelayed);
    leads.length = 0;
    relay('second');
    const requests = async () =>
      (
        await harness.db.owner.query<{ at: string }>(
          `select query_start::text as at from pg_stat_activity
           where datname = current_database() and application_name = 'framelift relay' order by backend_start offset 1`,
        )
      ).rows[0]?.at;
    await harness.until('the second relay does not ask', async () => (await requests()) !== undefined);
    // At its second query the first one has been answered.
    for (let questions = 0, last = await requests(); questions < 2; questions++) {
      await harness.until('the second relay does not ask again', async () => (await requests()) !== last);
      last = await requests();
    }
    await some(40);
    await harness.until('the relay lacks events', isRelayed);
    await first.stop();
    await harness.until('the second relay does not lead', async () => leads.at(-1) === 'second leads');
    await some(1);
    await harness.until('the relay lacks events', isRelayed);
    expect(leads).toEqual(['first waits', 'second leads']);
    expect((await harness.messages()).flat()).toHaveLength(42);
  });

  it('a loss known only to Kafka is noticed by the next leading relay, once; an unsaved send is not a loss', async () => {
    const { log, owner } = harness.db;
    const lost: [known: number, actual: number][] = [];
    log.onLost((known, actual) => lost.push([known.position, actual.position]));
    const saved = async () => (await harness.db.pool.query('select * from feed.relays where topic = $1', [harness.topic])).rows[0];
    const restart = async (row: { position: number; next_offsets: number[] }) => {
      await harness.stop();
      await owner.query('update feed.relays set position = $2, next_offsets = $3 where topic = $1', [
        harness.topic,
        row.position,
        row.next_offsets,
      ]);
      log.known.head = undefined;
      harness.relay();
    };
    harness.relay();
    await some(20);
    await harness.until('the relay lacks events', isRelayed);
    const backup = await saved();
    await some(20);
    await harness.until('the relay lacks events', isRelayed);
    await restart(backup);
    await harness.until('it is not published again', isRelayed);
    expect(lost).toEqual([]);

    await harness.stop();
    await owner.query('delete from log.events where position > 20');
    await restart(backup);
    await harness.until('nobody noticed', async () => lost.length > 0);
    expect(lost).toEqual([[40, 20]]);
    await some(3);
    await harness.until('the relay lacks events', isRelayed);
    await restart(await saved());
    await some(3);
    await harness.until('the relay lacks events', isRelayed);
    expect(lost).toHaveLength(1);
  });

  it('skips an event that is too large for Kafka, and the read model takes it from the log', async () => {
    harness.relay();
    // From the topic alone: the gap makes the projector read the log.
    await harness.projector([countingProjection()], { patience: Infinity });
    await some(20);
    const large = await append(harness.db, 'affiliate-s1', [removed('x')], { traceparent: 'x'.repeat(1_300_000) });
    await some(20);
    await isWhole();
    await harness.until('the relay lacks events', isRelayed);
    expect(firsts(await harness.messages())).toEqual(upTo(41).filter((position) => position !== large));
  });

  it.each([
    ['what is not ours', 'not ours'],
    ['nothing', null],
  ])('reads from the log where the topic holds %s', async (_, value) => {
    await harness.projector([countingProjection()], { patience: Infinity });
    await one('affiliate-s1');
    await harness.made(harness.db.log.partitionCount, [{ partition: harness.db.log.partitionOf('affiliate-s1'), value }]);
    await isWhole();
  });

  it('a topic with another number of partitions is reported by relay and projector, and read models advance from the log', async () => {
    const partitions = harness.db.log.partitionCount + 1;
    await harness.made(partitions);
    const says = (begin: (onError: (error: Error) => void) => unknown) =>
      new Promise<string>((resolve) => void begin((error) => resolve(error.message)));
    const relay = says((onError) => harness.relay({ onError }));
    const projector = says((onError) => harness.projector([countingProjection()], { onError }));
    const wrong = `${harness.topic} has ${partitions} partitions, the log has ${partitions - 1}`;
    expect(await Promise.all([relay, projector])).toEqual([expect.stringContaining(wrong), expect.stringContaining(wrong)]);
    await some(20);
    await isWhole();
    expect((await harness.messages()).flat()).toEqual([]);
  });
});
