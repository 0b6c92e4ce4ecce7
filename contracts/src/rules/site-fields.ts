/** Fields that a section of the site is declared with (site-sections.ts). Checks, forms and words of changes derive from them. */

interface Named {
  /** As the form names it, and a refusal. */
  readonly label: string;
  readonly hint?: string;
  /** It came after others had published the section: a content without it has its first value. */
  readonly isLater?: true;
  /** Pages compare it with words that they know, so it has no mark (site-marks.ts). */
  readonly isRead?: true;
}
/** `line`: one line. `text`: several lines, shown as they are. `markdown`: a long text with markup. `max` in characters. */
export interface TextField extends Named {
  readonly kind: 'line' | 'text' | 'markdown';
  readonly max: number;
  /** It may be empty. */
  readonly isOptional?: true;
  /** It reaches a document, which has letters for most scripts only. */
  readonly isPrinted?: true;
}
/** `link`: an https address or a path of this site. `video`: at the video service. `picture`: a path of this site. `time`: ISO 8601 UTC. `email`: an address. Optional: null. */
export interface PlaceField extends Named {
  readonly kind: 'link' | 'video' | 'picture' | 'time' | 'email';
  readonly isOptional?: true;
  /** Of a picture: the longest side that is kept, in pixels, where it is less than usual. */
  readonly edge?: number;
  /** Of a picture: width through height of the frame that pages show it in. Its seller chooses the part that fills it. */
  readonly ratio?: number;
}
/** `colour`: `#rrggbb`. `slug`: the last word of an address, such as `low-latency`. */
export interface PlainField extends Named {
  readonly kind: 'day' | 'colour' | 'slug';
}
export interface NumberField extends Named {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  /** How many decimals; 0 without it. */
  readonly decimals?: 1 | 2;
}
export interface SwitchField extends Named {
  readonly kind: 'switch';
}
/** One of the options. */
export interface ChoiceField extends Named {
  readonly kind: 'choice';
  readonly options: readonly string[];
}
/** Texts of one line each; `max` characters in each, `count` at most. */
export interface LinesField extends Named {
  readonly kind: 'lines';
  readonly max: number;
  readonly count: number;
  readonly isPrinted?: true;
}
/** Records that have an order. */
export interface ListField extends Named {
  readonly kind: 'list';
  /** One of them, in half a sentence. */
  readonly one: string;
  readonly of: SiteFields;
  /** The field that names a record. */
  readonly titledBy: string;
  /** A field that no two records share. */
  readonly unique?: string;
  /** Its records may come from a CSV file: a column for each field, which is a line or a number. */
  readonly isTable?: true;
  readonly min: number;
  readonly max: number;
}
/** A kind of section that a page can have. */
export interface SectionKind {
  /** As the form names it. */
  readonly label: string;
  /** What such a section is for. */
  readonly about: string;
  readonly of: SiteFields;
  /** The page has at most one of it. Its texts are fields of the page, so `of` is empty. */
  readonly isOwn?: true;
  /** A field of the page that switches it off too: older than its list of sections. */
  readonly switch?: string;
}
/** The sections of a page in their order. */
export interface SectionsField extends Named {
  readonly kind: 'sections';
  readonly kinds: { readonly [kind: string]: SectionKind };
  readonly max: number;
}
export type SiteField =
  TextField | PlaceField | PlainField | NumberField | SwitchField | ChoiceField | LinesField | ListField | SectionsField;
export interface SiteFields {
  readonly [name: string]: SiteField;
}

export const counted = (most: number): string => most.toLocaleString('en');
const CHARACTERS = { line: 'characters on one line', text: 'characters', markdown: 'characters' } as const;
/** Why a text is refused. */
export const textRefusal = ({ kind, label, max, isOptional }: TextField): string =>
  `${label} has ${isOptional ? 'at most' : '1 to'} ${counted(max)} ${CHARACTERS[kind]}`;
export const linesRefusal = ({ label, max, count }: LinesField): string =>
  `${label}: at most ${counted(count)} lines of 1 to ${counted(max)} characters`;

