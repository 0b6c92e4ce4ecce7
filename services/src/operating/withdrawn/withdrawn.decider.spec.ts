import { describe, expect, it } from '@jest/globals';
import { type Fact, fact, withdrawnRefusals } from '@framelift/contracts';
import { stateOf } from '../../../../test/support/given.ts';
import { Refused } from '../../platform/refused.ts';
import { leftOut, recordable, recorded, withdrawnDecider } from './withdrawn.decider.ts';

const about = { type: 'CashoutRequested', position: 9, happenedAt: '2026-01-01T00:00:00.000Z' } as const;
const listed = fact('EventsWithdrawn', {
  affiliateId: 'a1',
  isThere: true,
  events: [
    { id: 'a1-x', ...about, amountCents: 50_00, kept: { amountCents: 50_00 } },
    { id: 'a1-y', ...about },
  ],
});
const ofGone = fact('EventsWithdrawn', { affiliateId: 'a2', isThere: false, events: [{ id: 'a2-x', ...about, kept: {} }] });
const state = (...history: Fact[]) => stateOf(withdrawnDecider, [listed, ofGone, ...history]);
const refused = (text: Refused['message'], kind: 'missing' | 'conflict') => new Refused(text as never, kind);

describe('a withdrawn event', () => {
  const again = { id: 'a1-x', position: 77 };
  const out = { id: 'a1-x', reason: 'The mistake' };
  it('is recorded once, with the position of what was recorded', () => {
    const [done] = recorded(state(), again);
    expect(done).toEqual(fact('WithdrawnEventRecorded', again));
    expect(state(done!)['a1-x']).toMatchObject({ state: 'recorded', recordedAs: 77 });
    expect(recorded(state(done!), again)).toEqual([]);
    expect(recorded(state(), { id: 'a1-x', position: 0 })).toEqual([fact('WithdrawnEventRecorded', { id: 'a1-x' })]);
    expect(() => leftOut(state(done!), out)).toThrow(refused(withdrawnRefusals.decided, 'conflict'));
  });
  it('is left out once, with a reason', () => {
    const [done] = leftOut(state(), out);
    expect(done).toEqual(fact('WithdrawnEventLeftOut', out));
    expect(leftOut(state(done!), out)).toEqual([]);
    expect(() => recordable(state(done!), 'a1-x')).toThrow(refused(withdrawnRefusals.decided, 'conflict'));
    expect(state(done!, ...recorded(state(done!), again))['a1-x']).toMatchObject({ state: 'recorded' });
  });
  it('is not recorded where no command can, or the account is gone, or it is none', () => {
    for (const id of ['a1-y', 'a2-x']) expect(() => recordable(state(), id)).toThrow(refused(withdrawnRefusals.notRecordable, 'conflict'));
    for (const id of ['a1-z', 'constructor']) {
      expect(() => recordable(state(), id)).toThrow(refused(withdrawnRefusals.notFound, 'missing'));
      expect(() => leftOut(state(), { id, reason: '' })).toThrow(refused(withdrawnRefusals.notFound, 'missing'));
    }
    expect(leftOut(state(), { id: 'a1-y', reason: 'x' })).toHaveLength(1);
  });
});
