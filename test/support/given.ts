import { expect } from '@jest/globals';
import type { Fact } from '@framelift/contracts';
import { type Decider, evolveAll } from '../../services/src/engine/log/decider.ts';
import { Refused } from '../../services/src/platform/refused.ts';

/** Facts as a stream would hold them: versions and positions count up, personal fields as they were given. */
export function stateOf<State>(decider: Decider<State>, facts: readonly Fact[], at = '2026-01-01T00:00:00.000Z'): State {
  const events = facts.map((f, i) => ({ ...f, position: i + 1, version: i + 1, metadata: { occurredAt: at } }));
  return evolveAll(decider, decider.initial, events as never);
}

/** given(decider, facts).when(rule, command).then(facts) | .refuses(text) | .staysQuiet() */
export const given = <State>(decider: Decider<State>, facts: readonly Fact[]) => ({
  when<C>(rule: (state: State, command: C) => readonly Fact[], command: C) {
    const decide = () => rule(stateOf(decider, facts), command);
    return {
      // oxlint-disable-next-line unicorn/no-thenable -- given, when, then; nobody awaits it
      then: (...expected: Fact[]) => expect(decide()).toEqual(expected),
      /** Only the fields named are compared. */
      thenMatching: (...expected: object[]) => expect(decide()).toMatchObject(expected),
      staysQuiet: () => expect(decide()).toEqual([]),
      refuses: (text: string) => {
        expect(decide).toThrow(new Refused(text));
      },
    };
  },
});
