// What the server answers about what looks wrong. No two figures of a screen are equal, so that one in another's place shows.
import type { AnswerOf } from '../screen.tsx';

type Item = AnswerOf<'GET /api/admin/review'>['items'][number];
type Signal = Item['signals'][number];

const signal = (rule: Signal['rule'], title: string, position: number, alarm = true): Signal => ({
  rule,
  title,
  evidence: `Evidence ${position}`,
  alarm,
  happenedAt: `2026-05-0${position}T12:00:00.000Z`,
  position,
});
const item = (
  id: string,
  username: string,
  fields: Pick<Item, 'kind' | 'about' | 'amount' | 'signals' | 'position'> & Partial<Item>,
): Item => ({ id, affiliate: { id: `a-${username}`, username }, held: false, decision: null, ...fields });

export const review: AnswerOf<'GET /api/admin/review'> = {
  items: [
    item('cashout-c1', 'nina', {
      kind: 'cashout',
      about: 'c1',
      amount: 60.1,
      position: 21,
      signals: [
        signal('sharedAddress', 'Shared address', 1),
        signal('sharedAddress', 'Shared address', 2),
        signal('burst', 'Sales within seconds', 3),
      ],
    }),
    item('sale-s1', 'omar', {
      kind: 'sale',
      about: 'sellauth-1',
      amount: 7.5,
      position: 22,
      held: true,
      decision: {
        decision: 'hold',
        reason: 'We check this sale',
        internalNote: 'One network',
        decidedAt: '2026-05-06T12:00:00.000Z',
        by: 'ada',
      },
      signals: [signal('tooFast', 'Faster than a person', 4)],
    }),
    item('affiliate-a3', 'zoe & co', {
      kind: 'affiliate',
      about: 'a3',
      amount: null,
      position: 23,
      signals: [signal('firstCashout', 'First cashout', 5, false)],
    }),
    item('affiliate-a4', 'kim', {
      kind: 'affiliate',
      about: 'a4',
      amount: null,
      position: 24,
      decision: { decision: 'fine', reason: null, internalNote: null, decidedAt: '2026-05-07T12:00:00.000Z', by: 'root' },
      signals: [signal('jump', 'Balance jumped', 6, false)],
    }),
  ],
  open: { alarms: 1_301, notes: 14 },
  next: null,
};
