/** Durations. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[Tt]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:[Zz]|[+-](?:0\d|1[0-4]):[0-5]\d))?$/;
/** Postgres and four digits of a year hold no more. */
const [FIRST_MS, LAST_MS] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** Whether a text is a month, `2026-02`. */
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** Whether a text is a day of the calendar, `2026-02-28`. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00.000Z`);
  // Date.parse makes 2 March of 30 February.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
};

/**
 * Reads a time from outside, in ms since 1970: a time with its zone (`2026-01-31T12:00:00Z`, RFC 3339) or a day, which begins at
 * midnight UTC. Undefined for everything else, as no two people read `03/04/2026` alike.
 */
export const momentOf = (text: string): number | undefined => {
  const [, day] = MOMENT.exec(text) ?? [];
  if (!day || !isDay(day)) return undefined;
  const ms = Date.parse(text.toUpperCase());
  return ms >= FIRST_MS && ms <= LAST_MS ? ms : undefined;
};

/** The same as it is kept, `2026-01-31T12:00:00.000Z`. */
export const isoOf = (text: string): string | undefined => {
  const ms = momentOf(text);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

/** The day (UTC) of a moment, as people read it: `Nov 27, 2026`. */
export const dayText = (at: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at));
