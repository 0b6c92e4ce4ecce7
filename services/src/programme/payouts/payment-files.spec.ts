import { expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { payoutProviders } from './providers/paying.ts';

const cents = fc.oneof(
  fc.integer({ min: 1, max: 99 }),
  fc.integer({ min: 1, max: 1_000_000_00 }),
  fc.constantFrom(1, 10, 100, 1_000, 100_10),
);
/** Mailboxes may have commas and quotes in them. */
const payTo = fc.oneof(fc.emailAddress(), fc.constantFrom('"a,b"@mail.example', "o'neil@mail.example", '"x""y"@mail.example'));
const payments = fc
  .array(fc.record({ amountCents: cents, payTo }), { minLength: 1, maxLength: 60 })
  .map((list) => list.map((payment, n) => ({ ...payment, cashoutId: `abcdefgh12345678-${n + 1}` })));
const centsIn = (amount: string, point: string) => {
  expect(amount).toMatch(new RegExp(`^\\d+\\${point}\\d\\d$`));
  return Number(amount.replace(point, ''));
};

it('PayPal’s file has every payment with the cents of the log, whatever the sender’s country writes', () =>
  fc.assert(
    fc.property(payments, fc.constantFrom('point' as const, 'comma' as const), (list, decimal) => {
      const rows = parse(payoutProviders.paypal.write('run', list, { decimal })) as string[][];
      const read = rows.map(([to, amount, currency, cashoutId]) => [
        to,
        centsIn(amount!, decimal === 'comma' ? ',' : '.'),
        currency,
        cashoutId,
      ]);
      expect(read).toEqual(list.map((p) => [p.payTo, p.amountCents, 'EUR', p.cashoutId]));
    }),
  ));

it('the list in USDC has the cents of the log, and millionths rounded half up at the rate, in amount and link alike', () =>
  fc.assert(
    fc.property(payments, fc.integer({ min: 1, max: 5_000_000 }), (payees, rateMicro) => {
      const list = payees.map((p) => ({ ...p, payTo: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' }));
      const rows = parse(payoutProviders.solana.write('run', list, { rateMicro }), { columns: true }) as Record<string, string>[];
      expect(rows.map(({ cashout, eur }) => [cashout, centsIn(eur!, '.')])).toEqual(list.map((p) => [p.cashoutId, p.amountCents]));
      for (const [i, { usdc, link }] of rows.entries()) {
        const [whole, part = ''] = usdc!.split('.');
        const micro = BigInt(whole!) * 1_000_000n + BigInt(part.padEnd(6, '0'));
        // |micro − cents × rate / 100| ≤ ½, in whole numbers.
        const off = micro * 100n - BigInt(list[i]!.amountCents) * BigInt(rateMicro);
        expect(off <= 50n && off > -50n).toBe(true);
        expect(new URL(link!).searchParams.get('amount')).toBe(usdc);
      }
    }),
  ));
