/** Self-billing documents: what the seller writes on an affiliate's behalf when a cashout is paid (docs/rules.md#32-bookkeeping). */

/** Members of the European Union, by the codes of ISO 3166. */
export const EU = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const;
export type EuCountry = (typeof EU)[number];

/** How a payment is taxed: in the seller's country, by the seller in place of the payee, or not at all. */
export const TAXES = ['own', 'reverse', 'none'] as const;
export type Tax = (typeof TAXES)[number];

/** Who writes documents: the seller's country, its VAT number, and the rate of its country in basis points. */
export interface SelfBilling {
  readonly country: EuCountry;
  readonly vatNumber: string;
  readonly rateBps: number;
}
export const selfBillingLimits = { rateBps: 30_00, vatNumber: 20 } as const;

/** A document about one payment. Net and tax add up to what is paid; a cancelling one has the amounts of the one that it cancels. */
export interface Document {
  readonly year: number;
  readonly number: number;
  readonly netCents: number;
  readonly taxCents: number;
  readonly taxBps: number;
  readonly tax: Tax;
}

/** `2026-000001`: unique, and without a gap within its year. */
export const documentNumber = ({ year, number }: Pick<Document, 'year' | 'number'>): string => `${year}-${String(number).padStart(6, '0')}`;
/** The document that a number names; undefined: it is none. */
export const documentNamed = (text: string): Pick<Document, 'year' | 'number'> | undefined => {
  const [, year, number] = /^(20\d\d)-(\d{6,9})$/.exec(text) ?? [];
  return year && Number(number) > 0 ? { year: Number(year), number: Number(number) } : undefined;
};

/** How much of a payment is tax. A commission includes any tax, so the payee gets the whole amount. Rounded half up, once. */
export function taxed(
  amountCents: number,
  vatCountry: string | undefined,
  { country, rateBps }: SelfBilling,
): Omit<Document, 'year' | 'number'> {
  const tax: Tax = vatCountry === undefined ? 'none' : vatCountry === country ? 'own' : 'reverse';
  const taxBps = tax === 'own' ? rateBps : 0;
  const netCents = Math.round((amountCents * 10_000) / (10_000 + taxBps));
  return { tax, taxBps, netCents, taxCents: amountCents - netCents };
}
