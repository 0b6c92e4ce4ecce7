import { markedFields } from '@framelift/contracts/site-marks';
import { isSection, type SiteSection } from '@framelift/contracts/site-sections';
import type { LinesField, ListField, PageSection, SiteField, SiteFields } from '@framelift/contracts/site-fields';

/** Where a value is in the content of a section, such as `benefits.2.title` of `pages.home`; an empty path: the whole content. */
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
  readonly record: { readonly fields: SiteFields; readonly path: string; readonly label: string } | undefined;
}

const INDEX = /^\d+$/;
const own = <T>(all: { readonly [name: string]: T }, name: string): T | undefined => (Object.hasOwn(all, name) ? all[name] : undefined);

/** What is declared at a place of a content; undefined: nothing is, or it is not there. */
export function fieldAt({ section, path }: Place, content: Content | undefined): Found | undefined {
  const words = path.split('.');
  const until = (i: number) => words.slice(0, i).join('.');
  let fields: SiteFields | undefined = markedFields(section);
  let field: SiteField | undefined;
  let item: Item | undefined;
  let record: Found['record'];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]!;
    const kind: SiteField['kind'] | undefined = INDEX.test(word) ? field?.kind : undefined;
    if (field?.kind === 'sections' && kind && words[i + 1] === 'content') {
      const one = own(field.kinds, (valueAt(content, until(i + 1)) as PageSection | undefined)?.kind ?? '');
      i += 1;
      fields = one?.of;
      if (one) [item, record] = [undefined, { fields: one.of, path: until(i + 1), label: one.label }];
    } else if (field?.kind === 'list' && kind) {
      fields = field.of;
      [item, record] = [
        { field, list: until(i), at: Number(word) },
        { fields, path: until(i + 1), label: field.label },
      ];
    } else if (field?.kind === 'lines' && kind) item = { field, list: until(i), at: Number(word) };
    else field = fields && own(fields, word);
    if (!field) return undefined;
  }
  return field && { field, item, record };
}

/** The place that a mark names. */
export function placeIn(mark: string): Place | undefined {
  const [section = '', path = ''] = mark.split(':');
  return isSection(section) && path ? { section, path } : undefined;
}
export const markOf = ({ section, path }: Place): string => `${section}:${path}`;
export const isSamePlace = (a: Place | undefined, b: Place | undefined): boolean => a?.section === b?.section && a?.path === b?.path;

export const valueAt = (content: unknown, path: string): unknown =>
  path === '' ? content : path.split('.').reduce<unknown>((value, word) => (value as Record<string, unknown> | undefined)?.[word], content);

/** The same content with another value at a path. */
export function withValue(content: Content, path: string, value: unknown): Content {
  if (path === '') return value as Content;
  const [word = '', ...rest] = path.split('.');
  const next = rest.length ? withValue(content[word] as Content, rest.join('.'), value) : value;
  if (Array.isArray(content)) return content.map((one: unknown, i) => (i === Number(word) ? next : one)) as unknown as Content;
  return { ...content, [word]: next };
}
