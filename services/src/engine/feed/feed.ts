import type { Projection } from '../projecting/projection.ts';
import type { Applied, Batch } from '../projecting/read-model.ts';

/** What consumes: one projection's live read model. */
export interface Consumer {
  projection: Projection;
  /** Where to begin: partition → position up to which it has everything. */
  checkpoints(): Promise<Map<number, number>>;
  /** One transaction. A batch must hold every event of its partitions in (after, upTo]; else the answer is 'gap'. */
  apply(batch: Batch): Promise<Applied>;
}

export interface Subscription {
  /** Resolves once the last batch under way is done. */
  stop(): Promise<void>;
}

/**
 * How events reach projections: batches in log order per partition, at least once, until stopped. What a consumer lacks
 * ('gap') the feed reads from the log; a lost database or broker it waits for. `onStale` is called when the read model is
 * of another version than the consumer: the feed then stops and somebody decides.
 */
export interface Feed {
  subscribe(consumer: Consumer, onStale: () => void): Subscription;
  stop(): Promise<void>;
}
