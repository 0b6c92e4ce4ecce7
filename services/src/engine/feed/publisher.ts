import type { Admin, Kafka, Producer } from 'kafkajs';
import type { Client } from 'pg';
import type { AnyEvent } from '../log/event.ts';
import type { Log } from '../log/log.ts';
import { type Before, contentType, nothingBefore, toCloudEvent } from './cloud-event.ts';
import { checkPartitions, compressionOf } from './kafka.ts';
import { furthestOf } from './topic-end.ts';

const PAGE = 2_000;
/** Bytes of one partition in one request; brokers refuse a batch above 1 MiB. */
const MAX_REQUEST_BYTES = 700_000;
/** An event of more bytes is left out of the topic: readers see that it is missing and read it from the log. */
const MAX_MESSAGE_BYTES = 1_000_000;
/** How often a quiet relay checks that the topic exists. */
const CHECK_TOPIC_MS = 5_000;

/** The topic ends before what was written to it. */
class TopicLost extends Error {}

/** Called with the published events and when sending began (ms since 1970). */
export type OnPublished = (events: readonly AnyEvent[], began: number) => void;

interface Message {
  key: string;
  value: string;
  partition: number;
  headers: { 'content-type': string };
}

/** Publishes the log as leader; knows the last event of each partition and where the topic must end. */
export class Publisher {
  private readonly producer: Producer;
  private readonly admin: Admin;
  private position = 0;
  private before: Before[] = [];
  private offsets: number[] = [];
  private ahead: { after: number; events: Promise<AnyEvent[]> } | undefined;
  private lookedAt = performance.now();

