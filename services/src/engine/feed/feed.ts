import type { Projection } from '../projecting/projection.ts';
import type { Applied, Batch } from '../projecting/read-model.ts';

/** One projection's live read model. */
export interface Consumer {
  projection: Projection;
  /** Partition → the position up to which it has every event. */
  checkpoints(): Promise<Map<number, number>>;
  /** One transaction. A batch must hold every event of its partitions in (after, upTo]. */
  apply(batch: Batch): Promise<Applied>;
}

export interface Subscription {
  /** Resolves once the running batch is done. */
  stop(): Promise<void>;
}

/** Delivers batches in log order per partition, at least once. `onStale`: the read model has another version, and the feed stops. */
export interface Feed {
  subscribe(consumer: Consumer, onStale: () => void): Subscription;
  stop(): Promise<void>;
}
