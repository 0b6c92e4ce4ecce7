import { describe, expect, it } from '@jest/globals';
import { refusals } from './refusals.ts';
import { rules } from './rules.ts';
import {
  availableAt,
  effectiveTier,
  firstTerms,
  type Limits,
  limitsOf,
  payoutsOf,
  raisedTier,
  rateFor,
  takesTwo,
  takesTwoAfter,
  type Terms,
  termsProblem,
  tierOf,
  tierProgress,
  windowMs,
} from './terms.ts';

const { tiers } = firstTerms;
const [bronze, silver, gold, platinum] = tiers as [Step, Step, Step, Step];
type Step = (typeof tiers)[number];
const problem = (change: Partial<Terms>) => termsProblem({ ...firstTerms, ...change });

describe('terms', () => {
  it('are fine as they are at first', () => expect(termsProblem(firstTerms)).toBeUndefined());
  it.each<[Partial<Terms>, string]>([
    [{ tiers: [bronze, { ...silver, name: '  ' }] }, refusals.tierNameMissing],
    [{ tiers: [bronze, { ...silver, name: ' BRONZE ' }] }, refusals.tierNamesEqual],
    [{ tiers: [bronze, { ...silver, tier: 'bronze' }] }, refusals.tierNamesEqual],
    [{ tiers: [] }, refusals.firstTierFromZero],
    [{ tiers: [silver] }, refusals.firstTierFromZero],
    [{ tiers: [bronze, { ...silver, threshold: 0 }] }, refusals.thresholdsNotRising],
    [{ tiers: [bronze, gold, { ...silver, threshold: 39 }] }, refusals.thresholdsNotRising],
    [{ tiers: [{ ...bronze, rateBps: -1 }] }, refusals.rateInvalid],
    [{ tiers: [bronze, { ...silver, rateBps: rules.maximumRateBps + 1 }] }, refusals.rateInvalid],
    [{ defaultRateBps: -1 }, refusals.rateInvalid],
    [{ defaultRateBps: rules.maximumRateBps + 1 }, refusals.rateInvalid],
    [{ paymentTypes: [] }, refusals.paymentTypesMissing],
    [{ paymentTypes: ['paypal', 'paypal'] }, refusals.paymentTypesMissing],
    [{ textsVersion: ' ' }, refusals.fieldsRequired],
  ])('%j are refused', (change, text) => expect(problem(change)).toBe(text));
  it('may be at their limits', () => {
    expect(problem({ defaultRateBps: 0 })).toBeUndefined();
    expect(problem({ defaultRateBps: rules.maximumRateBps })).toBeUndefined();
    expect(
      problem({
        tiers: [
          { ...bronze, rateBps: 0 },
          { ...silver, threshold: 1 },
        ],
      }),
    ).toBeUndefined();
    expect(problem({ paymentTypes: ['solana'] })).toBeUndefined();
  });
  it('take two admins from an amount on, or never', () => {
    expect(takesTwo({ fourEyesCents: 100 }, 99)).toBe(false);
    expect(takesTwo({ fourEyesCents: 100 }, 100)).toBe(true);
    expect(takesTwo({ fourEyesCents: null }, 100)).toBe(false);
  });
  it('count the window in days', () => expect(windowMs(firstTerms)).toBe(60 * 86_400_000));
});

