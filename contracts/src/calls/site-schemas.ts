import { type TObject, type TSchema, Type } from 'typebox';
import { PATH_WORD } from '../rules/paths.ts';
import {
  type ChoiceField,
  counted,
  type PlainField,
  type LinesField,
  linesRefusal,
  type ListField,
  type NumberField,
  type PlaceField,
  type SectionKind,
  type SectionsField,
  type SiteField,
  type SiteFields,
  type SwitchField,
  type TextField,
  textRefusal,
} from '../rules/site-fields.ts';
import { siteLimits, siteRefusals } from '../rules/site.ts';
import { Nullable, OneOf, refused } from './fields.ts';

/** Schemas of content, from its fields. Titles name where a refused field is: `Questions, 3: Answer has at most 2,000 characters`. */

const formats = { line: 'line', text: 'lines', markdown: 'lines' } as const;
const text = (field: TextField) =>
  Type.String({
    title: field.label,
    ...(field.isOptional ? {} : { minLength: 1 }),
    maxLength: field.max,
    format: field.isPrinted ? 'printed-line' : formats[field.kind],
    ...refused(textRefusal(field)),
  });

const places = {
  link: ['site-link', `an https address or a path of this site, of at most ${siteLimits.link} characters`],
  video: ['video', 'the address of a video, such as https://www.youtube.com/watch?v=…'],
  picture: ['site-path', `a path of this site, of at most ${siteLimits.link} characters`],
  email: ['email', 'an e-mail address'],
  time: ['moment', 'a time with its zone, such as 2026-01-31T23:59:59Z'],
} as const;
const place = ({ kind, label, isOptional }: PlaceField) => {
  const [format, what] = places[kind];
  const schema = Type.String({ title: label, maxLength: siteLimits.link, format, ...refused(`${label} is ${what}`) });
  return isOptional ? Nullable(schema, { title: label }) : schema;
};

const list = ({ label, of, min, max, one }: ListField) => {
  const refusal = `${label}: ${min ? `${min} to` : 'at most'} ${counted(max)} are possible, each ${one} with its fields`;
  return Type.Array(contentSchema(of, label, refusal), { title: label, minItems: min, maxItems: max, ...refused(refusal) });
};

const ofKinds = new WeakMap<SectionKind, TObject>();
/** What a section of a kind has. */
export const sectionContentSchema = (kind: SectionKind): TObject => {
  const made = ofKinds.get(kind) ?? contentSchema(kind.of, kind.label);
  ofKinds.set(kind, made);
  return made;
};
/** A list of sections. `oneOf` is for readers: the content of each is checked by the schema of its kind. */
const sections = ({ label, kinds, max }: SectionsField) => {
  const refusal = `${label}: at most ${counted(max)} are possible, each with its kind, on and content`;
  const content = Type.Unsafe<object>({
    title: 'Content',
    oneOf: Object.values(kinds).map(sectionContentSchema),
    format: 'content',
    ...refused(siteRefusals.contentInvalid),
  });
  const kind = OneOf(Object.keys(kinds), `Kind is one of: ${Object.keys(kinds).join(', ')}`);
  const on = Type.Boolean({ title: 'On', ...refused('On is yes or no (true or false)') });
  const section = Type.Object({ kind, on, content }, { title: label, ...refused(refusal) });
  return Type.Array(section, { title: label, maxItems: max, ...refused(refusal) });
};

const schemas: Record<SiteField['kind'], (field: never) => TSchema> = {
  line: text,
  text,
  markdown: text,
  link: place,
  video: place,
  picture: place,
  time: place,
  email: place,
  colour: ({ label }: PlainField) =>
    Type.String({ title: label, pattern: '^#[0-9a-f]{6}$', maxLength: 7, ...refused(`${label} is a colour such as #bdf430`) }),
  slug: ({ label }: PlainField) =>
    Type.String({
      title: label,
      pattern: `^${PATH_WORD}$`,
      maxLength: siteLimits.slug,
      ...refused(`${label} has 1 to ${siteLimits.slug} small letters (a to z) and digits, with a hyphen between words`),
    }),
  day: ({ label }: PlainField) =>
    Type.String({ title: label, maxLength: 10, format: 'day', ...refused(`${label} is a day, such as 2026-01-31`) }),
  number: ({ label, min, max, decimals }: NumberField) =>
    Type.Number({
      title: label,
      ...(decimals ? { multipleOf: 10 ** -decimals } : { multipleOf: 1 }),
      minimum: min,
      maximum: max,
      ...refused(`${label} is a number from ${counted(min)} to ${counted(max)}${decimals ? '' : ', without decimals'}`),
    }),
  switch: ({ label }: SwitchField) => Type.Boolean({ title: label, ...refused(`${label} is yes or no (true or false)`) }),
  choice: ({ label, options }: ChoiceField) => OneOf([...options], `${label} is one of: ${options.join(', ')}`),
  lines: (field: LinesField) => {
    const { label, max, count, isPrinted } = field;
    const refusal = linesRefusal(field);
    const line = Type.String({ minLength: 1, maxLength: max, format: isPrinted ? 'printed-line' : 'line', ...refused(refusal) });
    return Type.Array(line, { title: label, maxItems: count, ...refused(refusal) });
  },
  list,
  sections,
};

/** The schema of a content, or of a record in it. */
export const contentSchema = (fields: SiteFields, title: string, refusal: string = siteRefusals.contentInvalid): TObject => {
  const schemaOf = (field: SiteField) => {
    const schema = schemas[field.kind](field as never);
    return field.isLater ? Type.Optional(schema) : schema;
  };
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
  return Type.Object(properties, { title, ...refused(refusal) });
};
