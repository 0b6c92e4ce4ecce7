import { describe, expect, it } from '@jest/globals';
import { availableCents, balanceCents, commissionCents, debtCents, emptyBooks, owedCents, ownCents, posted } from './books.ts';

const books = { earnedCents: 100_00, reversedCents: 1_00, reservedCents: 20_00, paidCents: 30_00, forfeitedCents: 4_00 };

describe('a posting', () => {
  it('is added sum by sum', () =>
    expect(posted(books, { earnedCents: 1, reversedCents: 2, reservedCents: 3, paidCents: 4, forfeitedCents: 5 })).toEqual({
      earnedCents: 100_01,
      reversedCents: 1_02,
      reservedCents: 20_03,
      paidCents: 30_04,
      forfeitedCents: 4_05,
    }));
});

describe('an account', () => {
  it('has what was earned less every other sum', () => expect(ownCents(books)).toBe(45_00));
  it('has available what is not on hold', () => expect(availableCents(books, 5_00)).toBe(40_00));
  it('is owed cashouts under way too', () => expect(owedCents(books)).toBe(65_00));
  it('shows a balance or a debt, never both and none below zero', () => {
    expect([balanceCents(books, 5_00), debtCents(books, 5_00)]).toEqual([40_00, 0]);
    expect([balanceCents(books, 50_00), debtCents(books, 50_00)]).toEqual([0, 5_00]);
    expect([balanceCents(emptyBooks, 0), debtCents(emptyBooks, 0)]).toEqual([0, 0]);
  });
});

describe('a commission', () => {
  it.each([
    [29_99, 20_00, 6_00],
    [1, 50_00, 1],
    [1, 49_99, 0],
    [2_50, 20, 1],
    [2_49, 20, 0],
    [100_00, 100_00, 100_00],
    [0, 20_00, 0],
    [29_99, 0, 0],
  ])('of %i cents at %i basis points is %i, rounded half up', (base, bps, cents) => expect(commissionCents(base, bps)).toBe(cents));
});
