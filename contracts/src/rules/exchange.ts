import { DAY_MS, isDay } from './time.ts';

/** What one unit of another currency is worth in ours, in billionths; an admin sets it for a day (UTC). */
export interface CurrencyRate {
  day: string;
  currency: string;
  nanos: number;
}

const NANOS = 1_000_000_000;

export const exchangeRules = {
  rate: { minimum: 1 / NANOS, maximum: 1_000_000 },
  /** Days back for which rates are kept to decide by, and ahead for which they may be set. */
  daysBack: 400,
  daysAhead: 31,
} as const;

export const exchangeRefusals = {
  dayInvalid: `The day must be within the last ${exchangeRules.daysBack} days or the next ${exchangeRules.daysAhead}`,
  currencyInvalid: 'The currency must be three capital letters, such as USD',
  ownCurrency: 'This is the currency that everything is counted in',
  rateInvalid: 'The rate must be above 0 and at most 1,000,000, with at most nine decimals',
} as const;

/** Undefined where the rate has more than nine decimals. */
export const nanosOf = (rate: number): number | undefined => {
  const nanos = Math.round(rate * NANOS);
  return eurosPerUnit(nanos) === rate ? nanos : undefined;
};
export const eurosPerUnit = (nanos: number): number => nanos / NANOS;

/** Cents of our currency, rounded half up to the cent, once. */
export const exchanged = (cents: number, nanos: number): number =>
  Number((BigInt(cents) * BigInt(nanos) + BigInt(NANOS / 2)) / BigInt(NANOS));

/** Whether a day is one of the calendar, and near enough to `now` (both ISO 8601 UTC). */
export const isRateDay = (day: string, now: string): boolean => {
  if (!isDay(day)) return false;
  const days = (Date.parse(`${day}T00:00:00.000Z`) - Date.parse(`${now.slice(0, 10)}T00:00:00.000Z`)) / DAY_MS;
  return days >= -exchangeRules.daysBack && days <= exchangeRules.daysAhead;
};
