/** Cents of a decimal amount: its digits before the point, and at most two after it. */
export const centsFrom = (whole: string, part = ''): number => Number(`${whole}${part.padEnd(2, '0')}`);
/** Euros with two decimals, as payers read them. */
export const amountOf = (cents: number, point = '.'): string => `${Math.floor(cents / 100)}${point}${String(cents % 100).padStart(2, '0')}`;
