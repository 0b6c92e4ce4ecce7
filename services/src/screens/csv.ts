type Cell = string | number | null | undefined;

/** A spreadsheet takes a text that begins with one of these for a formula. */
const safe = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const cell = (value: Cell): string => (typeof value === 'string' ? `"${safe(value).replaceAll('"', '""')}"` : String(value ?? ''));

/** Rows as comma-separated values (RFC 4180), with a line of names first. */
export const csvOf = <Name extends string>(columns: readonly Name[], rows: readonly { [N in Name]?: unknown }[]): string =>
  `${[columns.join(','), ...rows.map((row) => columns.map((name) => cell(row[name] as Cell)).join(','))].join('\r\n')}\r\n`;
