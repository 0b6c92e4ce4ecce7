import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { Log } from '../engine/log/log.ts';
import type { Pool } from '../platform/pg.ts';

const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

let measured: Registry | undefined;
/** Event loop delay, memory, garbage collection and CPU under standard names, measured once per process. */
function ofProcess(): Registry {
  if (!measured) collectDefaultMetrics({ register: (measured = new Registry()) });
  return measured;
}

/** A process's own metrics: base units, and labels with few values and no personal data. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'framelift_http_request_duration_seconds',
    help: 'Time to answer a request, by the route that answered it.',
    labelNames: ['method', 'route', 'status'],
    buckets: FAST,
    registers: [this.registry],
  });
  readonly failedSignIns = new Counter({
    name: 'framelift_sign_ins_failed_total',
    help: 'Sign-ins refused for a wrong name or password.',
    registers: [this.registry],
  });
  readonly rejectedNotifications = new Counter({
    name: 'framelift_notifications_rejected_total',
    help: 'Notifications of the store that were refused, by why.',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  readonly turnedAway = new Counter({
    name: 'framelift_requests_turned_away_total',
    help: 'Requests answered 503 because there were too many at once.',
    registers: [this.registry],
  });

  readonly historyLosses = new Counter({
    name: 'framelift_log_history_losses_total',
    help: 'Times this process noticed that the database lost events it had seen.',
    registers: [this.registry],
  });

  constructor(pool: Pool, log: Log) {
    ofProcess();
    for (const reason of ['signature', 'size', 'malformed']) this.rejectedNotifications.inc({ reason }, 0);
    this.measureAppends(log);
    this.measurePool(pool);
  }

  /** All of them, in Prometheus' text format. */
  text(): Promise<string> {
    return Registry.merge([ofProcess(), this.registry]).metrics();
  }

  /** A gauge, read on each scrape. */
  gauge(name: string, help: string, labelNames: string[] = []): Gauge<string> {
    return new Gauge({ name: `framelift_${name}`, help, labelNames, registers: [this.registry] });
  }

  private measureAppends(log: Log): void {
    const registers = [this.registry];
    const size = new Histogram({
      name: 'framelift_append_group_events',
      help: 'Events that shared one round trip and one fsync.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
      registers,
    });
    const time = new Histogram({
      name: 'framelift_append_duration_seconds',
      help: 'Time to append a group durably.',
      buckets: FAST,
      registers,
    });
    log.onCommit((_position, { events, ms }) => {
      size.observe(events);
      time.observe(ms / 1000);
    });
  }

  private measurePool(pool: Pool): void {
    const connections = new Gauge({
      name: 'framelift_pool_connections',
      help: 'Connections to the database, by what they do.',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        connections.set({ state: 'idle' }, pool.idleCount);
        connections.set({ state: 'waited_for' }, pool.waitingCount);
      },
    });
  }
}
