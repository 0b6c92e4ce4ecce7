import type { ListField, SiteField } from '@framelift/contracts/site-fields';
import type { Values } from './fieldValues.ts';

/** Reads the records of a list from a CSV file (RFC 4180). */

interface Line {
  /** Counted from 1. */
  at: number;
  columns: string[];
}

/** `unclosed`: the line whose quote is not closed. */
function linesIn(text: string, separator: string): Line[] | { unclosed: number } {
  const lines: Line[] = [];
  let [at, from] = [1, 1];
  let [columns, column, isQuoted, wasQuoted] = [[] as string[], '', false, false];
  const endColumn = () => {
    columns.push(wasQuoted ? column : column.trim());
    [column, wasQuoted] = ['', false];
  };
  const endLine = () => {
    endColumn();
    if (columns.some((one) => one !== '')) lines.push({ at: from, columns });
    [columns, from] = [[], at];
  };
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    if (letter === '\n') at++;
    if (isQuoted) {
      if (letter !== '"') column += letter;
      else if (text[i + 1] === '"') column += text[++i]!;
      else isQuoted = false;
    } else if (letter === '"' && column.trim() === '') [isQuoted, wasQuoted, column] = [true, true, ''];
    else if (letter === separator) endColumn();
    else if (letter === '\n') endLine();
    else if (!wasQuoted || letter !== ' ') column += letter;
  }
  if (isQuoted) return { unclosed: from };
  endLine();
  return lines;
}

/** The one that the first line has most of. */
const separatorOf = (text: string): string => {
  const first = text.split('\n', 1)[0]!;
  return [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0]!;
};

/** A number with a decimal point, or with a comma where that separates no columns; undefined: it is none. */
const numberOf = (text: string, separator: string): number | undefined => {
  const plain = separator === ',' ? text : text.replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
};

/** The value of a column, or why it is none. */
function valueOf(field: SiteField, text: string, separator: string): { value?: string | number; problem?: string } {
  if (field.kind === 'number') {
    const value = numberOf(text, separator);
    const { label, min, max, decimals = 0 } = field;
    if (value === undefined) return { problem: `${label} is not a number` };
    if (value < min || value > max) return { problem: `${label} is a number from ${min} to ${max.toLocaleString('en')}` };
    return Number(value.toFixed(decimals)) === value ? { value } : { problem: `${label} has at most ${decimals} decimals` };
  }
  const most = 'max' in field ? field.max : Infinity;
  const isRight = text !== '' && text.length <= most && !text.includes('\n');
  return isRight ? { value: text } : { problem: `${field.label} has 1 to ${most} characters on one line` };
}

/** The records of a file, or the first thing that is wrong with it. A first line that names the columns may order them. */
export function recordsInTable({ of, max }: ListField, file: string): { records?: Values[]; problem?: string } {
  const text = file.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const separator = separatorOf(text);
  const lines = linesIn(text, separator);
  if ('unclosed' in lines) return { problem: `line ${lines.unclosed}: a quote is not closed` };
  const fields = Object.entries(of).map(([name, field]) => ({ name, field, label: field.label.toLowerCase() }));
  const heads = lines[0]?.columns.map((column) => column.toLowerCase()) ?? [];
  const isHead = fields.every(({ field }, i) => field.kind !== 'number' || numberOf(heads[i] ?? '', separator) === undefined);
  const isNamed = fields.every(({ label }) => heads.includes(label));
  const rows = isHead || isNamed ? lines.slice(1) : lines;
  if (!rows.length) return { problem: 'there are no rows in it' };
  if (rows.length > max) return { problem: `at most ${max} rows are possible, it has ${rows.length.toLocaleString('en')}` };
  const records: Values[] = [];
  for (const { at, columns } of rows) {
    if (columns.length < fields.length)
      return {
        problem: `line ${at} has ${columns.length} of the ${fields.length} columns: ${fields.map(({ label }) => label).join(', ')}`,
      };
    const values = fields.map(({ name, field, label }, i) => ({
      name,
      ...valueOf(field, columns[isNamed ? heads.indexOf(label) : i] ?? '', separator),
    }));
    const wrong = values.find(({ problem }) => problem);
    if (wrong) return { problem: `line ${at}: ${wrong.problem}` };
    records.push(Object.fromEntries(values.map(({ name, value }) => [name, value])));
  }
  return { records };
}
