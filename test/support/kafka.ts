import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import kafkajs from 'kafkajs';
import { fromCloudEvent, type Received } from '../../services/src/engine/feed/cloud-event.ts';
import { KafkaFeed, type KafkaFeedOptions } from '../../services/src/engine/feed/kafka-feed.ts';
import { kafkaClient } from '../../services/src/engine/feed/kafka.ts';
import { notifyOnCommit } from '../../services/src/engine/feed/notifier.ts';
import { Projector } from '../../services/src/engine/feed/projector.ts';
import { Relay } from '../../services/src/engine/feed/relay.ts';
import { isMissing } from '../../services/src/engine/projecting/schema.ts';
import { Freshness } from '../../services/src/engine/projecting/freshness.ts';
import type { Projection } from '../../services/src/engine/projecting/projection.ts';
import { verify } from '../../services/src/engine/projecting/verify.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { noKafkaBecause, sharedBroker } from './stack.ts';
import { skipReason } from './skip-reason.ts';

/** Why specs of Kafka cannot run here; their titles show it, so that nothing is skipped silently. */
export const noKafka = await noKafkaBecause();
export const titled = skipReason(noKafka);

/** Runs other specs with every app that they start over Kafka; `load` imports them. */
export async function runOverKafka(what: string, load: () => Promise<unknown>): Promise<void> {
  if (noKafka) return describe.skip(titled(`${what} over Kafka`), () => it('run', () => {}));
  beforeAll(async () => {
    process.env['TEST_APP_BROKERS'] = await sharedBroker();
  });
  afterAll(() => void delete process.env['TEST_APP_BROKERS']);
  await load();
}

/** A log with its own topic, a relay and any number of projectors, all in this process. */
export class KafkaHarness {
  readonly topic = `t.${randomUUID()}`;
  private running: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly brokers: string,
    readonly db: TestDatabase,
    private readonly owned: boolean,
  ) {}

  static async open(brokers: string, existing?: TestDatabase): Promise<KafkaHarness> {
    return new KafkaHarness(brokers, existing ?? (await freshDatabase()), !existing);
  }

  relay(options: Partial<ConstructorParameters<typeof Relay>[1]> = {}): Relay {
    const relay = new Relay(this.db.log, {
      connectionString: this.db.appUrl,
      wakeup: this.db.wakeup,
      brokers: [this.brokers],
      topic: this.topic,
      ...options,
    });
    notifyOnCommit(this.db.log, this.db.pool);
    relay.start();
    this.running.push(() => relay.stop());
    return relay;
  }

  async projector(projections: readonly Projection[], options: Partial<KafkaFeedOptions> = {}): Promise<{ stop(): Promise<void> }> {
    const feed = new KafkaFeed(this.db.pool, this.db.log, { brokers: [this.brokers], topic: this.topic, ...options });
    const projector = new Projector(this.db, this.db.log, feed);
    const stop = async () => {
      await projector.stop();
      await feed.stop();
    };
    this.running.push(stop);
    await projector.start(projections);
    return { stop };
  }

  /** Waits until the read model has the whole current log. @throws after `ms`. */
  async settled(projection: Projection, ms = 30_000): Promise<void> {
    const freshness = new Freshness(this.db.pool);
    const { position } = await this.db.log.head();
    // On a busy machine a projector may still be building it.
    const isReached = () =>
      freshness.reached(projection.name, 'all', position).catch((error: unknown) => {
        if (isMissing(error)) return false;
        throw error;
      });
    for (const end = Date.now() + ms; !(await isReached());)
      if (Date.now() > end) throw new Error(`${projection.name} has not reached ${position} within ${ms} ms`);
  }

  /** Rows that differ from a replay, all tables. */
  async differing(projection: Projection): Promise<number> {
    const { tables } = await verify(this.db, this.db.log, projection);
    return tables.reduce((n, t) => n + t.differing, 0);
  }

  /** Makes the topic before a relay does, with messages that no relay sends. */
  async made(numPartitions: number, messages: { partition: number; value: string | null }[] = []): Promise<void> {
    const kafka = kafkaClient({ brokers: [this.brokers], topic: this.topic });
    const [admin, producer] = [kafka.admin(), kafka.producer()];
    await Promise.all([admin.connect(), producer.connect()]);
    await admin.createTopics({ topics: [{ topic: this.topic, numPartitions }], waitForLeaders: true });
    await this.until('its partitions have no leaders', () => admin.fetchTopicOffsets(this.topic).then(() => true));
    if (messages.length) await producer.send({ topic: this.topic, messages });
    await Promise.all([admin.disconnect(), producer.disconnect()]);
  }

  /** Everything on the topic, per partition in order. */
  async messages(): Promise<Received[][]> {
    const admin = kafkaClient({ brokers: [this.brokers], topic: this.topic }).admin();
    await admin.connect();
    // Fails until the topic exists; a client left connected keeps the worker from ending.
    const ends = await admin.fetchTopicOffsets(this.topic).finally(() => admin.disconnect());
    const partitions: Received[][] = Array.from({ length: ends.length }, () => []);
    let left = ends.reduce((n, e) => n + Number(e.high) - Number(e.low), 0);
    if (!left) return partitions;
    const kafka = new kafkajs.Kafka({ brokers: [this.brokers], logLevel: kafkajs.logLevel.NOTHING });
    const reader = kafka.consumer({ groupId: `reader.${randomUUID()}`, maxWaitTimeInMs: 200 });
    await reader.connect();
    await reader.subscribe({ topic: this.topic, fromBeginning: true });
    await new Promise<void>((done) => {
      void reader.run({
        eachMessage: async ({ partition, message }) => {
          partitions[partition]!.push(fromCloudEvent(message.value!.toString()));
          if (--left === 0) done();
        },
      });
    });
    await reader.disconnect();
    return partitions;
  }

  /** Waits until something holds. @throws after `ms`. */
  async until(what: string, holds: () => Promise<boolean>, ms = 30_000): Promise<void> {
    for (const end = Date.now() + ms; !(await holds().catch(() => false));) {
      if (Date.now() > end) throw new Error(`${what}: not within ${ms} ms`);
      await new Promise((resume) => setTimeout(resume, 100));
    }
  }

  /** Waits until the topic has every event of the log, first appearances in order. */
  async published(ms = 30_000): Promise<void> {
    const { position } = await this.db.log.head();
    await this.until('the topic lacks events', async () => firsts(await this.messages()).length >= position, ms);
  }

  async stop(): Promise<void> {
    for (const stop of this.running.splice(0).toReversed()) await stop();
  }

  async close(): Promise<void> {
    await this.stop();
    if (this.owned) await this.db.close();
  }
}

/** The positions on a topic at their first appearance, which must be in order in every partition. @throws when they are not. */
export function firsts(partitions: Received[][]): number[] {
  return partitions
    .flatMap((messages, partition) => {
      const seen = new Set<number>();
      for (const { position } of messages) {
        if (seen.has(position)) continue;
        if (position < Math.max(0, ...[...seen].slice(-1))) throw new Error(`partition ${partition}: ${position} came late`);
        seen.add(position);
      }
      return [...seen];
    })
    .sort((a, b) => a - b);
}
