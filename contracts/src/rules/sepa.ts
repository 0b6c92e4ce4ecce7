import { DAY_MS } from './time.ts';

/** What SEPA payments go by: the days on which banks pay, and the letters that every bank takes. */

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Easter Sunday of a year (ms), by the rule of the Gregorian calendar (Meeus, Jones, Butcher). */
function easter(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const d = b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + d + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1);
}

/** Days on which no euro moves between banks: weekends and the holidays of the TARGET system. */
function isBankDay(ms: number): boolean {
  const day = new Date(ms);
  const sunday = easter(day.getUTCFullYear());
  const isFixed = ['01-01', '05-01', '12-25', '12-26'].includes(isoDay(ms).slice(5));
  return ![0, 6].includes(day.getUTCDay()) && !isFixed && ms !== sunday - 2 * DAY_MS && ms !== sunday + DAY_MS;
}

/** The first day after this moment (ISO 8601) on which banks pay, YYYY-MM-DD. */
export function nextBankDay(at: string): string {
  let ms = Date.parse(`${at.slice(0, 10)}T00:00:00Z`) + DAY_MS;
  while (!isBankDay(ms)) ms += DAY_MS;
  return isoDay(ms);
}
