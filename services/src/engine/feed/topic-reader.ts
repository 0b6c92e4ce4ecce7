import type { EachBatchPayload, Kafka } from 'kafkajs';
import type { Log } from '../log/log.ts';
import type { Pool } from '../../platform/pg.ts';
import type { Consumer } from './feed.ts';
import { checkPartitions, type Topic } from './kafka.ts';
import { LogBackfill } from './log-backfill.ts';
import { Throttle } from './throttle.ts';
import { type Span, spanOf } from './topic-run.ts';

const PATIENCE_MS = 2_000;
/** For partitions of other members, which may have left without the group having noticed. */
const FOREIGN_PARTITION_GRACE_MS = 5_000;
const SESSION_MS = 10_000;
const HEARTBEAT_MS = 2_000;
/** Between commits of offsets. They only mark where to start reading; checkpoints mark what is folded. */
const COMMIT_MS = 5_000;
/** Compressed; about 40,000 events, all in memory together. */
const MAX_FETCH_BYTES = 4_000_000;
/** From this many events in one fetch, a second connection pays off. */
const TWO_LANES_EVENTS = 1_000;

export interface ReadTopic extends Topic {
  /** How long (ms) to wait for an event before reading it from the log; Infinity: never (for measuring). */
  patience?: number;
}

interface Waiting {
  payload: EachBatchPayload;
  done(): void;
  failed(error: Error): void;
}

/** One projection's place in its consumer group. All partitions' messages of a fetch are folded in one transaction. */
export class TopicReader {
  private readonly backfill: LogBackfill;
  private readonly topic: string;
  private readonly patience: number;
  /** Partitions assigned to us; undefined outside a group. */
  private assigned: ReadonlySet<number> | undefined;
  /** Partition → position the read model has at least. Drops duplicates early; the checkpoint decides. */
  private reached = new Map<number, number>();
  private waiting: Waiting[] = [];
  private draining = false;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly throttle = new Throttle();

  constructor(
    pool: Pool,
    private readonly log: Log,
    private readonly consumer: Consumer,
    options: ReadTopic,
    private readonly onStale: () => void,
    private readonly signal: AbortSignal,
  ) {
    this.backfill = new LogBackfill(pool, log, consumer);
    this.topic = options.topic;
    this.patience = options.patience ?? PATIENCE_MS;
    log.onLost(() => this.reached.clear());
  }

  /** Resolves when stopped, after the batch under way and leaving the group. @throws what ended the membership. */
  async joinGroup(kafka: Kafka, onJoined: () => void): Promise<void> {
    const member = kafka.consumer({
      groupId: `${this.topic}.${this.consumer.projection.name}`,
      sessionTimeout: SESSION_MS,
      rebalanceTimeout: SESSION_MS,
      heartbeatInterval: HEARTBEAT_MS,
      maxWaitTimeInMs: 100,
      maxBytes: MAX_FETCH_BYTES,
      allowAutoTopicCreation: false,
    });
    const { promise: ended, resolve: end } = Promise.withResolvers<Error | undefined>();
    const stopped = () => end(undefined);
    member.on(member.events.CRASH, ({ payload }) => end(payload.error));
    this.signal.addEventListener('abort', stopped);
    member.on(member.events.REBALANCING, () => void (this.assigned = undefined));
    member.on(member.events.GROUP_JOIN, ({ payload }) => {
      this.assigned = new Set(payload.memberAssignment[this.topic] ?? []);
      onJoined();
    });
    try {
      if (this.signal.aborted) return;
      await this.checkTopic(kafka);
      await member.connect();
      // Where the group left off; a new group starts at the topic's end, and the log supplies the events before it.
      await member.subscribe({ topic: this.topic, fromBeginning: this.patience === Infinity });
      await member.run({
        eachBatch: (payload) => this.take(payload),
        eachBatchAutoResolve: false,
        // kafkajs' own commits after every batch load the broker more than all messages do.
        autoCommit: false,
        autoCommitInterval: COMMIT_MS,
        partitionsConsumedConcurrently: this.log.partitionCount,
      });
      const error = await ended;
      if (error) throw error;
    } finally {
      this.signal.removeEventListener('abort', stopped);
      this.assigned = undefined;
      await member.disconnect().catch(() => {});
    }
  }

