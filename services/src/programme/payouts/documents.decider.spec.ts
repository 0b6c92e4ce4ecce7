import { describe, expect, it } from '@jest/globals';
import { fact, type SelfBilling } from '@framelift/contracts';
import { stateOf } from '../../../../test/support/given.ts';
import { vatCountryOf } from '../../platform/vat-number.ts';
import { cancelling, documentIn, documentsDecider, documentsOf, documentsSource } from './documents.decider.ts';

const seller: SelfBilling = { country: 'DE', vatNumber: 'DE136695976', rateBps: 19_00 };
const at = '2026-11-27T12:00:00.000Z';
const paid = (cashoutId: string, vatCountry?: string) => ({ cashoutId, affiliateId: 'a1', amountCents: 119_00, vatCountry });

it('a payment has a document where one was issued', () => {
  const document = { year: 2026, number: 1, netCents: 119_00, taxCents: 0, taxBps: 0, tax: 'none' } as const;
  expect([documentIn(document), documentIn(undefined)]).toEqual([{ document }, {}]);
});

describe('the documents of a year', () => {
  it('get the numbers after the last one, one for each payment', () => {
    const none = documentsDecider.initial;
    const { facts, of } = documentsOf(none, seller, at, [paid('a1-1'), paid('a1-2', 'DE')]);
    expect(facts).toEqual([
      fact('DocumentIssued', {
        affiliateId: 'a1',
        cashoutId: 'a1-1',
        document: { year: 2026, number: 1, netCents: 119_00, taxCents: 0, taxBps: 0, tax: 'none' },
      }),
      fact('DocumentIssued', {
        affiliateId: 'a1',
        cashoutId: 'a1-2',
        document: { year: 2026, number: 2, netCents: 100_00, taxCents: 19_00, taxBps: 19_00, tax: 'own' },
      }),
    ]);
    const next = stateOf(documentsDecider, facts);
    expect(next).toEqual({ year: 2026, last: 2 });
    expect(documentsOf(next, seller, at, [paid('a1-3', 'AT')]).of['a1-3']).toMatchObject({ number: 3, tax: 'reverse', taxCents: 0 });
    expect(documentsSource(at, true)).toMatchObject({ streamId: 'documents-2026', decider: { name: 'documents' } });
    expect(documentsSource(at, true)).not.toHaveProperty('readOnly');
    expect(cancelling(next, '2027-01-02T00:00:00.000Z', of['a1-2']!)).toEqual({
      document: { ...of['a1-2'], year: 2027, number: 3 },
      cancels: { year: 2026, number: 2 },
    });
  });
  it('are none where the terms want none', () => {
    expect(documentsOf(documentsDecider.initial, null, at, [paid('a1-1')])).toEqual({ facts: [], of: {} });
    expect(documentsSource(at, false).readOnly).toBe(true);
  });
});

it.each([
  ['DE136695976', 'DE'],
  ['de 136 695 976', 'DE'],
  ['ATU13585627', 'AT'],
  ['EL094259216', 'GR'],
  ['DE136695977', undefined],
  ['136695976', undefined],
  ['GB980780684', undefined],
  ['', undefined],
  [null, undefined],
] as const)('the tax number %s is a VAT number of %s', (text, country) => expect(vatCountryOf(text)).toBe(country));
