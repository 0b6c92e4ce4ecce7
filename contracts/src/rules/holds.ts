import { UNTIL_DECIDED } from './review.ts';
import { DAY_MS } from './time.ts';

/** Cents on hold by the moment (ISO 8601 UTC) at which they are available; releases are at midnight, so there are few. */
export type Holds = Readonly<Record<string, number>>;

export const noHolds: Holds = {};

/** What is on hold at a moment: being released is the passing of time alone, never an event (docs/rules.md#4-books). */
export const heldCents = (holds: Holds, now: string): number =>
  Object.entries(holds).reduce((sum, [availableAt, cents]) => (availableAt > now ? sum + cents : sum), 0);

/** What of it is on hold for a review, until somebody decides. */
export const underReviewCents = (holds: Holds): number => holds[UNTIL_DECIDED] ?? 0;

/** A commission that is held for a review, or no longer: it leaves its own hold, if it was on one, and returns to it. */
export const withReview = (holds: Holds, placed: 1 | -1, of: { heldCents: number; availableAt?: string }, now: string): Holds => {
  const own = of.availableAt ? withHold(holds, of.availableAt, -placed * of.heldCents, now) : holds;
  return of.heldCents ? withHold(own, UNTIL_DECIDED, placed * of.heldCents, now) : own;
};

/** With so many cents more, or fewer, until `availableAt`. With a new moment, what was over a day before is dropped: clocks differ by less. */
export const withHold = (holds: Holds, availableAt: string, cents: number, now: string): Holds => {
  if (availableAt <= now) return holds;
  const sum = (holds[availableAt] ?? 0) + cents;
  if (availableAt in holds && sum !== 0) return { ...holds, [availableAt]: sum };
  const over = new Date(Date.parse(now) - DAY_MS).toISOString();
  return Object.fromEntries(Object.entries({ ...holds, [availableAt]: sum }).filter(([at, cents]) => at > over && cents !== 0));
};
