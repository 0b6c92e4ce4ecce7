import { Client } from 'pg';
import type { Log } from '../log/log.ts';
import { endConnection } from '../../platform/pg.ts';
import { Bell, CHANNEL } from './bell.ts';
import { kafkaClient, LastingTrouble, type Topic } from './kafka.ts';
import { Pace, pause } from './pace.ts';
import { type OnPublished, Publisher } from './publisher.ts';

interface Options extends Topic {
  /** A connection of its own holds the lock, hears of commits and keeps the checkpoint. */
  connectionString: string;
  onError?: (error: Error) => void;
  onLead?: (leads: boolean) => void;
  onPublished?: OnPublished;
}

const ASK = 250;
const POLL = 1_000;
/** Postgres ends the session of a leader that says nothing for so long (paused, cut off), and its lock with it. */
const SILENCE = 5_000;
const BACK_OFF = 500;

/**
 * Log → topic, in order, at least once (docs/architecture.md#the-feed). Any number may run: the one with the lock publishes.
 * Lock, heartbeat and checkpoint share one session, so a relay that lost the lock cannot move the checkpoint.
 */
export class Relay {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private readonly trouble: LastingTrouble;
  private lose = (): void => {};

  constructor(
    private readonly log: Log,
    private readonly options: Options,
  ) {
    this.trouble = new LastingTrouble(options.onError ?? (() => {}));
    // What was published last is then in the log no more: the checkpoint says where to go on.
    log.onLost(() => this.lose());
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Finishes the send under way and hands over. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const session = new Client({ connectionString: this.options.connectionString, keepAlive: true, query_timeout: 2 * SILENCE });
      const lost = new AbortController();
      this.lose = () => lost.abort();
      session.on('error', () => lost.abort()).on('end', () => lost.abort());
      try {
        await session.connect();
        await this.takeTurns(session, AbortSignal.any([signal, lost.signal]));
        if (lost.signal.aborted) throw new Error('the relay lost its database session');
      } catch (error) {
        this.trouble.failed(error as Error);
        await pause(BACK_OFF, signal);
      }
      await endConnection(session);
    }
  }

  private async takeTurns(session: Client, signal: AbortSignal): Promise<void> {
    await session.query(`set idle_session_timeout = ${SILENCE}; set synchronous_commit = off; set application_name = 'framelift relay'`);
    const bell = new Bell();
    session.on('notification', () => bell.ring());
    const lock = `hashtextextended('framelift relay ${this.options.topic.replaceAll("'", '')}', 0)`;
    while (!signal.aborted) {
      const { rows } = await session.query(`select pg_try_advisory_lock(${lock}) as mine`);
      if (rows[0].mine) return this.lead(session, bell, signal);
      this.trouble.over();
      await pause(ASK, signal);
    }
  }

  private async lead(session: Client, bell: Bell, signal: AbortSignal): Promise<void> {
    this.options.onLead?.(true);
    const beating = setInterval(() => void session.query('select 1').catch(() => {}), SILENCE / 5);
    const publisher = new Publisher(session, this.log, kafkaClient(this.options), this.options.topic, this.options.onPublished);
    try {
      await session.query(`listen ${CHANNEL}`);
      await publisher.open();
      for (const pace = new Pace(); !signal.aborted;) {
        const { rings } = bell;
        const published = await publisher.publish(signal);
        this.trouble.over();
        if (published === 'none') await bell.wait(rings, POLL, signal);
        if (published !== 'page') await pace.next(signal);
      }
    } finally {
      clearInterval(beating);
      await publisher.close();
      this.options.onLead?.(false);
    }
  }
}
