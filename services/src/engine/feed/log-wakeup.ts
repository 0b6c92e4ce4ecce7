import type { Client } from 'pg';
import { createClient, endConnection } from '../../platform/pg.ts';
import { retrying } from '../../platform/retrying.ts';

/** The Postgres channel of appends. It carries no data: readers query the log. */
export const CHANNEL = 'framelift_log';

interface Options {
  /** A separate database connection listens for all processes' commits. */
  connectionString: string;
  /** Makes that connection; by default pg's. */
  newClient?: () => Client;
  onError: (error: Error) => void;
}

/** Wakes readers of this process when the log grows. Readers also poll, so a lost connection only delays them. Listens from the first wait on. */
export class LogWakeup {
  /** Number of wakes. Read it before the log, so that no commit between the read and the wait is missed. */
  count = 0;
  private waiting = new Set<() => void>();
  private readonly stopping = new AbortController();
  private listening: Promise<void> | undefined;

  constructor(private readonly options: Options) {}

  wake(): void {
    this.count++;
    const waiting = this.waiting;
    this.waiting = new Set();
    for (const wake of waiting) wake();
  }

  /** Waits until it woke more than `seen` times, for at most `ms`. */
  async wait(seen: number, ms: number, signal: AbortSignal): Promise<void> {
    this.listening ??= this.listen();
    if (signal.aborted || this.count > seen) return;
    await new Promise<void>((done) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.waiting.delete(wake);
        done();
      };
      const timer = setTimeout(wake, ms);
      signal.addEventListener('abort', wake, { once: true });
      this.waiting.add(wake);
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.listening;
  }

  private listen(): Promise<void> {
    const { signal } = this.stopping;
    return retrying((recovered) => this.hear(recovered, signal), {
      signal,
      shortestMs: 100,
      longestMs: 5_000,
      onError: this.options.onError,
    });
  }

  private async hear(recovered: () => void, signal: AbortSignal): Promise<void> {
    const { connectionString, newClient = () => createClient(connectionString) } = this.options;
    const client = newClient();
    // Before the connection: a stop while it opens is heard too.
    const stopped = new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
    const lost = new Promise<Error>((done) => {
      client.on('error', done);
      client.once('end', () => done(new Error('the listening connection was closed')));
    });
    try {
      client.on('notification', () => this.wake());
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      recovered();
      // Commits may have happened while no connection listened.
      this.wake();
      const fault = await Promise.race([lost, stopped]);
      if (fault) throw fault;
    } finally {
      await endConnection(client);
    }
  }
}
