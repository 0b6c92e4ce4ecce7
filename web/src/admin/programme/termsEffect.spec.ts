import { expect, it } from '@jest/globals';
import { effectOf, shortened } from './termsEffect.ts';

const affiliate = (id: string) => ({ id, username: id, beforeCents: 1, afterCents: 2 });

it('names the first change, and counts the others', () => {
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map(shortened)).toEqual([
    'No changes yet',
    'A',
    'A and 1 more change',
    'A and 2 more changes',
  ]);
});

it.each([
  [['a', 'b'], 10_000, 9_860, '2 affiliates would have earned €1.40 (1.4%) less'],
  [['a'], 10_000, 10_500, '1 affiliate would have earned €5.00 (5%) more'],
  [['a', 'b'], 10_000, 10_000, '2 affiliates would have earned more or less, the same in total'],
  [['a'], 0, 500, '1 affiliate would have earned €5.00 more'],
  [[], 10_000, 10_000, 'no affiliate would have earned more or less'],
])('says for how many, and by how much: %j, %d → %d', (names, beforeCents, afterCents, text) => {
  expect(effectOf({ affiliates: names.map(affiliate), total: { beforeCents, afterCents } })).toBe(text);
});
