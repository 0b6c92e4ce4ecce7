import { stringify } from 'csv-stringify/sync';
import { eurosText } from '../../../../platform/amounts.ts';
import type { PayoutProvider } from '../../provider.ts';

export const NOTE = 'Affiliate commission';

/** PayPal's file for mass payments: no line of names; recipient, amount, currency, our id, a note, the wallet. */
export const paypalProvider: PayoutProvider = {
  optionsOf: ({ decimal }, before) => ({ decimal: decimal ?? before?.decimal ?? 'point' }),
  write: (_, payments, { decimal }) =>
    stringify(
      payments.map((p) => [p.payTo, eurosText(p.amountCents, decimal === 'comma' ? ',' : '.'), 'EUR', p.cashoutId, NOTE, 'PAYPAL']),
      { record_delimiter: 'windows' },
    ),
};