type ValueOf<F> = F extends { kind: 'number' }
  ? number
  : F extends { kind: 'switch' }
    ? boolean
    : F extends { kind: 'choice'; options: readonly (infer O)[] }
      ? O
      : F extends { kind: 'lines' }
        ? readonly string[]
        : F extends { kind: 'list'; of: infer I }
          ? readonly ContentOf<I>[]
          : F extends { kind: 'sections'; kinds: infer K }
            ? readonly { [N in keyof K]: Entry<N, K[N] extends { of: infer I } ? ContentOf<I> : never> }[keyof K][]
            : F extends { kind: 'link' | 'video' | 'picture' | 'time' | 'email'; isOptional: true }
              ? string | null
              : string;
interface Entry<N, C> {
  readonly kind: N;
  readonly on: boolean;
  readonly content: C;
}
/** A section of a page, whatever its kind. */
export type PageSection = Entry<string, Readonly<Record<string, unknown>>>;
/** The content that fields describe. */
export type ContentOf<F> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** A text with markup as the server rendered it. */
export interface Html {
  readonly html: string;
}
type ShownValueOf<F> = F extends { kind: 'markdown' }
  ? string | Html
  : F extends { kind: 'list'; of: infer I }
    ? readonly ShownOf<I>[]
    : F extends { kind: 'sections'; kinds: infer K }
      ? readonly { [N in keyof K]: Entry<N, K[N] extends { of: infer I } ? ShownOf<I> : never> }[keyof K][]
      : ValueOf<F>;
/** The same as pages show it: a text of the first content has no markup, a published one is rendered. */
export type ShownOf<F> = { readonly [K in keyof F]: ShownValueOf<F[K]> };

type Values = Readonly<Record<string, unknown>>;

/** The value of a field, with its records and the contents of its sections as `map` makes them. `at`: the place in the value. */
export function withRecords(field: SiteField, value: unknown, map: (fields: SiteFields, record: Values, at: number) => Values): unknown {
  // A content of before has no value of a later field.
  if (!Array.isArray(value)) return value;
  if (field.kind === 'list') return (value as Values[]).map((record, at) => map(field.of, record, at));
  if (field.kind !== 'sections') return value;
  return (value as PageSection[]).map((section, at) => {
    const kind = kindOf(field, section);
    return kind ? { ...section, content: map(kind.of, section.content, at) } : section;
  });
}

/** The records of a field, and the contents of its sections, each with its fields. */
export function recordsIn(field: SiteField, value: unknown): { fields: SiteFields; record: Values; at: number }[] {
  const found: ReturnType<typeof recordsIn> = [];
  withRecords(field, value, (fields, record, at) => {
    found.push({ fields, record, at });
    return record;
  });
  return found;
}

/** undefined: a kind of a newer program. */
const kindOf = ({ kinds }: SectionsField, { kind }: PageSection): SectionKind | undefined =>
  Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;

/** Whether visitors see a section of a page: it is on, and so is the older switch of its kind. `content`: of the page. */
export const isSectionOn = (field: SectionsField, content: Values, section: PageSection): boolean =>
  section.on && content[kindOf(field, section)?.switch ?? ''] !== false;

/** The content of a page with one of its sections on or off. `name`: of the field that has the sections. */
export function withSectionOn(field: SectionsField, name: string, content: Values, at: number, on: boolean): Record<string, unknown> {
  const sections = content[name] as readonly PageSection[];
  const older = kindOf(field, sections[at]!)?.switch;
  const next = sections.map((section, i) => (i === at && (on || !older) ? { ...section, on } : section));
  return { ...content, [name]: next, ...(older && { [older]: on }) };
}

/** A section as it is added: its title says its kind until somebody writes another. */
export const newSection = ({ kinds }: SectionsField, kind: string): PageSection => {
  const { of, label } = kinds[kind]!;
  return { kind, on: true, content: { ...emptyRecord(of), ...('title' in of && { title: label }) } };
};

/** Kinds that a page with these sections can have one more of, in their order. */
export const addableKinds = ({ kinds, max }: SectionsField, sections: readonly PageSection[]): string[] =>
  sections.length >= max ? [] : Object.keys(kinds).filter((name) => !kinds[name]!.isOwn || !sections.some(({ kind }) => kind === name));

