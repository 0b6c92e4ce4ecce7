import { expect, it } from '@jest/globals';
import { inRun, type OpenCashout, stillOpen } from './open-cashouts.decider.ts';

const cashout = (id: string, more: object = {}) => ({ id, amountCents: 5, status: 'pending', ...more }) as OpenCashout;
const open = [cashout('c1'), cashout('c2'), cashout('c3', { run: 'r0' })];
const by = { kind: 'admin', id: 'd1' } as const;

it('approves one and does not change the others', () =>
  expect(stillOpen(open, { cashoutId: 'c2', status: 'approved' } as never, by)).toEqual([
    open[0],
    { ...open[1], status: 'approved', approvedBy: by },
    open[2],
  ]));
it.each(['completed', 'rejected'])('closes one that is %s and does not change the others', (status) =>
  expect(stillOpen(open, { cashoutId: 'c2', status } as never, by)).toEqual([open[0], open[2]]),
);
it('adds the named ones to a run', () =>
  expect(inRun(open, [{ cashoutId: 'c1' }, { cashoutId: 'c2' }], 'r1')).toEqual([
    cashout('c1', { run: 'r1' }),
    cashout('c2', { run: 'r1' }),
    cashout('c3', { run: 'r0' }),
  ]));
it('removes the named ones from their run', () => {
  const [, , out] = inRun(open, [{ cashoutId: 'c3' }, { cashoutId: 'c9' }]);
  expect(out).toStrictEqual(cashout('c3'));
  expect(inRun(open, [])).toStrictEqual(open);
  expect(inRun([], [{ cashoutId: 'c1' }], 'r1')).toEqual([]);
});
