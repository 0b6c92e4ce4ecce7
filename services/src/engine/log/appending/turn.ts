import type { PoolClient } from 'pg';
import type { Prepared } from './append.ts';
import { endTurn, explain, type Head, type LogState, takeTurn } from './calls.ts';

/** How long a process that others wait for may append. A shorter turn costs throughput: `bench -- processes`. */
const TURN_MS = 50;
/** A process that is paused in its turn loses its session. */
const SILENT_MS = 1_500;

/** The time in which one session alone appends. */
export class Turn {
  private endsAt: number | undefined;
  private ended: Promise<void> | undefined;

  constructor(private readonly client: PoolClient) {}

  get isMine(): boolean {
    return this.endsAt !== undefined;
  }

  get isOver(): boolean {
    return this.endsAt !== undefined && performance.now() > this.endsAt;
  }

  /** Takes the turn unless it is already ours. @returns the state the appends meet at the head. */
  async explain(known: Head | undefined, sentAt: Date, appends: readonly Prepared[]): Promise<LogState> {
    if (this.isMine) return explain(this.client, known, sentAt, appends);
    // Ours from the request on: on a fault the connection is dropped; if only the explanation fails, the turn continues.
    this.endsAt = Infinity;
    const taken = takeTurn(this.client, SILENT_MS);
    const explained = explain(this.client, known, sentAt, appends);
    explained.catch(() => {});
    await taken;
    this.endsAt = performance.now() + TURN_MS;
    return explained;
  }

  /** The next statement need not wait for it. */
  end(): void {
    if (!this.isMine) return;
    this.endsAt = undefined;
    this.ended = endTurn(this.client);
    // Checked before the connection returns to the pool; if it is broken, so is everything sent after it.
    this.ended.catch(() => {});
  }

  /** Frees the connection for other work. @throws if the end was not confirmed: drop the connection. */
  async wasEnded(): Promise<void> {
    this.end();
    await this.ended;
  }
}