/** A content with its texts with markup as `render` writes them. Empty ones stay. Visitors are not sent what a section that is off says. */
export const renderedContent = (fields: SiteFields, content: Values, render: (text: string) => string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const field = fields[name];
      if (field?.kind === 'markdown' && value !== '') return [name, { html: render(value as string) } satisfies Html];
      const given =
        field?.kind === 'sections'
          ? (value as PageSection[]).map((one) => (isSectionOn(field, content, one) ? one : { ...one, on: false, content: {} }))
          : value;
      return [name, field ? withRecords(field, given, (of, record) => renderedContent(of, record, render)) : given];
    }),
  );

/** Links of the sections that visitors see, each with where it is, such as `Sections, 3, Logos, 1, Link`. */
export function sectionLinksIn(fields: SiteFields, content: Values): { where: string; link: string }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'sections') return [];
    const isOn = (at: number) => isSectionOn(field, content, (content[name] as PageSection[])[at]!);
    return recordsIn(field, content[name]).flatMap(({ fields: of, record, at }) =>
      isOn(at) ? linksIn(of, record, `${field.label}, ${at + 1}, `) : [],
    );
  });
}
const linksIn = (fields: SiteFields, content: Values, path: string): { where: string; link: string }[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const value = content[name];
    if (field.kind === 'link') return value === null ? [] : [{ where: path + field.label, link: value as string }];
    return recordsIn(field, value).flatMap(({ fields: of, record, at }) => linksIn(of, record, `${path}${field.label}, ${at + 1}, `));
  });

interface Beginning extends Named {
  readonly isOptional?: true;
  readonly min?: number;
  readonly options?: readonly string[];
}
const emptyPlace = ({ isOptional }: Beginning) => (isOptional ? null : '');
const empty: Record<SiteField['kind'], (field: Beginning) => unknown> = {
  line: () => '',
  text: () => '',
  markdown: () => '',
  link: emptyPlace,
  video: emptyPlace,
  picture: emptyPlace,
  time: emptyPlace,
  email: emptyPlace,
  day: () => '',
  colour: () => '#000000',
  slug: () => '',
  number: ({ min }) => min,
  switch: () => true,
  choice: ({ options }) => options![0],
  lines: () => [],
  list: () => [],
  sections: () => [],
};

/** A record with every field at its beginning. */
export const emptyRecord = (fields: SiteFields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, empty[field.kind](field)]));

/** What tells the records of a list, and the own sections of a page, apart; empty where nothing does. */
function namesIn(field: SiteField, value: unknown): string[] {
  if (field.kind === 'list' && field.unique) return (value as Values[]).map((record) => String(record[field.unique!]).toLowerCase());
  if (field.kind !== 'sections') return [];
  return (value as PageSection[]).map((section, i) => (kindOf(field, section)?.isOwn ? section.kind : `${i}`));
}

/** Two records of a list that share what tells records apart, such as `Tweaks, 1 and 3`; undefined: none do. */
export function sharedNames(fields: SiteFields, content: Values): string | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const names = namesIn(field, content[name]);
    const second = names.findIndex((one, i) => names.indexOf(one) < i);
    if (second > 0) return `${field.label}, ${names.indexOf(names[second]!) + 1} and ${second + 1}`;
    const [inner] = recordsIn(field, content[name]).flatMap(
      ({ fields: of, record, at }) => sharedNames(of, record)?.replace(/^/, `${field.label}, ${at + 1}, `) ?? [],
    );
    if (inner) return inner;
  }
  return undefined;
}

const VIDEO = /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/watch\?(?:[^#]*&)?v=|youtu\.be\/)([\w-]{1,64})(?:[?&#]\S*)?$/;

/** The address of a video as pages link to it; undefined: the text is no address of a video. */
export const videoAddress = (text: string): string | undefined => {
  const id = VIDEO.exec(text.trim())?.[1];
  return id && `https://www.youtube.com/watch?v=${id}`;
};