  /** Joining fails until the topic exists; this is not an error. */
  private async checkTopic(kafka: Kafka): Promise<void> {
    const admin = kafka.admin();
    await admin.connect();
    try {
      const offsets = await admin.fetchTopicOffsets(this.topic);
      checkPartitions(this.topic, offsets.length, this.log.partitionCount);
    } finally {
      await admin.disconnect().catch(() => {});
    }
  }

  /** Patience starts when a check first finds the event; without a group it does not wait. */
  async fillWhatIsLate(): Promise<void> {
    const { assigned } = this;
    const patience = (partition: number) => (!assigned ? 0 : assigned.has(partition) ? this.patience : FOREIGN_PARTITION_GRACE_MS);
    const partitions = await this.backfill.late(patience);
    if (partitions === 'otherVersion') this.onStale();
    else if (partitions.length) await this.inTurn(() => this.fill(partitions));
  }

  private take(payload: EachBatchPayload): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ payload, done, failed });
      if (this.draining) return;
      this.draining = true;
      setImmediate(() => void this.drain());
    });
  }

  private async drain(): Promise<void> {
    while (this.waiting.length) {
      await this.throttle.next(this.signal);
      const taken = this.waiting.splice(0);
      const payloads = taken.map((t) => t.payload);
      const beat = () => payloads[0]!.heartbeat().catch(() => {});
      const beating = setInterval(beat, HEARTBEAT_MS);
      try {
        if (!this.signal.aborted) await this.inTurn(() => this.fold(payloads, beat));
        for (const t of taken) t.done();
      } catch (error) {
        for (const t of taken) t.failed(error as Error);
      } finally {
        clearInterval(beating);
      }
    }
    this.draining = false;
  }

  private async fold(payloads: readonly EachBatchPayload[], beat: () => Promise<void>): Promise<void> {
    if (!this.reached.size) this.reached = await this.consumer.checkpoints();
    const spans: Span[] = [];
    let whole = true;
    for (const { batch } of payloads) {
      const values = batch.messages.map((m) => m.value);
      const span = spanOf(this.log, batch.partition, values, this.reached.get(batch.partition) ?? 0);
      if (span === 'broken') whole = false;
      else if (span) spans.push(span);
    }
    if (!whole || (spans.length && !(await this.applyAll(spans))))
      await this.fill(
        payloads.map(({ batch }) => batch.partition),
        beat,
      );
    if (this.signal.aborted) return;
    for (const { batch, resolveOffset } of payloads) resolveOffset(batch.lastOffset());
    await payloads[0]!.commitOffsetsIfNecessary();
  }

  /** False: read the log instead. Many events use two parallel transactions, as rows belong to one partition. */
  private async applyAll(spans: readonly Span[]): Promise<boolean> {
    const events = spans.reduce((n, r) => n + r.events.length, 0);
    const lanes =
      events < TWO_LANES_EVENTS ? [spans] : [spans.filter((_, i) => i % 2), spans.filter((_, i) => !(i % 2))].filter((lane) => lane.length);
    const applied = await Promise.all(lanes.map((lane) => this.apply(lane)));
    return applied.every(Boolean);
  }

  private async apply(spans: readonly Span[]): Promise<boolean> {
    const { outcome } = await this.consumer.apply({
      partitions: spans.map((r) => r.partition),
      after: new Map(spans.map((r) => [r.partition, r.after])),
      upTo: new Map(spans.map((r) => [r.partition, r.upTo])),
      events: spans.flatMap((r) => r.events),
      anchors: spans.map((r) => ({ position: r.upTo, hash: r.hash })),
    });
    if (outcome === 'otherVersion') this.onStale();
    if (outcome === 'applied') for (const r of spans) this.reached.set(r.partition, r.upTo);
    return outcome === 'applied';
  }

  private async fill(partitions: readonly number[], beat: () => Promise<void> = async () => {}): Promise<void> {
    this.reached.clear();
    if ((await this.backfill.fill(partitions, beat, this.signal)) === 'otherVersion') this.onStale();
  }

  /** Topic and log alternate, so that they do not fold the same events concurrently. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work);
    this.turn = mine.catch(() => {});
    return mine;
  }
}
