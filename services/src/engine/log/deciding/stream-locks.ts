import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import { locks } from '../../../platform/locks.ts';

/** How long a stream counts as contended after a conflict. */
const CONTENDED_MS = 2_000;
/** Connections of the pool that locks may take. */
const MAX_LOCKING = 4;
/** A paused process loses its lock soon; a command that waits longer goes on without it. */
const LIMITS = 'set local idle_in_transaction_session_timeout = 1500; set local lock_timeout = 3000';

/** The locks of one command. */
export interface Holding {
  /** Some streams of the command are locked. */
  readonly any: boolean;
  /** Another process appended to the stream first: from now on this command and later ones queue for it. */
  add(streamId: string): Promise<void>;
  release(): Promise<void>;
}

/** Queues commands of several processes on a contended stream, so that no process starves. Expected versions keep them correct. */
export class StreamLocks {
  private readonly contended = new LRUCache<string, true>({ max: 10_000, ttl: CONTENDED_MS });
  private readonly places = new StreamMutex();
  private next = 0;

  constructor(private readonly pool: Pool) {}

  /** Locks those of the streams that are contended. */
  async take(streamIds: readonly string[]): Promise<Holding> {
    let locked = await this.lock(streamIds);
    return {
      get any() {
        return locked !== undefined;
      },
      add: async (streamId) => {
        this.contended.set(streamId, true);
        if (!locked) locked = await this.lock(streamIds);
      },
      release: async () => locked?.(),
    };
  }

  /** @returns an unlock function; undefined if no stream is contended or the lock timed out. */
  private async lock(streamIds: readonly string[]): Promise<(() => Promise<void>) | undefined> {
    const contended = streamIds.filter((id) => this.contended.has(id)).toSorted();
    if (!contended.length) return undefined;
    const locked = Promise.withResolvers<(() => Promise<void>) | undefined>();
    const unlocked = Promise.withResolvers<void>();
    void this.places.take([String(this.next++ % MAX_LOCKING)], async () => {
      const client = await this.begin(contended).catch(() => undefined);
      locked.resolve(client && (async () => unlocked.resolve()));
      if (!client) return;
      await unlocked.promise;
      let broken: Error | undefined;
      await client.query('rollback').catch((error: Error) => (broken = error));
      client.release(broken);
    });
    return locked.promise;
  }

  private async begin(streamIds: readonly string[]): Promise<PoolClient> {
    const client = await this.pool.connect();
    try {
      await client.query(`begin; ${LIMITS}`);
      const lock = 'select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) name';
      await client.query({ name: 'log.stream_lock', text: lock, values: [streamIds.map(locks.stream)] });
      return client;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }
}

/** Runs work on the same streams in order within this process. Without it, each round of conflicts would repeat all commands but one. */
export class StreamMutex {
  private readonly last = new Map<string, Promise<unknown>>();

  async take<T>(streamIds: readonly string[], work: () => Promise<T>): Promise<T> {
    // All places are taken in one turn of the event loop, so two commands never wait for each other.
    const before = streamIds.map((id) => this.last.get(id));
    const mine = Promise.all(before).then(work);
    const settled = mine.catch(() => undefined);
    for (const id of streamIds) this.last.set(id, settled);
    try {
      return await mine;
    } finally {
      for (const id of streamIds) if (this.last.get(id) === settled) this.last.delete(id);
    }
  }
}
