/** A time as the address has it (UTC) and as the field of a person's own time shows it. */
export const toLocal = (utc: string): string => {
  const time = new Date(utc);
  return Number.isNaN(time.getTime()) ? '' : new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
export const toUtc = (local: string): string => (local ? new Date(local).toISOString() : '');
