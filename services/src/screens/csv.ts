import { stringify } from 'csv-stringify/sync';

/** Rows as comma-separated values (RFC 4180), with a header. Values that look like formulas are written as text. */
export const csvOf = <Name extends string>(columns: readonly Name[], rows: readonly { [N in Name]?: unknown }[]): string =>
  `${columns.join(',')}\r\n${stringify([...rows], { columns: [...columns], quoted_string: true, escape_formulas: true, record_delimiter: 'windows' })}`;
