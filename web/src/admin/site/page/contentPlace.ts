import { markedFields } from '@framelift/contracts/site-marks';
import { isSection, type SiteSection } from '@framelift/contracts/site-sections';
import type { LinesField, ListField, SiteField, SiteFields } from '@framelift/contracts/site-fields';

/** Where a value is in the content of a section, such as `benefits.2.title` of `pages.home`. */
export interface Place {
  readonly section: SiteSection;
  readonly path: string;
}
export type Content = Readonly<Record<string, unknown>>;

/** The list that a place is in, by its path, and the item of it. */
export interface Item {
  readonly field: ListField | LinesField;
  readonly list: string;
  readonly at: number;
}
/** `item`: of the innermost list; undefined: it is in none. `record`: the fields of the innermost record, and where it is. */
export interface Found {
  readonly field: SiteField;
  readonly item: Item | undefined;
  readonly record: { readonly fields: SiteFields; readonly path: string } | undefined;
}

const INDEX = /^\d+$/;

/** What is declared at a place; undefined: nothing is. */
export function fieldAt({ section, path }: Place): Found | undefined {
  let fields: SiteFields = markedFields(section);
  let field: SiteField | undefined;
  let item: Item | undefined;
  let record: Found['record'];
  const words = path.split('.');
  for (const [i, word] of words.entries()) {
    if (INDEX.test(word) && (field?.kind === 'list' || field?.kind === 'lines')) {
      item = { field, list: words.slice(0, i).join('.'), at: Number(word) };
      if (field.kind === 'list') {
        fields = field.of;
        record = { fields, path: words.slice(0, i + 1).join('.') };
      }
    } else {
      field = Object.hasOwn(fields, word) ? fields[word] : undefined;
      if (!field) return undefined;
    }
  }
  return field && { field, item, record };
}

/** The place that a mark names; undefined: this program knows no such field. */
export function placeIn(mark: string): Place | undefined {
  const [section = '', path = ''] = mark.split(':');
  return isSection(section) && fieldAt({ section, path }) ? { section, path } : undefined;
}
export const markOf = ({ section, path }: Place): string => `${section}:${path}`;
export const isSamePlace = (a: Place | undefined, b: Place | undefined): boolean => a?.section === b?.section && a?.path === b?.path;

export const valueAt = (content: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, word) => (value as Record<string, unknown> | undefined)?.[word], content);

/** The same content with another value at a path. */
export function withValue(content: Content, path: string, value: unknown): Content {
  const [word = '', ...rest] = path.split('.');
  const next = rest.length ? withValue(content[word] as Content, rest.join('.'), value) : value;
  if (Array.isArray(content)) return content.map((one: unknown, i) => (i === Number(word) ? next : one)) as unknown as Content;
  return { ...content, [word]: next };
}
