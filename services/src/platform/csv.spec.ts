import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eurosText } from './amounts.ts';
import { csvOf } from './csv.ts';

const cells = (text: string): string[][] => parse(text, { bom: true });

describe('a file for spreadsheets', () => {
  it('begins with the mark of UTF-8, has a header, and ends its lines as RFC 4180 has it', () =>
    expect(csvOf(['name', 'amount'], [{ name: 'Käufer', amount: -1.5 }, { amount: 7 }])).toBe(
      '\uFEFFname,amount\r\n"Käufer",-1.5\r\n,7\r\n',
    ));
  it('has its header without rows', () => expect(csvOf(['a', 'b'], [])).toBe('\uFEFFa,b\r\n'));
  it('quotes what has separators, quotes and lines', () =>
    expect(cells(csvOf(['a'], [{ a: 'one, "two"\r\nthree;four' }]))).toEqual([['a'], ['one, "two"\r\nthree;four']]));
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\r=1', '＝1', '＋1', '－1', '＠x'])('writes %j as text', (a) =>
    expect(cells(csvOf(['a'], [{ a }]))[1]).toEqual([`'${a}`]),
  );
  it('writes numbers as numbers, also negative ones', () =>
    expect(csvOf(['a', 'b'], [{ a: -12_34, b: 5 }], eurosText)).toBe('\uFEFFa,b\r\n-12.34,0.05\r\n'));
  it('has no formula for a spreadsheet with another separator', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom('a', ';', '\t', '"', '=', '-', '+', '@', ',', ' '), { maxLength: 12 }), { minLength: 1 }),
        (texts) => {
          const file = csvOf(
            ['a'],
            texts.map((letters) => ({ a: letters.join('') })),
          );
          for (const delimiter of [',', ';', '\t']) {
            const rows: string[][] = parse(file, { bom: true, delimiter, relax_quotes: true, relax_column_count: true });
            for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/);
          }
        },
      ),
    );
  });
});

it('nothing else writes CSV for spreadsheets', () => {
  const root = join(import.meta.dirname, '..');
  const writers = globSync('**/!(*.spec).ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('csv-stringify'),
  );
  // A payer's file has the payer's form.
  expect(writers.filter((file) => !file.startsWith('programme/payouts/providers/'))).toEqual(['platform/csv.ts']);
});
