import { rules, withMinus } from '@framelift/contracts/rules';

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: rules.currency });
const decimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const count = new Intl.NumberFormat('en-US');
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** Decimal euros as the site shows them; what is not a number is €0.00 (docs/product.md#forms). */
export const formatMoney = (euros: unknown): string => {
  const value = typeof euros === 'string' ? Number.parseFloat(euros) : euros;
  return withMinus(money, typeof value === 'number' && Number.isFinite(value) ? value : 0);
};

/** An amount in the currency that it was paid in, which a store may name as it likes. */
export const formatAmount = (amount: number, currency: string): string =>
  currency === rules.currency ? formatMoney(amount) : `${withMinus(decimal, amount)} ${currency}`;

/** A day as the site shows it; an invalid one is N/A (docs/product.md#forms). */
export const formatDate = (time: string | number | null | undefined): string => {
  const parsed = new Date(time ?? Number.NaN);
  return Number.isNaN(parsed.getTime()) ? 'N/A' : date.format(parsed);
};

/** A day and the time on it, where the person is. */
export const formatMoment = (time: string): string => {
  const parsed = new Date(time);
  return Number.isNaN(parsed.getTime()) ? 'N/A' : moment.format(parsed);
};

/** How long ago: '5 min', '3 h', '8 days'. */
export const formatAge = (time: string, now: number): string => {
  const minutes = Math.max(0, Math.floor((now - Date.parse(time)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : formatDays(Math.floor(minutes / (24 * 60)));
};

/** '2026-10' → 'October 2026'. */
export const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));

export const formatCount = (value: number): string => withMinus(count, value);

/** In decimal megabytes. */
export const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Percent with at most two decimals: 25%, 12.5%. */
export const formatPercent = (percent: number): string => `${Number(percent.toFixed(2))}%`;

/** '1 day', '60 days'. */
export const formatDays = (days: number): string => `${count.format(days)} ${days === 1 ? 'day' : 'days'}`;

/** 'bronze' → 'Bronze'. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Ids as long as Stripe's, with their middle left out: 'stripe-cs_test_a1b…9XyZ12'. */
export const shortened = (text: string): string => text.replaceAll(/\b[a-z]+-[\w-]{30,}/g, (id) => `${id.slice(0, 18)}…${id.slice(-6)}`);

/** The whole number a text starts with, thousands separators aside; none when it is not numeric (docs/product.md#forms). */
export const parseCount = (raw: string | number | null | undefined): number | null => {
  const value = typeof raw === 'number' ? raw : Number.parseInt((raw ?? '').replaceAll(/[,\s]/g, ''), 10);
  return Number.isFinite(value) ? value : null;
};
