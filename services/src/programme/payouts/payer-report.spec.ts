import { describe, expect, it } from '@jest/globals';
import { payoutRefusals } from '@framelift/contracts';
import { Refused } from '../../platform/refused.ts';
import { readReport } from './payer-report.ts';

const rows = (text: string) => readReport(text).map(({ row, cashoutId, amountCents, says }) => [row, cashoutId, amountCents, says]);

describe('a payer’s report', () => {
  it.each([
    ['a comma', 'Unique ID,Amount,Status\na1-1,-60.00,Completed\n'],
    ['a comma, and quotes', '"Unique ID","Amount","Status"\n"a1-1","-60,00","Completed"\n'],
    ['a semicolon', 'Unique ID;Amount;Status\r\na1-1;60,00;Completed\r\n'],
    ['a semicolon, a mark and a note with commas', '\uFEFFNote;Unique ID;Amount;Status\nfor Ann, Bob, Eve;a1-1;"60,00 €";Completed\n'],
    ['a tab', 'Unique ID\tAmount\tStatus\na1-1\t60,00\tCompleted\n'],
    ['what its first line says', 'sep=;\nUnique ID;Amount;Status\na1-1;60,00;Completed\n'],
    ['a summary above', 'Payouts summary,,\nTotal,60.00,\n\nUnique ID,Amount,Status\na1-1,60.00,SUCCESS\n'],
  ])('may be separated by %s', (_, text) => expect(rows(text)).toEqual([[1, 'a1-1', 60_00, 'completed']]));
  it('counts rows as a spreadsheet does, with line breaks in cells and empty lines', () =>
    expect(rows('Note;Unique ID;Amount;Status\n"two\nlines";a1-1;1.062,50;Returned\n\n;a1-2;60;Ausstehend\n')).toEqual([
      [1, 'a1-1', 1_062_50, 'returned'],
      [3, 'a1-2', 60_00, 'unclaimed'],
    ]));
  it('of an account says by the sign of an amount whether it left or came back; one without signs says only what its words say', () => {
    const account = [
      'Custom Number,Gross,Status',
      'a1-1,-60.00,Completed',
      'a1-1,60.00,Completed',
      'a1-2,60.00,Pending',
      'a1-3,60.00,Reversed',
      'a1-4,-60.00,Refunded',
      'a1-5,,Completed',
      'a1-6,−60.00,constructor',
    ];
    expect(rows(account.join('\n')).map(([, , , says]) => says)).toEqual([
      'completed',
      'returned',
      'accepted',
      undefined,
      'returned',
      'completed',
      undefined,
    ]);
    expect(rows('Unique ID,Amount,Status\na1-1,60.00,Completed\n')[0]![3]).toBe('completed');
  });
  it.each(['', 'a,b\n1,2', 'Unique ID;Amount\na1-1;60', 'Unique ID,Status\n"a1-1,Completed'])('is refused: %j', (text) =>
    expect(() => readReport(text)).toThrow(new Refused(payoutRefusals.reportUnreadable)),
  );
});
