import { EVENTS } from '../../engine/log/event.ts';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { adminStream, affiliateStream, type LiveUpdate, visitsStream } from '@framelift/contracts';
import { Throttle } from '../../engine/feed/throttle.ts';
import { LogWakeup } from '../../engine/feed/log-wakeup.ts';
import { Log } from '../../engine/log/log.ts';
import { type Account, isVisibleTo } from '../../http/allow.ts';
import type { Pool } from '../../platform/pg.ts';
import { POOL } from '../../platform/tokens.ts';

/** Between two updates, so that screens ask once for events close together. */
const INTERVAL_MS = 250;
const POLL_MS = 1_000;
const MAX_EVENTS = 1_000;
const MAX_PER_ACCOUNT = 20;

export interface Subscriber {
  account: Account;
  send(update: LiveUpdate): void;
  /** Something happened to the account: a ban ends its sessions. */
  changed(): void;
  end(): void;
}

/** Sends logged-in screens the types and position of new events about them. One query serves all subscribers of a process. */
@Injectable()
export class Live implements BeforeApplicationShutdown {
  private readonly subscribers = new Set<Subscriber>();
  private seen = 0;
  /** Settles once it is known where the log ended when the first subscriber came. */
  private begun: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();
  private looking: Promise<void> | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly log: Log,
    private readonly wakeup: LogWakeup,
  ) {
    log.onLost((_known, { position }) => void (this.seen = Math.min(this.seen, position)));
  }

  /** Whether an account has as many streams as screens that a person may have open. */
  isFull({ id }: Account): boolean {
    return [...this.subscribers].filter(({ account }) => account.id === id).length >= MAX_PER_ACCOUNT;
  }

  /** @returns the position after which events are sent. */
  async subscribe(subscriber: Subscriber): Promise<number> {
    if (this.stopping.signal.aborted) {
      subscriber.end();
      return this.seen;
    }
    // Counted immediately, so that concurrent ones are not all admitted.
    this.subscribers.add(subscriber);
    if (this.subscribers.size === 1) this.begun = this.head();
    await this.begun;
    this.start();
    return this.seen;
  }

  leave(subscriber: Subscriber): void {
    this.subscribers.delete(subscriber);
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
    for (const subscriber of this.subscribers) subscriber.end();
    this.subscribers.clear();
  }

  private start(): void {
    this.looking ??= this.look().finally(() => {
      this.looking = undefined;
      // A reader that arrived during the last read.
      if (this.subscribers.size) this.start();
    });
  }

  private async look(): Promise<void> {
    const throttle = new Throttle(INTERVAL_MS);
    const { signal } = this.stopping;
    while (this.subscribers.size && !signal.aborted) {
      await throttle.next(signal);
      const { count } = this.wakeup;
      // The database may be briefly unavailable: then there are no new events.
      await this.tell().catch(() => {});
      await this.wakeup.wait(count, POLL_MS, signal);
    }
  }

  private async tell(): Promise<void> {
    const { history } = this.log;
    const { rows } = await this.pool.query<{ position: number; stream_id: string; type: string }>({
      name: 'live.news',
      text: `select position, stream_id, type from ${EVENTS} where position > $1 order by position limit $2`,
      values: [this.seen, MAX_EVENTS],
    });
    // The log may have lost these meanwhile: its next events come after an earlier position.
    if (!rows.length || this.log.history !== history) return;
    this.seen = rows.at(-1)!.position;
    const byStream = Map.groupBy(rows, (r) => r.stream_id);
    for (const { account, send, changed } of this.subscribers) {
      if (byStream.has((account.kind === 'admin' ? adminStream : affiliateStream)(account.id))) changed();
      const about = account.kind === 'admin' ? rows : [affiliateStream, visitsStream].flatMap((of) => byStream.get(of(account.id)) ?? []);
      const own = about.filter(({ type }) => isVisibleTo(account, this.log.catalogue[type]));
      if (own.length) send({ position: Math.max(...own.map((r) => r.position)), events: [...new Set(own.map((r) => r.type))] });
    }
  }

  private async head(): Promise<void> {
    this.seen = (await this.log.head()).position;
  }
}
