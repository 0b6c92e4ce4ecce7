import { BANK_REASON } from '@framelift/contracts';
import { centsFrom } from '../../../../platform/amounts.ts';
import type { ReportRow } from '../../payer-report.ts';

/** How a bank's XML is read: by the local names of its elements (ISO 20022). */

const isElement = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
/** The elements at a path, each of which may repeat. */
export const at = (from: unknown, ...path: readonly string[]): unknown[] =>
  path.reduce<unknown[]>(
    (found, name) => found.flatMap((one) => (isElement(one) && Object.hasOwn(one, name) ? [one[name]].flat() : [])),
    [from].flat(),
  );
const textOf = (value: unknown): string | undefined => {
  const text = isElement(value) ? value['#text'] : value;
  return typeof text === 'string' && text.trim() ? text.trim() : undefined;
};
/** The first text at a path. */
export const text = (from: unknown, ...path: readonly string[]): string | undefined => textOf(at(from, ...path)[0]);

/** Amounts have a point and no sign (ISO 20022, ActiveCurrencyAndAmount); some banks pad them with zeros on both sides. */
export const centsOf = (amount: string | undefined): number | undefined => {
  if (amount === undefined) return undefined;
  const [, whole, part] = /^\+?0*(\d{0,13})(?:\.(\d{0,2})0*)?$/.exec(amount) ?? [];
  return whole === undefined || !/\d/.test(amount) ? Number.NaN : centsFrom(whole || '0', part);
};
export const amountIn = (found: unknown[]): Pick<ReportRow, 'amountCents' | 'currency'> => {
  const currency = isElement(found[0]) ? textOf(found[0]['@_Ccy']) : undefined;
  return { amountCents: centsOf(textOf(found[0])), ...(currency ? { currency } : {}) };
};
export const codeIn = (from: unknown, ...path: readonly string[]): { bankCode?: string } => {
  // Some banks write ISO’s code as their own.
  const code = text(from, ...path, 'Cd') ?? text(from, ...path, 'Prtry');
  return code && BANK_REASON.test(code) ? { bankCode: code } : {};
};
