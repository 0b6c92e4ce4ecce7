/** Fields that a section of the site is declared with (site-sections.ts). Checks, forms and words of changes derive from them. */

interface Named {
  /** As the form names it, and a refusal. */
  readonly label: string;
  readonly hint?: string;
  /** It came after others had published the section: a content without it has its first value. */
  readonly isLater?: true;
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
  readonly min: number;
  readonly max: number;
}
export type SiteField = TextField | PlaceField | PlainField | NumberField | SwitchField | ChoiceField | LinesField | ListField;
export interface SiteFields {
  readonly [name: string]: SiteField;
}

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
          : F extends { kind: 'link' | 'video' | 'picture' | 'time' | 'email'; isOptional: true }
            ? string | null
            : string;
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
    : ValueOf<F>;
/** The same as pages show it: a text of the first content has no markup, a published one is rendered. */
export type ShownOf<F> = { readonly [K in keyof F]: ShownValueOf<F[K]> };

/** A content with its texts with markup as `render` writes them. Empty ones stay. */
export const renderedContent = (
  fields: SiteFields,
  content: Readonly<Record<string, unknown>>,
  render: (text: string) => string,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      const field = fields[name];
      if (field?.kind === 'markdown' && value !== '') return [name, { html: render(value as string) } satisfies Html];
      if (field?.kind !== 'list') return [name, value];
      return [name, (value as Readonly<Record<string, unknown>>[]).map((record) => renderedContent(field.of, record, render))];
    }),
  );

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
};

/** A record with every field at its beginning. */
export const emptyRecord = (fields: SiteFields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, empty[field.kind](field)]));

/** Two records of a list that share what tells records apart, such as `Tweaks, 1 and 3`; undefined: none do. */
export function sharedNames(fields: SiteFields, content: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'list') continue;
    const records = content[name] as readonly Record<string, unknown>[];
    const names = field.unique ? records.map((record) => String(record[field.unique!]).toLowerCase()) : [];
    const second = names.findIndex((one, i) => names.indexOf(one) < i);
    if (second > 0) return `${field.label}, ${names.indexOf(names[second]!) + 1} and ${second + 1}`;
    const [inner] = records.flatMap((record, i) => sharedNames(field.of, record)?.replace(/^/, `${field.label}, ${i + 1}, `) ?? []);
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
