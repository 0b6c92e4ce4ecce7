import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { evolveAll, type Loaded, type Source } from './decider.ts';
import type { Log } from '../log.ts';
import { Snapshots } from './snapshots.ts';

interface Cached extends Loaded<unknown> {
  /** This process appended nothing to the stream since. */
  isFresh: boolean;
  /** The version of the snapshot that was read or kept last. */
  keptAt: number;
}

const SNAPSHOT_EVENTS = 200;
const EMPTY_TTL_MS = 1_000;

const nameOf = ({ streamId, decider }: Source<any>): string => `${decider.name} ${streamId}`;

/** The states of streams. Every load reads the events after the cached state or snapshot, so appends of other processes count. */
export class StreamStates {
  private readonly cache = new LRUCache<string, Cached>({ max: 20_000 });
  /** Streams that were empty a moment ago, in a separate cache: unknown names are unlimited. */
  private readonly empty = new LRUCache<string, true>({ max: 1_000, ttl: EMPTY_TTL_MS });
  private readonly snapshots: Snapshots;

  constructor(
    pool: Pool,
    private readonly log: Log,
  ) {
    this.snapshots = new Snapshots(pool, log);
    log.onLost(() => {
      this.cache.clear();
      this.empty.clear();
    });
  }

  /** @throws NewerEvent */
  async load<State>({ streamId, decider }: Source<State>): Promise<Loaded<State>> {
    const key = nameOf({ streamId, decider });
    const { history } = this.log;
    const cached = this.cache.get(key) as (Cached & Loaded<State>) | undefined;
    const { from, events } = cached
      ? { from: cached, events: await this.log.readStreamSince({ streamId, after: cached.version }) }
      : await this.snapshots.load({ streamId, decider });
    let keptAt = cached ? cached.keptAt : from.version;
    const isLost = history !== this.log.history;
    if (!events.length) {
      if (cached) cached.isFresh = true;
      else if (from.version === 0 && !isLost) this.empty.set(key, true);
      return { state: from.state, version: from.version };
    }
    // A state that skips an event unknown to this program would be wrong.
    for (const event of events) event.checkKnown();
    const loaded = { state: evolveAll(decider, from.state, events), version: events.at(-1)!.version };
    // The events may be among those that were lost meanwhile: a decision on them is refused, and nothing may begin with them.
    if (isLost) return loaded;
    // A warm process reads one event at a time: the snapshot's lag counts.
    if (loaded.version - keptAt >= SNAPSHOT_EVENTS) {
      await this.snapshots.keep({ streamId, decider }, loaded);
      keptAt = loaded.version;
      if (history !== this.log.history) return loaded;
    }
    this.cache.set(key, { ...loaded, isFresh: true, keptAt });
    return loaded;
  }

  /** The last state read, unless this process has since appended to the stream. Another process may have. */
  recent<State>(source: Source<State>): Loaded<State> | undefined {
    const name = nameOf(source);
    const cached = this.cache.get(name) as (Cached & Loaded<State>) | undefined;
    if (cached) return cached.isFresh ? cached : undefined;
    return this.empty.has(name) ? { state: source.decider.initial, version: 0 } : undefined;
  }

  /** This process appended to the stream. */
  markStale(source: Source<any>): void {
    const name = nameOf(source);
    const cached = this.cache.get(name);
    if (cached) cached.isFresh = false;
    this.empty.delete(name);
  }
}
