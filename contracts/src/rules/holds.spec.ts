import { describe, expect, it } from '@jest/globals';
import { heldCents, noHolds, underReviewCents, withHold, withReview } from './holds.ts';
import { UNTIL_DECIDED } from './review.ts';

const now = '2026-03-10T12:00:00.000Z';
const soon = '2026-03-11T00:00:00.000Z';
const late = '2026-03-20T00:00:00.000Z';
const dayBefore = '2026-03-09T12:00:00.000Z';

describe('a hold', () => {
  it('counts until its moment', () => {
    const holds = { [soon]: 5, [late]: 7 };
    expect(heldCents(holds, now)).toBe(12);
    expect(heldCents(holds, soon)).toBe(7);
    expect(heldCents(holds, late)).toBe(0);
    expect(heldCents(noHolds, now)).toBe(0);
  });
  it('is a sum for each moment', () => {
    expect(withHold(noHolds, soon, 5, now)).toEqual({ [soon]: 5 });
    expect(withHold({ [soon]: 5 }, soon, 6, now)).toEqual({ [soon]: 11 });
    expect(withHold({ [soon]: 5 }, late, 6, now)).toEqual({ [soon]: 5, [late]: 6 });
  });
  it('that is over at once is none', () => {
    const holds = { [late]: 5 };
    expect(withHold(holds, now, 6, now)).toBe(holds);
    expect(withHold(holds, dayBefore, 6, now)).toBe(holds);
  });
  it('is gone where it comes to nothing, what was over a day before with it', () => {
    expect(withHold({ [soon]: 5, [late]: 7 }, soon, -5, now)).toEqual({ [late]: 7 });
    expect(withHold({ [dayBefore]: 3, [soon]: 5 }, late, 7, now)).toEqual({ [soon]: 5, [late]: 7 });
    expect(withHold({ '2026-03-09T12:00:00.001Z': 3 }, late, 7, now)).toEqual({ '2026-03-09T12:00:00.001Z': 3, [late]: 7 });
    expect(withHold(noHolds, late, 0, now)).toEqual({});
  });
  it('keeps what was over while only a known moment changes', () =>
    expect(withHold({ [dayBefore]: 3, [soon]: 5 }, soon, 1, now)).toEqual({ [dayBefore]: 3, [soon]: 6 }));
});

describe('a review', () => {
  it('holds a commission until somebody decides, and gives it back to its own hold', () => {
    const placed = withReview({ [late]: 9 }, 1, { heldCents: 5, availableAt: late }, now);
    expect(placed).toEqual({ [late]: 4, [UNTIL_DECIDED]: 5 });
    expect(underReviewCents(placed)).toBe(5);
    expect(withReview(placed, -1, { heldCents: 5, availableAt: late }, now)).toEqual({ [late]: 9 });
  });
  it('holds a commission that was on no hold', () => {
    expect(withReview(noHolds, 1, { heldCents: 5 }, now)).toEqual({ [UNTIL_DECIDED]: 5 });
    expect(withReview({ [UNTIL_DECIDED]: 5 }, -1, { heldCents: 5 }, now)).toEqual({});
    expect(underReviewCents(noHolds)).toBe(0);
  });
  it('of nothing holds nothing', () => {
    const holds = { [late]: 9 };
    expect(withReview(holds, 1, { heldCents: 0 }, now)).toBe(holds);
  });
});
