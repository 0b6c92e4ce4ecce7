import { publicEventOf, PUBLISHED, type PublicEventName } from '@framelift/contracts';
import { LRUCache } from 'lru-cache';
import type { AnyEvent } from '../log/event.ts';
import type { Log } from '../log/log.ts';
import { openedAs, openedData, withoutPersonal } from '../log/sealing/opened.ts';
import type { LogWakeup } from './log-wakeup.ts';
import { Throttle } from './throttle.ts';

/** Positions of one block. Readers at any place share blocks, and a whole one never changes. */
const BLOCK = 1_000;
const KEPT_BLOCKS = 50;
/** Blocks that one answer looks through, so that a rare type does not read the whole log in one request. */
const BLOCKS_PER_ANSWER = 20;
/** Pause between two reads of the log: events close together reach all readers together. */
const INTERVAL_MS = 100;
const POLL_MS = 1_000;

/** The requested position is beyond the head: the log lost events. */
export class AheadOfLog extends Error {
  constructor(readonly head: number) {
    super(`The log ends at ${head}`);
  }
}

/** A public event as JSON, its personal fields null. */
interface Published {
  position: number;
  type: PublicEventName;
  text: string;
  event: AnyEvent;
}
interface Block {
  /** It contains every event up to this position. */
  upTo: number;
  events: readonly Published[];
}
export interface FeedQuery {
  after: number;
  limit: number;
  /** Undefined: all. */
  types: ReadonlySet<string> | undefined;
  /** Opens personal fields; erased ones are null. */
  personal: boolean;
}
export interface FeedPage {
  events: { position: number; text: string }[];
  /** The position read to, including filtered events. */
  next: number;
  head: number;
}

function published(event: AnyEvent): Published[] {
  const publicEvent = publicEventOf(openedAs(event, withoutPersonal(event)));
  return publicEvent ? [{ position: event.position, type: publicEvent.type, text: JSON.stringify(publicEvent), event }] : [];
}

/** Public events for any number of readers, at the queries of one (npm run bench -- feed). No reader holds a connection. */
export class EventFeed {
  /** The last event that may leave. */
  private head = 0;
  /** The last event of the log. */
  private end = 0;
  private readonly blocks = new LRUCache<number, Block>({ max: KEPT_BLOCKS });
  private readonly reading = new Map<string, Promise<unknown>>();
  private readonly waiting = new Set<{ after: number; wake: () => void }>();
  private following: Promise<void> | undefined;
  private readonly throttle = new Throttle(INTERVAL_MS);
  private readonly stopping = new AbortController();

  constructor(
    private readonly log: Log,
    private readonly wakeup: LogWakeup,
  ) {
    log.onLost((_known, { position }) => {
      this.blocks.clear();
      this.head = Math.min(this.head, position);
      this.end = position;
    });
  }

  /** Aborted when the process stops; this ends all readers. */
  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  stop(): void {
    this.stopping.abort();
    for (const { wake } of this.waiting) wake();
  }

  /** The events after a position. `fresh`: as of now, even if other readers keep the feed up to date. @throws AheadOfLog */
  async read(query: FeedQuery, fresh: boolean): Promise<FeedPage> {
    const { after, limit, types, personal } = query;
    if (after > this.head || fresh) await this.look();
    if (after > this.end) throw new AheadOfLog(this.end);
    const { history } = this.log;
    const found: Published[] = [];
    let next = after;
    for (let n = 0; n < BLOCKS_PER_ANSWER && next < this.head && found.length < limit; n++) {
      const { upTo, events } = await this.block(Math.floor(next / BLOCK));
      const more = events.filter(({ position, type }) => position > next && (!types || types.has(type)));
      const taken = more.slice(0, limit - found.length);
      found.push(...taken);
      next = taken.length < more.length ? taken.at(-1)!.position : upTo;
    }
    // Events read from a lost history are void.
    if (this.log.history !== history) return this.read(query, true);
    return { events: personal ? await this.opened(found) : found, next, head: Math.max(this.head, next) };
  }

  /** Whether an event that a reader has seen is still in the log. */
  has(id: string): Promise<boolean> {
    return this.log.hasEvent(id);
  }

  /** Waits until there may be events after a position, for at most `ms`. */
  async wait(after: number, ms: number, signal: AbortSignal): Promise<void> {
    if (this.head > after || signal.aborted || this.stopped.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    const reader = { after, wake };
    const timer = setTimeout(wake, ms);
    signal.addEventListener('abort', wake, { once: true });
    this.waiting.add(reader);
    this.follow();
    await promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', wake);
    this.waiting.delete(reader);
  }

  /** One loop polls for all waiting readers. */
  private follow(): void {
    this.following ??= this.lookOut().finally(() => {
      this.following = undefined;
      // A reader that arrived during the last read.
      if (this.waiting.size && !this.stopped.aborted) this.follow();
    });
  }

  private async lookOut(): Promise<void> {
    while (this.waiting.size && !this.stopped.aborted) {
      await this.throttle.next(this.stopped);
      const { count } = this.wakeup;
      // The database may be briefly unavailable: then there are no new events.
      await this.look().catch(() => {});
      for (const { after, wake } of this.waiting) if (this.head > after) wake();
      if (this.waiting.size && this.head === this.end) await this.wakeup.wait(count, POLL_MS, this.stopped);
    }
  }

  private look(): Promise<void> {
    return this.once('head', async () => {
      const { history } = this.log;
      const { position } = await this.log.head();
      const archived = await this.log.barrier.upTo(position);
      if (this.log.history !== history) return;
      this.end = Math.max(this.end, position);
      this.head = Math.max(this.head, Math.min(position, archived));
    });
  }

  private async block(n: number): Promise<Block> {
    const [from, head] = [n * BLOCK, this.head];
    const wanted = Math.min(from + BLOCK, head);
    const known = this.blocks.get(n) ?? { upTo: from, events: [] };
    if (known.upTo >= wanted) return known;
    return this.once(`block ${n} ${known.upTo} ${wanted}`, async () => {
      const { history } = this.log;
      const events = await this.log.read(known.upTo, BLOCK, { types: PUBLISHED, upTo: wanted });
      const block = { upTo: wanted, events: [...known.events, ...events.flatMap((e) => published(e))] };
      if (this.log.history === history) this.blocks.set(n, block);
      return block;
    });
  }

  /** Opened for every response, so erased fields are null immediately; concurrent readers share it. */
  private async opened(found: readonly Published[]): Promise<FeedPage['events']> {
    if (!found.length) return [];
    return this.once(`open ${found.map(({ position }) => position).join()}`, async () => {
      const data = await openedData(
        this.log.vault,
        found.map(({ event }) => event),
      );
      return found.map(({ position, event }, i) => ({ position, text: JSON.stringify(publicEventOf(openedAs(event, data[i]!))) }));
    });
  }

  /** Shares the result of a query while the same one is running. */
  private once<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const known = this.reading.get(name) as Promise<T> | undefined;
    if (known) return known;
    const reading = ask().finally(() => this.reading.delete(name));
    this.reading.set(name, reading);
    return reading;
  }
}
