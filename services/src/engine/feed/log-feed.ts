import type { AnyEvent } from '../log/event.ts';
import type { Log } from '../log/log.ts';
import { allPartitions, PAGE } from '../projecting/copying.ts';
import { retrying } from '../../platform/retrying.ts';
import type { Consumer, Feed, Subscription } from './feed.ts';
import type { LogWakeup } from './log-wakeup.ts';
import { Throttle } from './throttle.ts';

const POLL_MS = 1_000;
/** A checkpoint may go back without an event: a swap or a rollback put another copy in its place. Looked at first, and again, in polls. */
const LOOK_EVERY = 10;

/** Events after a position, and the wakeup's count before they were read. */
interface Page {
  wakes: number;
  events: AnyEvent[];
}

interface Options {
  wakeup: LogWakeup;
  onError?: (error: Error, projection?: string) => void;
}

/** The embedded feed: reads the log by position, one loop per projection, woken when it grows, and once a second. */
export class LogFeed implements Feed {
  private readonly stopping = new AbortController();
  private readonly underWay = new Map<string, Promise<Page>>();
  private readonly loops: Promise<void>[] = [];
  private readonly wakeup: LogWakeup;
  private readonly onError: NonNullable<Options['onError']>;

  constructor(
    private readonly log: Log,
    { wakeup, onError = () => {} }: Options,
  ) {
    this.wakeup = wakeup;
    this.onError = onError;
    log.onLost(() => wakeup.wake());
  }

  subscribe(consumer: Consumer, onStale: () => void): Subscription {
    const own = new AbortController();
    const signal = AbortSignal.any([own.signal, this.stopping.signal]);
    const loop = this.loop(consumer, onStale, signal);
    this.loops.push(loop);
    return {
      stop: () => {
        own.abort();
        return loop;
      },
    };
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.loops);
  }

  private loop(consumer: Consumer, onStale: () => void, signal: AbortSignal): Promise<void> {
    const onError = (error: Error) => this.onError(error, consumer.projection.name);
    const read = async (recovered: () => void) => {
      if ((await this.consume(consumer, signal, recovered)) !== 'otherVersion') return;
      onStale();
      return 'end' as const;
    };
    return retrying(read, { signal, shortestMs: 100, longestMs: 5_000, onError });
  }

  /** Reads from the lowest checkpoint on; the read model drops events it has. @returns why it ended. */
  private async consume(
    { checkpoints, apply }: Consumer,
    signal: AbortSignal,
    onApplied: () => void,
  ): Promise<'gap' | 'otherVersion' | 'stopped'> {
    const partitions = allPartitions(this.log);
    const { history } = this.log;
    const begin = [...(await checkpoints()).values()];
    if (!begin.length) return 'otherVersion';
    let after = Math.min(...begin);
    const throttle = new Throttle();
    let idle = 0;
    let next = this.page(after);
    // When the database loses events, so does the read model: its checkpoints say where to continue.
    while (!signal.aborted && this.log.history === history) {
      const { wakes, events } = await next;
      if (events.length) {
        const upTo = events.at(-1)!.position;
        // A full page has a next one: it is read while this one is folded.
        if (events.length === PAGE) next = this.page(upTo);
        const { outcome } = await apply({ partitions, after, upTo, events });
        if (outcome === 'otherVersion') return outcome;
        if (outcome !== 'applied') return 'gap';
        onApplied();
        after = upTo;
        idle = 0;
        if (events.length === PAGE) continue;
      } else if (idle++ % LOOK_EVERY === 0) {
        const reached = [...(await checkpoints()).values()];
        if (!reached.length) return 'otherVersion';
        if (Math.min(...reached) < after) return 'gap';
      }
      // The last read found no more events.
      await this.wakeup.wait(wakes, POLL_MS, signal);
      await throttle.next(signal);
      next = this.page(after);
    }
    return signal.aborted ? 'stopped' : 'gap';
  }

  /** Loops at the same position share one read. */
  private page(after: number): Promise<Page> {
    const { count: wakes } = this.wakeup;
    const key = `${after} ${wakes}`;
    const underWay = this.underWay.get(key);
    if (underWay) return underWay;
    const page = this.log
      .read(after, PAGE)
      .then((events) => ({ wakes, events }))
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, page);
    page.catch(() => {});
    return page;
  }
}