describe('payouts of one admin', () => {
  const to = (affiliateId: string, amountCents: number) => ({ affiliateId, amountCents });
  const none = limitsOf(firstTerms);
  const two = (limits: Partial<Limits>, before: ReturnType<typeof to>[][], now: ReturnType<typeof to>[]) =>
    takesTwoAfter({ ...none, ...limits }, before.map(payoutsOf), payoutsOf(now));

  it('are counted together, and for each affiliate', () => {
    expect(payoutsOf([to('a', 5), to('b', 7), to('a', 11)])).toEqual({ cents: 23, byAffiliate: { a: 16, b: 7 } });
    expect(payoutsOf([])).toEqual({ cents: 0, byAffiliate: {} });
  });
  it('are limited by four of the terms', () =>
    expect(none).toEqual({ fourEyesCents: null, fourEyesDayCents: null, fourEyesAffiliateCents: null, detailsWaitDays: 0 }));
  it.each<[string, Partial<Limits>, number[], number, boolean]>([
    ['nothing without a limit', {}, [100], 100, false],
    ['the sum below the amount of one', { fourEyesCents: 100 }, [60], 39, false],
    ['the sum at the amount of one', { fourEyesCents: 100 }, [30, 30], 40, true],
    ['one below its amount, beside a sum for the day', { fourEyesCents: 100, fourEyesDayCents: 150 }, [60], 89, false],
    ['one at its amount, beside a sum for the day', { fourEyesCents: 100, fourEyesDayCents: 150 }, [], 100, true],
    ['the sum of the day alone, below it', { fourEyesDayCents: 150 }, [60], 89, false],
    ['the sum of the day alone', { fourEyesDayCents: 150 }, [60], 90, true],
    ['the sum of the day although one affiliate may have more', { fourEyesDayCents: 150, fourEyesAffiliateCents: 500 }, [60], 90, true],
    ['the sum to one affiliate, below it', { fourEyesAffiliateCents: 80 }, [30], 49, false],
    ['the sum to one affiliate', { fourEyesAffiliateCents: 80 }, [30], 50, true],
    ['the first payment to one affiliate', { fourEyesAffiliateCents: 80 }, [], 80, true],
  ])('take two admins by %s', (_, limits, before, now, isTwo) =>
    expect(
      two(
        limits,
        before.map((cents) => [to('a', cents)]),
        [to('a', now)],
      ),
    ).toBe(isTwo),
  );
  it('to other affiliates do not count towards what one may have', () => {
    const limits = { fourEyesAffiliateCents: 80 };
    expect(two(limits, [[to('a', 79), to('b', 20)]], [to('b', 59), to('c', 79)])).toBe(false);
    expect(two(limits, [[to('a', 79), to('b', 20)]], [to('c', 1), to('b', 60)])).toBe(true);
  });
});

describe('a tier', () => {
  it.each([
    [-1, 'bronze'],
    [0, 'bronze'],
    [19, 'bronze'],
    [20, 'silver'],
    [40, 'gold'],
    [99, 'gold'],
    [100, 'platinum'],
  ])('of %i sales is %s', (sales, tier) => expect(tierOf(tiers, sales)).toBe(tier));
  it('is the own one, or the reached one where the terms no longer have it', () => {
    expect(effectiveTier(tiers, 'gold', 0)).toBe(gold);
    expect(effectiveTier(tiers, 'diamond', 25)).toBe(silver);
  });
  it('is raised by sales, never lowered', () => {
    expect(raisedTier(tiers, 'bronze', 40)).toBe('gold');
    expect(raisedTier(tiers, 'gold', 0)).toBe('gold');
    expect(raisedTier(tiers, 'gold', 40)).toBe('gold');
    expect(raisedTier(tiers, 'diamond', 0)).toBe('bronze');
  });
  it('gives its rate, or the own one where that is higher', () => {
    expect(rateFor(25_00, bronze)).toEqual({ commissionBps: 25_00, rateFrom: 'own' });
    expect(rateFor(20_00, bronze)).toEqual({ commissionBps: 20_00, rateFrom: 'tier' });
    expect(rateFor(0, bronze)).toEqual({ commissionBps: 20_00, rateFrom: 'tier' });
  });
  it('shows the way to the next one', () => {
    expect(tierProgress(tiers, 'silver', 25)).toEqual({ nextTier: gold, salesNeeded: 15, progress: 25 });
    expect(tierProgress(tiers, 'platinum', 500)).toEqual({ nextTier: null, salesNeeded: 0, progress: 100 });
    expect(tierProgress(tiers, 'gold', 20)).toEqual({ nextTier: platinum, salesNeeded: 80, progress: 0 });
    expect(tierProgress(tiers, 'bronze', 30)).toEqual({ nextTier: silver, salesNeeded: 0, progress: 100 });
  });
});

describe('a commission', () => {
  it('is available at once where nothing is held', () =>
    expect(availableAt('2026-03-10T12:34:56.000Z', 0)).toBe('2026-03-10T12:34:56.000Z'));
  it('is available at the midnight that ends its days', () =>
    expect(availableAt('2026-03-10T12:34:56.000Z', 2)).toBe('2026-03-12T00:00:00.000Z'));
});
