import { describe, expect, it } from '@jest/globals';
import type { ListField } from '@framelift/contracts/site-fields';
import { fieldSections } from '@framelift/contracts/site-sections';
import { recordsInTable } from './tableFile.ts';

const field: ListField = fieldSections['pages.home'].fields.sections.kinds.table.of.rows;
const read = (text: string) => recordsInTable(field, text);
const row = (machine: string, before: number, after: number, source = 'us') => ({ machine, before, after, source });

describe('a table in a CSV file', () => {
  it.each([
    ['with a head', 'Machine,Before,After,Source\nA,1,2,us\nB,3.25,4,us\n', [row('A', 1, 2), row('B', 3.25, 4)]],
    ['without one', 'A,1,2,us', [row('A', 1, 2)]],
    ['with columns in another order', 'source,after,before,machine\r\nus,2,1,A\r\n', [row('A', 1, 2)]],
    ['with a head in other words', 'PC,FPS before,FPS after,Where\nA,1,2,us', [row('A', 1, 2)]],
    ['of a spreadsheet in German', '\uFEFFA;121,4;149,25;us\n', [row('A', 121.4, 149.25)]],
    ['of tabs, with empty lines', 'A\t1\t2\tus\n\n\nB\t1\t2\tus\n', [row('A', 1, 2), row('B', 1, 2)]],
    ['in quotes', '"A, ""B""" , "1",2,"us, May 2026"', [row('A, "B"', 1, 2, 'us, May 2026')]],
    ['with a column more', 'A,1,2,us,later', [row('A', 1, 2)]],
  ])('%s', (_, text, records) => expect(read(text)).toEqual({ records }));

  it.each([
    ['', 'there are no rows in it'],
    ['Machine,Before,After,Source\n', 'there are no rows in it'],
    ['A,1,2,us\nB,1,2', 'line 2 has 3 of the 4 columns: machine, before, after, source'],
    ['A,1,2,us\n\nB,1,fast,us', 'line 3: After is not a number'],
    ['A,1,2,us\nB,1,"2,5",us', 'line 2: After is not a number'],
    ['A,1,2.125,us', 'line 1: After has at most 2 decimals'],
    ['A,-1,2,us', 'line 1: Before is a number from 0 to 1,000,000,000'],
    ['A,1,2,', 'line 1: Source has 1 to 300 characters on one line'],
    ['A,1,2,us\n"two\nlines",1,2,us', 'line 2: Machine has 1 to 80 characters on one line'],
    ['A,1,2,us\n"B,1,2,us\nC,1,2,us', 'line 2: a quote is not closed'],
    ['A,1,2,us\n'.repeat(201), 'at most 200 rows are possible, it has 201'],
  ])('refuses %j', (text, problem) => expect(read(text)).toEqual({ problem }));

  it('takes as many rows as there may be', () => expect(read('A,1,2,us\n'.repeat(200)).records).toHaveLength(200));
});
