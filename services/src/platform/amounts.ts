/** Cents of a decimal amount: its digits before the point, and at most two after it. */
export const centsFrom = (whole: string, part = ''): number => Number(`${whole}${part.padEnd(2, '0')}`);
/** Cents as euros with two decimals, as payers and spreadsheets read them: `-1234.50`. */
export const eurosText = (cents: number, point = '.'): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}${point}${String(Math.abs(cents) % 100).padStart(2, '0')}`;
