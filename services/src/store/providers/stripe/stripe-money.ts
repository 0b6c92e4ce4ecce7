/** Currencies that Stripe counts in whole units, and those that it counts in thousandths; all others it counts in hundredths. */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));

/** Hundredths of a currency's unit, as our amounts are, from what Stripe counts in. */
export function centsOf(amount: number, currency: string): number {
  const code = currency.toUpperCase();
  if (WHOLE.has(code)) return amount * 100;
  return THOUSANDTHS.has(code) ? Math.round(amount / 10) : amount;
}