  constructor(
    private readonly session: Client,
    private readonly log: Log,
    private readonly kafka: Kafka,
    private readonly topic: string,
    private readonly onPublished: OnPublished = () => {},
  ) {
    this.producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, allowAutoTopicCreation: false, retry: { retries: 3 } });
    this.admin = kafka.admin();
  }

  /** Creates a missing topic and finds where to continue: from the start if the topic lost messages. */
  async open(): Promise<void> {
    // Before the first call to Kafka, so that operators see position 0 even without a broker.
    const { rows } = await this.session.query<{ position: string; next_offsets: string[] }>(
      `insert into feed.relays as r values ($1, 0, '{}') on conflict (topic) do update set topic = r.topic returning position, next_offsets`,
      [this.topic],
    );
    await this.admin.connect();
    if (!(await this.admin.listTopics()).includes(this.topic))
      await this.admin.createTopics({ topics: [{ topic: this.topic, numPartitions: this.log.partitionCount }], waitForLeaders: true });
    await this.producer.connect();
    const ends = await this.ends();
    const { position, next_offsets } = rows[0]!;
    if (ends.some((end, partition) => end < Number(next_offsets[partition] ?? 0))) return this.fromTheStart(ends);
    await this.checkWhatIsAhead(ends, next_offsets);
    this.offsets = ends;
    // Reset to the log's head: the events beyond it are lost.
    this.position = Math.min(Number(position), (await this.log.head()).position);
    this.before = await this.lastOfEach(this.position);
    // Events beyond the head are not looked up again.
    await this.save();
  }

  /**
   * Messages after the saved offsets come from a relay that could no longer save them, or from one whose log has since been
   * lost: the database was restored to an earlier point, and nothing else saw the later events.
   */
  private async checkWhatIsAhead(ends: readonly number[], saved: readonly string[]): Promise<void> {
    const ahead = ends.flatMap((end, partition) => (end > Number(saved[partition] ?? 0) ? [[partition, end] as const] : []));
    if (!ahead.length) return;
    // A broker that refuses reads does not prevent publishing.
    const furthest = await furthestOf(this.kafka, this.topic, new Map(ahead)).catch(() => undefined);
    if (furthest) await this.log.checkHistory({ position: furthest.position, hash: Buffer.from(furthest.hash, 'hex') });
  }

  async close(): Promise<void> {
    await this.producer.disconnect().catch(() => {});
    await this.admin.disconnect().catch(() => {});
  }

  /** Publishes the next page. @returns whether it was full, partial or empty. */
  async publish(signal: AbortSignal): Promise<'page' | 'part' | 'none'> {
    const events = await this.next();
    if (!events.length) {
      if (performance.now() - this.lookedAt > CHECK_TOPIC_MS) await this.look();
      return 'none';
    }
    // After a full page the next one is read while this one is sent.
    if (events.length === PAGE) this.ahead = { after: events.at(-1)!.position, events: this.log.read(events.at(-1)!.position, PAGE) };
    this.ahead?.events.catch(() => {});
    for (let from = 0; from < events.length && !signal.aborted;) from = await this.send(events, from);
    return events.length === PAGE ? 'page' : 'part';
  }

  private next(): Promise<AnyEvent[]> {
    const { ahead } = this;
    this.ahead = undefined;
    return ahead?.after === this.position ? ahead.events : this.log.read(this.position, PAGE);
  }

  /** Sends as much of a page as fits into one request. @returns the position to continue from. */
  private async send(events: readonly AnyEvent[], from: number): Promise<number> {
    const bytes = new Map<number, number>();
    const before = [...this.before];
    const messages: Message[] = [];
    let to = from;
    for (; to < events.length; to++) {
      const event = events[to]!;
      const { partition } = event;
      const key = this.log.partitionKey(event.streamId);
      const value = toCloudEvent(event, before[partition] ?? nothingBefore, key);
      const size = Buffer.byteLength(value) + 200;
      const sum = (bytes.get(partition) ?? 0) + size;
      if (sum > MAX_REQUEST_BYTES && size <= MAX_MESSAGE_BYTES && messages.length) break;
      if (size <= MAX_MESSAGE_BYTES) bytes.set(partition, sum);
      before[partition] = { position: event.position, hash: event.hash.toString('hex') };
      if (size <= MAX_MESSAGE_BYTES) messages.push({ key, value, partition, headers: { 'content-type': contentType } });
    }
    const began = Date.now();
    const request = { topic: this.topic, acks: -1, compression: compressionOf(messages.length), messages };
    const written = messages.length ? await this.producer.send(request) : [];
    const counts = Map.groupBy(messages, (m) => m.partition);
    for (const { partition, baseOffset } of written) {
      const base = Number(baseOffset);
      if (base < this.offsets[partition]!) await this.lost();
      this.offsets[partition] = base + counts.get(partition)!.length;
    }
    this.before = before;
    this.position = events[to - 1]!.position;
    await this.save();
    this.onPublished(events.slice(from, to), began);
    return to;
  }

  private async look(): Promise<void> {
    this.lookedAt = performance.now();
    const ends = await this.ends();
    if (ends.some((end, partition) => end < this.offsets[partition]!)) await this.lost();
  }

  /** Saves first, because the topic may have its earlier length again by then. */
  private async lost(): Promise<never> {
    await this.fromTheStart(await this.ends());
    throw new TopicLost(`${this.topic} was deleted or cut off; it is published from the start again`);
  }

  private async fromTheStart(ends: number[]): Promise<void> {
    this.position = 0;
    this.before = [];
    this.offsets = ends;
    await this.save();
  }

  private async save(): Promise<void> {
    await this.session.query({
      name: 'feed.relay',
      text: `insert into feed.relays (topic, position, next_offsets) values ($1, $2, $3::bigint[])
             on conflict (topic) do update set position = excluded.position, next_offsets = excluded.next_offsets`,
      values: [this.topic, this.position, this.offsets],
    });
  }

  private async ends(): Promise<number[]> {
    const ends: number[] = [];
    for (const { partition, high } of await this.admin.fetchTopicOffsets(this.topic)) ends[partition] = Number(high);
    checkPartitions(this.topic, ends.length, this.log.partitionCount);
    return ends;
  }

  /** The last event of every partition up to a position. */
  private async lastOfEach(position: number): Promise<Before[]> {
    const { rows } = await this.session.query<{ partition: number; position: string; hash: Buffer }>(
      `select p as partition, e.position, e.hash from generate_series(0, $2::int - 1) p, lateral (
         select position, hash from log.events where partition = p and position <= $1 order by position desc limit 1) e`,
      [position, this.log.partitionCount],
    );
    const before: Before[] = [];
    for (const row of rows) before[row.partition] = { position: Number(row.position), hash: row.hash.toString('hex') };
    return before;
  }
}
