import type { Kafka } from 'kafkajs';
import type { Log } from '../log/log.ts';
import type { Pool } from '../../platform/pg.ts';
import type { Consumer, Feed, Subscription } from './feed.ts';
import { kafkaClient, PersistentErrorReporter } from './kafka.ts';
import { pause, retrying } from '../../platform/retrying.ts';
import { type ReadTopic, TopicReader } from './topic-reader.ts';

export interface KafkaFeedOptions extends ReadTopic {
  /** An error that persists. */
  onError?: (error: Error, projection?: string) => void;
}

const BACKFILL_MS = 500;

/** The scaled feed: one consumer group per projection; late events are read from the log. */
export class KafkaFeed implements Feed {
  private readonly stopping = new AbortController();
  private readonly loops: Promise<unknown>[] = [];
  private readonly kafka: Kafka;

  constructor(
    private readonly pool: Pool,
    private readonly log: Log,
    private readonly options: KafkaFeedOptions,
  ) {
    this.kafka = kafkaClient(options);
  }

  subscribe(consumer: Consumer, onStale: () => void): Subscription {
    const own = new AbortController();
    const signal = AbortSignal.any([own.signal, this.stopping.signal]);
    const stale = () => {
      if (signal.aborted) return;
      own.abort();
      onStale();
    };
    const reader = new TopicReader(this.pool, this.log, consumer, this.options, stale, signal);
    const report = (error: Error) => this.options.onError?.(error, consumer.projection.name);
    const loop = Promise.all([this.readTopic(reader, signal, report), this.lookAtLog(reader, signal, report)]);
    this.loops.push(loop);
    return {
      stop: async () => {
        own.abort();
        await loop;
      },
    };
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.loops);
  }

  /** Joins the group again after every failure, from the checkpoints in Postgres. */
  private readTopic(reader: TopicReader, signal: AbortSignal, report: (error: Error) => void): Promise<void> {
    const trouble = new PersistentErrorReporter(report);
    const join = (recovered: () => void) =>
      reader.joinGroup(this.kafka, () => {
        recovered();
        trouble.over();
      });
    return retrying(join, { signal, shortestMs: 200, longestMs: 2_000, onError: (error) => trouble.failed(error) });
  }

  private async lookAtLog(reader: TopicReader, signal: AbortSignal, report: (error: Error) => void): Promise<void> {
    if (this.options.patience === Infinity) return;
    const trouble = new PersistentErrorReporter(report);
    while (!signal.aborted) {
      await reader.fillWhatIsLate().then(
        () => trouble.over(),
        (error: Error) => trouble.failed(error),
      );
      await pause(BACKFILL_MS, signal);
    }
  }
}
