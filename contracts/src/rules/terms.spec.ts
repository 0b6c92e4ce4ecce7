import { describe, expect, it } from '@jest/globals';
import { refusals } from './refusals.ts';
import { rules } from './rules.ts';
import {
  availableAt,
  effectiveTier,
  firstTerms,
  raisedTier,
  rateFor,
  takesTwo,
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
