import { type SectionsField, type SiteField, type SiteFields, withRecords } from '@framelift/contracts/site-fields';
import type { UseFormReturn } from 'react-hook-form';

/** Content as the fields of a form show it: lines as one text, times in UTC, what is left out as an empty text. */

export type Values = Record<string, unknown>;
export interface FieldsValues {
  content: Values;
  note: string;
}
export type FieldsFormReturn = UseFormReturn<FieldsValues>;

interface Conversion {
  shown: (value: unknown, field: never) => unknown;
  /** `before`: the value that the form was filled from. */
  kept: (shown: unknown, field: never, before: unknown) => unknown;
}

/** `2026-01-31T12:00`, as a field for a time has it. */
export const fieldTime = (time: string | null): string => time?.slice(0, 16) ?? '';
/** The time of a field. One that was not touched keeps its seconds. */
export const timeOf = (field: string, before: string | null): string | null => {
  if (field === '') return null;
  return before && fieldTime(before) === field.slice(0, 16) ? before : `${field.slice(0, 16)}:00.000Z`;
};

const same: Conversion = { shown: (value) => value, kept: (shown) => shown };
const text: Conversion = { shown: (value) => value ?? '', kept: (shown) => String(shown ?? '').trim() };
const place: Conversion = {
  shown: (value) => value ?? '',
  kept: (shown, { isOptional }: { isOptional?: true }) => String(shown ?? '').trim() || (isOptional ? null : ''),
};

const conversions: Record<SiteField['kind'], Conversion> = {
  line: text,
  text,
  markdown: text,
  day: text,
  link: place,
  video: place,
  picture: place,
  email: place,
  colour: text,
  slug: text,
  time: {
    shown: (value) => fieldTime(value as string | null),
    kept: (shown, _, before) => timeOf(shown as string, before as string | null),
  },
  number: same,
  switch: same,
  choice: same,
  lines: {
    shown: (value) => (value as string[]).join('\n'),
    kept: (shown) =>
      String(shown)
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
  },
  list: {
    shown: (value, { of }: { of: SiteFields }) => (value as Values[]).map((record) => valuesOf(of, record)),
    kept: (shown, { of }: { of: SiteFields }) => (shown as Values[]).map((record) => contentFrom(of, record)),
  },
  sections: {
    shown: (value, field: SectionsField) => withRecords(field, value, valuesOf),
    kept: (shown, field: SectionsField) => withRecords(field, shown, (of, content) => contentFrom(of, content)),
  },
};

export const valuesOf = (fields: SiteFields, content: Readonly<Values>): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, conversions[field.kind].shown(content[name], field as never)]));

export const contentFrom = (fields: SiteFields, values: Readonly<Values>, before: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, conversions[field.kind].kept(values[name], field as never, before[name])]),
  );
