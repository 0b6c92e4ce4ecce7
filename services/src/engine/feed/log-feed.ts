import { Client } from 'pg';
import type { AnyEvent } from '../log/event.ts';
import type { Log } from '../log/log.ts';
import { allPartitions, PAGE } from '../projecting/copying.ts';
import { endConnection } from '../../platform/pg.ts';
import type { Consumer, Feed, Subscription } from './feed.ts';
import { Bell, CHANNEL } from './bell.ts';
import { Pace, pause } from './pace.ts';

const POLL = 1_000;
const SHORTEST_BACK_OFF = 100;
const LONGEST_BACK_OFF = 5_000;

/** Events after a position, and how often the bell had rung before they were read. */
interface Page {
  rings: number;
  events: AnyEvent[];
}

interface Options {
  /** A database connection of its own listens here for other processes' commits. */
  connectionString: string;
  onError?: (error: Error, projection?: string) => void;
}

/** The embedded feed: reads the log by position, one loop per projection, woken by NOTIFY and once a second. */
export class LogFeed implements Feed {
  private readonly bell = new Bell();
  private readonly stopping = new AbortController();
  private readonly underWay = new Map<string, Promise<Page>>();
  private readonly loops: Promise<void>[] = [];
  private readonly listening: Promise<void>;
  private readonly onError: NonNullable<Options['onError']>;

  constructor(
    private readonly log: Log,
    private readonly options: Options,
  ) {
    this.onError = options.onError ?? (() => {});
    this.listening = this.listen();
    log.onLost(() => this.bell.ring());
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
    await Promise.all([this.listening, ...this.loops]);
  }

  private async loop(consumer: Consumer, onStale: () => void, signal: AbortSignal): Promise<void> {
    for (let backOff = SHORTEST_BACK_OFF; !signal.aborted;) {
      try {
        const outcome = await this.consume(consumer, signal, () => (backOff = SHORTEST_BACK_OFF));
        if (outcome === 'otherVersion') return onStale();
      } catch (error) {
        if (signal.aborted) return;
        this.onError(error as Error, consumer.projection.name);
        await pause(backOff, signal);
        backOff = Math.min(backOff * 2, LONGEST_BACK_OFF);
      }
    }
  }

  /** From the lowest checkpoint on; what single partitions have beyond it the batch drops. Ends to begin anew, or for good. */
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
    const pace = new Pace();
    let next = this.page(after);
    // Where the database lost events, the read model did too: its checkpoints say where to go on.
    while (!signal.aborted && this.log.history === history) {
      const { rings, events } = await next;
      if (events.length) {
        const upTo = events.at(-1)!.position;
        // A full page has a next one: it is read while this one is folded.
        if (events.length === PAGE) next = this.page(upTo);
        const { outcome } = await apply({ partitions, after, upTo, events });
        if (outcome === 'otherVersion') return outcome;
        if (outcome !== 'applied') return 'gap';
        onApplied();
        after = upTo;
        if (events.length === PAGE) continue;
      }
      // There was no more when the bell was last heard.
      await this.bell.wait(rings, POLL, signal);
      await pace.next(signal);
      next = this.page(after);
    }
    return signal.aborted ? 'stopped' : 'gap';
  }

  /**
   * Rings are counted before reading, so a commit between the read and the wait is not slept through. Loops that are equally
   * far and have heard the same rings share the read under way: woken together, they all ask for the same page.
   */
  private page(after: number): Promise<Page> {
    const { rings } = this.bell;
    const asked = `${after} ${rings}`;
    const underWay = this.underWay.get(asked);
    if (underWay) return underWay;
    const page = this.log
      .read(after, PAGE)
      .then((events) => ({ rings, events }))
      .finally(() => this.underWay.delete(asked));
    this.underWay.set(asked, page);
    page.catch(() => {});
    return page;
  }

  /** Notifications only shorten the wait, so a lost connection costs at most the poll's second until it is back. */
  private async listen(): Promise<void> {
    const { signal } = this.stopping;
    for (let backOff = SHORTEST_BACK_OFF; !signal.aborted; backOff = Math.min(backOff * 2, LONGEST_BACK_OFF)) {
      const client = new Client({ connectionString: this.options.connectionString, keepAlive: true });
      const lost = new Promise<void>((done) => {
        client.once('error', () => done());
        client.once('end', () => done());
        signal.addEventListener('abort', () => done(), { once: true });
      });
      try {
        client.on('notification', () => this.bell.ring());
        await client.connect();
        await client.query(`listen ${CHANNEL}`);
        backOff = SHORTEST_BACK_OFF;
        this.bell.ring();
        await lost;
      } catch (error) {
        this.onError(error as Error);
      }
      client.removeAllListeners('error').on('error', () => {});
      await endConnection(client);
      await pause(backOff, signal);
    }
  }
}
