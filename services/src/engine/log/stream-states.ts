import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { evolveAll, type Loaded, type Source } from './decider.ts';
import type { Log } from './log.ts';
import { Snapshots } from './snapshots.ts';

interface Cached extends Loaded<unknown> {
  /** This process appended nothing to the stream since. */
  isFresh: boolean;
}

const SNAPSHOT_EVERY = 200;

const nameOf = ({ streamId, decider }: Source<any>): string => `${decider.name} ${streamId}`;

/**
 * The states of streams. Cache and snapshots are starting points only: every load reads the events after them, so what another
 * process appended a moment ago counts.
 */
export class StreamStates {
  private readonly cache = new LRUCache<string, Cached>({ max: 20_000 });
  private readonly snapshots: Snapshots;

  constructor(
    pool: Pool,
    private readonly log: Log,
  ) {
    this.snapshots = new Snapshots(pool, log);
    log.onLost(() => this.cache.clear());
  }

  /** @throws NewerEvent */
  async load<State>({ streamId, decider }: Source<State>): Promise<Loaded<State>> {
    const key = nameOf({ streamId, decider });
    const cached = this.cache.get(key) as (Cached & Loaded<State>) | undefined;
    const { from, events } = cached
      ? { from: cached, events: await this.log.readNews({ streamId, after: cached.version }) }
      : await this.snapshots.load({ streamId, decider });
    if (!events.length) {
      if (cached) cached.isFresh = true;
      return { state: from.state, version: from.version };
    }
    // A state without an event that this program does not know would be wrong.
    for (const event of events) event.checkKnown();
    const loaded = { state: evolveAll(decider, from.state, events), version: events.at(-1)!.version };
    this.cache.set(key, { ...loaded, isFresh: true });
    if (events.length >= SNAPSHOT_EVERY) await this.snapshots.keep({ streamId, decider }, loaded);
    return loaded;
  }

  /** What was read last, unless this process appended to the stream since. Another process may have. */
  recent<State>(source: Source<State>): Loaded<State> | undefined {
    const cached = this.cache.get(nameOf(source));
    return cached?.isFresh ? (cached as Cached & Loaded<State>) : undefined;
  }

  /** This process appended to the stream. */
  markStale(source: Source<any>): void {
    const cached = this.cache.get(nameOf(source));
    if (cached) cached.isFresh = false;
  }
}
