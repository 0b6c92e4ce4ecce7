import { describe, expect, it } from '@jest/globals';
import { bankReason, payoutRefusals } from '@framelift/contracts';
import { camt054, CAMT054_VERSIONS, pain002, PAIN002_VERSIONS } from '../../../../../../test/support/bank-reports.ts';
import { Refused } from '../../../../platform/refused.ts';
import { isBankReport, readBankReport } from './bank-report.ts';
import type { PaidFile } from '../../payer-report.ts';

const fileId = 'run0123456789abc-20261127100000';
const paid: PaidFile = {
  id: fileId,
  cashouts: [
    { cashoutId: 'a-1', amountCents: 60_00 },
    { cashoutId: 'b-1', amountCents: 70_05 },
  ],
};
const rows = (xml: string, of: PaidFile | undefined = paid) =>
  readBankReport(xml, of).map(({ row, cashoutId, amountCents, currency, says, bankCode }) => [
    row,
    cashoutId,
    amountCents,
    currency,
    says,
    bankCode,
  ]);
const unreadable = (xml: string) => expect(() => readBankReport(xml, paid)).toThrow(new Refused(payoutRefusals.bankFileUnreadable));

describe.each(PAIN002_VERSIONS)('a %s', (version) => {
  const of = (fields: Omit<Parameters<typeof pain002>[1], 'fileId'>, id = fileId) => pain002(version, { fileId: id, ...fields });

  it('says what the bank decided about each payment', () =>
    expect(
      rows(
        of({
          group: 'PART',
          payments: [
            { cashoutId: 'a-1', status: 'RJCT', code: 'AC04', cents: 60_00 },
            { cashoutId: 'b-1', status: 'ACSC' },
            { cashoutId: 'c-1', status: 'ACSP' },
            { cashoutId: 'd-1', status: 'XXXX' },
            { cashoutId: 'constructor', status: 'constructor' },
          ],
        }),
      ),
    ).toEqual([
      [1, 'a-1', 60_00, 'EUR', 'failed', 'AC04'],
      [2, 'b-1', undefined, undefined, 'completed', undefined],
      [3, 'c-1', undefined, undefined, 'accepted', undefined],
      [4, 'd-1', undefined, undefined, undefined, undefined],
      [5, 'constructor', undefined, undefined, undefined, undefined],
    ]));
  it('decides about all payments of the file at once, and more about those that it lists', () => {
    expect(rows(of({ group: 'RJCT' }))).toEqual([
      [1, 'a-1', 60_00, undefined, 'failed', undefined],
      [2, 'b-1', 70_05, undefined, 'failed', undefined],
    ]);
    const batch = { status: 'RJCT', code: 'AM04', count: 2, cents: 130_05 };
    expect(rows(of({ batch, payments: [{ cashoutId: 'b-1', code: 'AC01' }] }))).toEqual([
      [1, 'b-1', undefined, undefined, 'failed', 'AC01'],
      [2, 'a-1', 60_00, undefined, 'failed', 'AM04'],
    ]);
    // A bank’s portal gave the file another name, and kept that of the batch in it.
    const portal = of({ group: 'RJCT', batch, payments: [] }, 'PORTAL-7').replace('<OrgnlPmtInfId>PORTAL-7', `<OrgnlPmtInfId>${fileId}`);
    expect(rows(portal)).toHaveLength(2);
  });
  it('decides by a payment’s own status, and by that of all only where it has none', () =>
    expect(
      rows(of({ group: 'RJCT', payments: [{ cashoutId: 'a-1', status: 'XXXX' }, { cashoutId: 'b-1' }] })).map(([, id, , , says]) => [
        id,
        says,
      ]),
    ).toEqual([
      ['a-1', undefined],
      ['b-1', 'failed'],
    ]));
  it('is refused if it is about another file, or another sum of this one', () => {
    const list = { payments: [{ cashoutId: 'a-1', status: 'RJCT' }] };
    for (const id of ['run0123456789abc-20261127095959', 'PORTAL-7', 'x'])
      expect(() => readBankReport(of(list, id), paid)).toThrow(new Refused(payoutRefusals.bankFileOfOtherFile(id), 'conflict'));
    expect(() => readBankReport(of(list))).toThrow(new Refused(payoutRefusals.bankFileOfOtherFile(fileId), 'conflict'));
    expect(payoutRefusals.bankFileOfOtherFile('X-7')).toBe('This file is about the payment file X-7, which is not the one of this run');
    for (const batch of [
      { status: 'RJCT', count: 3, cents: 130_05 },
      { status: 'RJCT', count: 2, cents: 130_06 },
    ])
      expect(() => readBankReport(of({ batch }), paid)).toThrow(new Refused(payoutRefusals.bankFileOfOtherSum, 'conflict'));
  });
});

