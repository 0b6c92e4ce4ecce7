import { expect } from '@jest/globals';
import type { Fact } from '@framelift/contracts';
import type { Actor } from '../../services/src/engine/log/event.ts';
import { type Decider, evolveAll } from '../../services/src/engine/log/deciding/decider.ts';
import { Refused } from '../../services/src/platform/refused.ts';
import type { Affiliate, OnTerms } from '../../services/src/programme/affiliate/affiliate.decider.ts';
import { adminDecider } from '../../services/src/programme/sign-in/admin.decider.ts';
import { type Programme, programmeDecider } from '../../services/src/programme/terms/terms.decider.ts';

/** Facts as a stream would hold them: versions and positions count up, personal fields as given. */
export function stateOf<State>(
  decider: Decider<State>,
  facts: readonly Fact[],
  at = '2026-01-01T00:00:00.000Z',
  actor: Actor = { kind: 'system', id: 'spec' },
): State {
  const events = facts.map((f, i) => ({ ...f, position: i + 1, version: i + 1, metadata: { occurredAt: at, actor } }));
  return evolveAll(decider, decider.initial, events as never);
}

/** The terms until an admin sets any. */
export const programme: Programme = programmeDecider.initial;

/** An admin who decides about other people's money. */
export const payer = { admin: { ...adminDecider.initial, active: true }, own: [] as readonly string[] };

/** A rule of an affiliate on terms, as a rule of the affiliate alone. */
export const on =
  <C>(rule: (on: OnTerms, command: C) => { affiliate: Fact[] }, terms: Programme = programme) =>
  (affiliate: Affiliate, command: C) =>
    rule({ affiliate, programme: terms }, command).affiliate;

/** given(decider, facts).when(rule, command).then(facts) | .refuses(text) | .staysQuiet() */
export const given = <State>(decider: Decider<State>, facts: readonly Fact[]) => ({
  when<C>(rule: (state: State, command: C) => readonly Fact[], command: C) {
    const decide = () => rule(stateOf(decider, facts), command);
    return {
      // oxlint-disable-next-line unicorn/no-thenable -- given, when, then; it is never awaited
      then: (...expected: Fact[]) => expect(decide()).toEqual(expected),
      /** Compares only the named fields. */
      thenMatching: (...expected: object[]) => expect(decide()).toMatchObject(expected),
      staysQuiet: () => expect(decide()).toEqual([]),
      refuses: (text: string) => {
        expect(decide).toThrow(Refused.inWords(text));
      },
    };
  },
});
