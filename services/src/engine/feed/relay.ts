import type { Client } from 'pg';
import type { Log } from '../log/log.ts';
import { locks, tryLockSession } from '../../platform/locks.ts';
import { createClient, endConnection } from '../../platform/pg.ts';
import { pause, retrying } from '../../platform/retrying.ts';
import type { LogWakeup } from './log-wakeup.ts';
import { kafkaClient, PersistentErrorReporter, type Topic } from './kafka.ts';
import { Throttle } from './throttle.ts';
import { type OnPublished, Publisher } from './publisher.ts';

interface Options extends Topic {
  /** A separate connection holds the lock and keeps the checkpoint. */
  connectionString: string;
  /** Makes that connection; by default pg's. */
  newClient?: () => Client;
  wakeup: LogWakeup;
  onError?: (error: Error) => void;
  onLead?: (leads: boolean) => void;
  onPublished?: OnPublished;
}

const LOCK_RETRY_MS = 250;
const POLL_MS = 1_000;
/** Postgres ends the session of a silent leader (paused, cut off), and its lock with it. */
const SILENCE_MS = 5_000;
const BACK_OFF_MS = 500;

/** Log → topic, in order, at least once (docs/architecture.md#the-feed). One session holds the lock and writes the checkpoint. */
export class Relay {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private readonly trouble: PersistentErrorReporter;
  private lose = (): void => {};

  constructor(
    private readonly log: Log,
    private readonly options: Options,
  ) {
    this.trouble = new PersistentErrorReporter(options.onError ?? (() => {}));
    // The log lost the last published event: the checkpoint says where to continue.
    log.onLost(() => this.lose());
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Finishes the current send and hands over. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private run(): Promise<void> {
    const { signal } = this.stopping;
    const onError = (error: Error) => this.trouble.failed(error);
    return retrying(() => this.serve(signal), { signal, shortestMs: BACK_OFF_MS, longestMs: BACK_OFF_MS, onError });
  }

  /** Runs until stopped. @throws when the session is lost. */
  private async serve(signal: AbortSignal): Promise<void> {
    const { connectionString } = this.options;
    const { newClient = () => createClient(connectionString, { answerMs: 2 * SILENCE_MS }) } = this.options;
    const session = newClient();
    const lost = new AbortController();
    this.lose = () => lost.abort();
    session.on('error', () => lost.abort()).on('end', () => lost.abort());
    try {
      await session.connect();
      await this.takeTurns(session, AbortSignal.any([signal, lost.signal]));
      if (lost.signal.aborted) throw new Error('the relay lost its database session');
    } finally {
      await endConnection(session);
    }
  }

  private async takeTurns(session: Client, signal: AbortSignal): Promise<void> {
    await session.query(`set idle_session_timeout = ${SILENCE_MS}; set synchronous_commit = off; set application_name = 'framelift relay'`);
    while (!signal.aborted) {
      if (await tryLockSession(session, locks.relay(this.options.topic))) return this.lead(session, signal);
      this.trouble.over();
      await pause(LOCK_RETRY_MS, signal);
    }
  }

  private async lead(session: Client, signal: AbortSignal): Promise<void> {
    const { wakeup } = this.options;
    this.options.onLead?.(true);
    const beating = setInterval(() => void session.query('select 1').catch(() => {}), SILENCE_MS / 5);
    const publisher = new Publisher(session, this.log, kafkaClient(this.options), this.options.topic, this.options.onPublished);
    try {
      await publisher.open();
      for (const throttle = new Throttle(); !signal.aborted;) {
        const { count } = wakeup;
        const published = await publisher.publish(signal);
        this.trouble.over();
        if (published === 'none') await wakeup.wait(count, POLL_MS, signal);
        if (published !== 'page') await throttle.next(signal);
      }
    } finally {
      clearInterval(beating);
      await publisher.close();
      this.options.onLead?.(false);
    }
  }
}