describe.each(CAMT054_VERSIONS)('a %s', (version) => {
  it('says what was booked and what came back', () =>
    expect(
      rows(
        camt054(version, [
          { cashoutId: 'a-1', cents: 60_00 },
          { cashoutId: 'a-1', cents: 60_00, back: 'MD07' },
          { cashoutId: 'b-1', cents: 70_05, status: 'PDNG' },
          { cashoutId: 'c-1', cents: 1, currency: 'CHF' },
          { cashoutId: 'NOTPROVIDED', cents: 1 },
        ]),
      ),
    ).toEqual([
      [1, 'a-1', 60_00, 'EUR', 'completed', undefined],
      [2, 'a-1', 60_00, 'EUR', 'returned', 'MD07'],
      [3, 'b-1', 70_05, 'EUR', 'accepted', undefined],
      [4, 'c-1', 1, 'CHF', 'completed', undefined],
      [5, '', undefined, undefined, undefined, undefined],
    ]));
});

describe('a bank’s file', () => {
  const file = camt054('camt.054.001.08', [{ cashoutId: 'a-1', cents: 60_00 }]);
  it('differs from a table in its first letter', () =>
    expect([isBankReport(`\uFEFF ${file}`), isBankReport('Unique ID,Status')]).toEqual([true, false]));
  it('may have a prefix in every name, and a mark before it', () =>
    expect(rows(`\uFEFF${file.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1bank:').replace('xmlns=', 'xmlns:bank=')}`)).toHaveLength(1));
  it('counts an entry’s amount for its only payment, and reads a wrong one as none', () => {
    const plain = file.replace(/(<\/Refs>)<Amt.*?<\/CdtDbtInd>/, '$1');
    expect(rows(plain)).toEqual([[1, 'a-1', 60_00, 'EUR', 'completed', undefined]]);
    expect(rows(file.replaceAll('60.00', '6e1'))[0]![2]).toBeNaN();
    expect(rows(file.replaceAll('60.00', '60.001'))[0]![2]).toBeNaN();
    expect(rows(file.replaceAll('60.00', '60'))[0]![2]).toBe(60_00);
  });
  it.each([
    ['is cut off', file.slice(0, -20)],
    ['defines entities', file.replace('<Document', '<!DOCTYPE d [<!ENTITY a "b">]><Document')],
    ['names a document type elsewhere', file.replace('<Document', '<!doctype d SYSTEM "http://example.org/d.dtd"><Document')],
    ['is of another format', file.replaceAll('camt.054', 'camt.053')],
    ['says one format and has another', file.replace('camt.054.001.08', 'pain.002.001.12')],
    ['has a page in it', '<html><body>Sign in</body></html>'],
    ['is nested too deep', `${'<a>'.repeat(500)}${'</a>'.repeat(500)}`],
    ['is a word', '<'],
  ])('is refused if it %s', (_, xml) => unreadable(xml));
});

it('says in words what a code means, and names one that it does not know', () =>
  expect([bankReason('AC04'), bankReason('ZZ99')]).toEqual(['The account is closed', 'The bank’s reason has the code ZZ99']));
