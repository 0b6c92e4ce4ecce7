import { MINUTE_MS, refusals, SECOND_MS } from '@framelift/contracts';
import { batched } from '../../../platform/batched.ts';
import type { Pool } from '../../../platform/pg.ts';
import { Refused } from '../../../platform/refused.ts';
import { pause } from '../../../platform/retrying.ts';

/** A request waits for so long, and for less where the archive cannot be written. */
const WAIT_MS = 5 * SECOND_MS;
const FAILING_WAIT_MS = SECOND_MS;
const LOOK_MS = 50;
const RETRY_S = 10;

interface State {
  /** Events up to this position may cause something outside. */
  upTo: number;
  /** The last event of the log. */
  head: number;
  failingSince: Date | null;
}

const OPEN: State = { upTo: Number.MAX_SAFE_INTEGER, head: 0, failingSince: null };

/**
 * Whatever somebody outside acts on leaves after the events that cause it are archived, so a restore forgets nothing that left
 * (docs/architecture.md#what-leaves). Without an archive nothing waits.
 */
export class Barrier {
  private readonly askers: (() => void)[] = [];
  /** Those who ask during a look share the next one: it began after what they ask about. */
  private readonly states = batched(async (asked: readonly true[]) => {
    const state = await this.look();
    return asked.map(() => state);
  });

  constructor(private readonly pool: Pool) {}

  /** Called where something waits: the archive is to be written now. */
  onAsked(listener: () => void): void {
    this.askers.push(listener);
  }

  /** The last position whose events may cause something outside. `wanted`: the position that waits to leave. */
  async upTo(wanted = 0): Promise<number> {
    const { upTo } = await this.states(true);
    if (wanted > upTo) for (const ask of this.askers) ask();
    return upTo;
  }

  /** Whether everything that is in the log now may leave. */
  async isPassed(): Promise<boolean> {
    const { upTo, head } = await this.states(true);
    return upTo >= head;
  }

  /** Waits until everything up to a position may leave. @returns false: not within `ms` */
  async reached(position: number, ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    while ((await this.upTo(position)) < position) {
      if (performance.now() >= until) return false;
      await pause(LOOK_MS);
    }
    return true;
  }

  /** Waits for everything that is in the log now, as long as a request may wait. @returns false: it has to wait for longer */
  async reachedSoon(): Promise<boolean> {
    const { head, failingSince } = await this.states(true);
    return this.reached(head, failingSince ? FAILING_WAIT_MS : WAIT_MS);
  }

  /** Afterwards everything that is in the log now may cause something outside. @throws Refused: that has to wait for longer */
  async afterArchived(): Promise<void> {
    if (await this.reachedSoon()) return;
    const { failingSince } = await this.states(true);
    const waiting = failingSince
      ? refusals.archiveFailing(failingSince.toISOString().slice(0, 16).replace('T', ' '))
      : refusals.archiveBehind;
    throw new Refused(waiting, 'unavailable', RETRY_S);
  }

  /** A log that never had a base waits a minute for its first one: before, nothing ever waited. */
  private async look(): Promise<State> {
    const { rows } = await this.pool.query<State>({
      name: 'barrier.state',
      text: `select a.position as "upTo", h.position as head, failing_since as "failingSince" from log.archive a, log.head h
             where bypassed_since is null
               and not (base is null and archived_at is null and waiting_since < clock_timestamp() - interval '${MINUTE_MS} ms')`,
    });
    return rows[0] ?? OPEN;
  }
}
