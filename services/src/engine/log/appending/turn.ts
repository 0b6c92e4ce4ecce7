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

  /** Takes the turn where it is not ours yet. @returns what the appends meet at the head. */
  async explain(known: Head | undefined, sentAt: Date, appends: readonly Prepared[]): Promise<LogState> {
    if (this.isMine) return explain(this.client, known, sentAt, appends);
    // Ours from the asking: where the answer is a fault, the connection goes, and where only the explaining fails, the turn stays.
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
    // Looked at before the connection goes back to the pool; if it is broken, so is what was sent behind it.
    this.ended.catch(() => {});
  }

  /** The connection may be used for other things. @throws where the end was not heard: the connection must go. */
  async wasEnded(): Promise<void> {
    this.end();
    await this.ended;
  }
}
