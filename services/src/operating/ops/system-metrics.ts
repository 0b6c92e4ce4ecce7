import { Inject, Injectable } from '@nestjs/common';
import type { Gauge } from '@prometheus-io/client';
import { Archive } from '../../engine/log/archiving/archive.ts';
import { LogWatch } from '../../observing/log-watch.ts';
import { Metrics } from '../../observing/metrics.ts';
import type { Pool } from '../../platform/pg.ts';
import { type Clock, LOG_CLOCK, POOL } from '../../platform/tokens.ts';
import { type Projection, PROJECTIONS } from '../../engine/projecting/projection.ts';
import { REACTORS } from '../../engine/reacting/reactor.ts';
import { ageOf } from '../../engine/projecting/status.ts';
import { systemStatus } from './system-status.ts';

/** Between two checks of the books, which are too slow for every scrape. */
const BOOKS_INTERVAL_MS = 60_000;

type Watched =
  | 'archived'
  | 'ahead'
  | 'clock'
  | 'head'
  | 'checkpoint'
  | 'lag'
  | 'seconds'
  | 'parked'
  | 'waiting'
  | 'waitingSeconds'
  | 'unsent'
  | 'relay'
  | 'books';

/** Gauges of the log and the read models, read from the tables on each scrape. */
@Injectable()
export class SystemMetrics {
  private looking: Promise<void> | undefined;
  private books = { at: -Infinity, cents: 0 };

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(PROJECTIONS) readonly projections: readonly Projection[],
    @Inject(REACTORS) readonly reactors: readonly Projection[],
    @Inject(LOG_CLOCK) private readonly now: Clock,
    private readonly watch: LogWatch,
    private readonly archive: Archive,
    metrics: Metrics,
  ) {
    const gauges = {
      head: metrics.gauge('log_head_position', 'Position of the last event.'),
      archived: metrics.gauge('archived_position', 'Position of the last event in the archive; 0: there is no archive.'),
      ahead: metrics.gauge('log_ahead_seconds', 'How far the log’s last time is ahead of the database’s clock.'),
      clock: metrics.gauge('clock_offset_seconds', 'This process’s clock minus the database’s; beyond 5 s appends are refused.'),
      checkpoint: metrics.gauge('read_model_checkpoint', 'Every event up to this position is folded or parked; also for reactors.', [
        'read_model',
      ]),
      lag: metrics.gauge('read_model_lag_events', 'Positions between the checkpoint and the head.', ['read_model']),
      seconds: metrics.gauge('read_model_lag_seconds', 'How long the oldest event that is not folded has been in the log.', ['read_model']),
      parked: metrics.gauge('read_model_parked_streams', 'Parked streams of a read model.', ['read_model']),
      waiting: metrics.gauge('reactor_waiting_intents', 'Pending intents of a reactor.', ['reactor']),
      waitingSeconds: metrics.gauge('reactor_waiting_seconds', 'How long the event of the oldest one has been in the log.', ['reactor']),
      unsent: metrics.gauge('reactor_unsent_intents', 'Intents that failed or expired in the last 30 days.', ['reactor', 'outcome']),
      relay: metrics.gauge('relay_age_seconds', 'How long the oldest event that is not in Kafka has been in the log.', ['topic']),
      books: metrics.gauge('books_imbalance_cents', 'Cents by which the books are off; anything but 0 is wrong.'),
    };
    // A scrape reads every gauge at once; all of them wait for one query.
    const collect = () => (this.looking ??= this.collect(gauges).finally(() => (this.looking = undefined)));
    for (const gauge of Object.values(gauges)) Object.assign(gauge, { collect });
  }

  private async collect(gauges: Record<Watched, Gauge<string>>): Promise<void> {
    const fresh = performance.now() - this.books.at > BOOKS_INTERVAL_MS;
    const status = await systemStatus(this.pool, this, this.now(), { books: fresh });
    if (fresh) this.books = { at: performance.now(), cents: status.booksImbalanceCents ?? 0 };
    gauges.ahead.set(status.aheadSeconds);
    gauges.clock.set(this.watch.clockOffsetMs / 1000);
    gauges.archived.set((await this.archive.safeUpTo())?.position ?? 0);
    gauges.head.set(status.head.position);
    gauges.books.set(this.books.cents);
    for (const { name, checkpoint, lag, lagSeconds, parked } of [...status.readModels, ...status.reactors]) {
      gauges.checkpoint.set({ read_model: name }, checkpoint);
      gauges.lag.set({ read_model: name }, lag);
      gauges.seconds.set({ read_model: name }, lagSeconds);
      gauges.parked.set({ read_model: name }, parked);
    }
    for (const { name, waiting, waitingSeconds, failed, late } of status.reactors) {
      gauges.waiting.set({ reactor: name }, waiting);
      gauges.waitingSeconds.set({ reactor: name }, waitingSeconds);
      gauges.unsent.set({ reactor: name, outcome: 'failed' }, failed);
      gauges.unsent.set({ reactor: name, outcome: 'late' }, late);
    }
    for (const { topic, position, lag } of status.relays)
      gauges.relay.set({ topic }, lag ? await ageOf(this.pool, position + 1, this.now()) : 0);
  }
}
