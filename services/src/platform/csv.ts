import { stringify } from 'csv-stringify/sync';

/** Excel reads UTF-8 only with its mark. */
const MARK = '\uFEFF';
/** Where a spreadsheet whose separator is a semicolon would begin a cell with a formula. */
const HIDDEN_FORMULA = /([;\t]"*)(?=[=+\-@＝＋－＠])/g;

/**
 * Rows as a file for spreadsheets: RFC 4180 with a header, in UTF-8 with its mark. Texts that look like formulas are written as text; `number`
 * writes numbers.
 */
export const csvOf = <Name extends string>(
  columns: readonly Name[],
  rows: readonly { [N in Name]?: unknown }[],
  number: (value: number) => string = String,
): string =>
  `${MARK}${columns.join(',')}\r\n${stringify([...rows], {
    columns: [...columns],
    quoted_string: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: {
      number: (value) => ({ value: number(value), escape_formulas: false, quoted_string: false }),
      string: (value) => value.replaceAll(HIDDEN_FORMULA, "$1'"),
    },
  })}`;
