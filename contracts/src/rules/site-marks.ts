import { productLimits } from './products.ts';
import { type SiteField, type SiteFields, withRecords } from './site-fields.ts';
import { fieldsOf, type SiteSection } from './site-sections.ts';

/**
 * Marks say in a page which field each text and picture is of: `pages.home:benefits.2.title`, in characters that nobody sees. Only the
 * preview of the page editor has them (web/src/admin/site/page), and the editor takes them out again.
 */

/** Unicode has an invisible twin of each ASCII character, and two that begin and end such a text. */
const TWINS = 0xe0000;
const BEGIN = '\u{E0001}';
const END = '\u{E007F}';
const MARKS = /\u{E0001}([\u{E0020}-\u{E007E}]*)\u{E007F}/gu;
/** An address stays the same with a fragment. */
const PICTURE = /#([a-z][\w.-]*:[\w.]+)$/;

const written = (place: string): string =>
  BEGIN + [...place].map((character) => String.fromCodePoint(TWINS + character.codePointAt(0)!)).join('') + END;
const read = (mark: string): string => [...mark].map((character) => String.fromCodePoint(character.codePointAt(0)! - TWINS)).join('');

/** The texts of products. Their numbers have a form of their kind. */
const productTexts: SiteFields = {
  products: {
    kind: 'list',
    label: 'Products',
    one: 'product',
    titledBy: 'title',
    min: 1,
    max: productLimits.products,
    of: {
      title: { kind: 'line', label: 'Title', max: productLimits.title },
      features: { kind: 'lines', label: 'Features', max: productLimits.feature, count: productLimits.features },
    },
  },
};
/** The fields of a section that its page can be edited by. */
export const markedFields = (section: SiteSection): SiteFields => fieldsOf(section) ?? productTexts;

type Content = Readonly<Record<string, unknown>>;
const marked = (text: string, place: string): string => (text === '' ? text : text + written(place));

const marks: { [K in SiteField['kind']]?: (value: never, place: string, field: never) => unknown } = {
  line: marked,
  text: marked,
  markdown: (value: string | { html: string }, place) =>
    value === '' || typeof value === 'string' ? value : { html: marked(value.html, place) },
  lines: (value: readonly string[], place) => value.map((one, i) => marked(one, `${place}.${i}`)),
  picture: (value: string | null, place) => value && `${value}#${place}`,
  list: (value, place, field) => withRecords(field, value, (of, record, at) => markedIn(of, record, `${place}.${at}.`)),
  sections: (value, place, field) => withRecords(field, value, (of, record, at) => markedIn(of, record, `${place}.${at}.content.`)),
};

const markedIn = (fields: SiteFields, content: Content, before: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const field = fields[name];
      const mark = field && !('isRead' in field) ? marks[field.kind] : undefined;
      return [name, mark && value !== undefined ? mark(value as never, before + name, field as never) : value];
    }),
  );

/** A content of a section as pages show it, each text and picture with its mark. */
export const markedContent = (section: SiteSection, content: Content): Record<string, unknown> =>
  markedIn(markedFields(section), content, `${section}:`);

/** A text without its marks, and where they say that it is from. */
export function unmarkedText(text: string): { text: string; places: string[] } {
  const places = [...text.matchAll(MARKS)].map(([, mark]) => read(mark!));
  return { text: places.length ? text.replaceAll(MARKS, '') : text, places };
}
/** The same of the address of a picture. */
export function unmarkedPicture(address: string): { address: string; place: string | undefined } {
  return { address: address.replace(PICTURE, ''), place: PICTURE.exec(address)?.[1] };
}
