import { Attempt } from './attempt.ts';
import type { Loaded, Source } from './decider.ts';

/**
 * Saves a command the round trip of its load, a third of its time (docs/measurements.md#what-each-mechanism-gains): it takes the
 * state that this process read a moment ago, most often to check a token.
 * A state is
 * - recent: read before this command, and this process appended nothing to the stream since;
 * - loaded: not recent, and read now.
 * A recent state may be stale, as another process may have appended. The append detects that for written streams: their
 * expected version decides. For refusals, empty results and streams that are only read, nothing would detect it, so a
 * decision on such a recent state does not count, and the next attempt loads everything.
 */
export class FirstAttempt extends Attempt {
  private readonly recent = new Set<string>();

  override holds(written: ReadonlySet<string>): boolean {
    return [...this.recent].every((streamId) => written.has(streamId));
  }

  protected override async read<State>(source: Source<State>): Promise<Loaded<State>> {
    const recent = this.states.recent(source);
    if (!recent) return super.read(source);
    this.recent.add(source.streamId);
    return recent;
  }
}
