import { base58 } from '@scure/base';
import {
  asText,
  isCommission,
  isDay,
  isSiteLink,
  isLine,
  isLines,
  isoOf,
  momentOf,
  passwordLength,
  refusals,
  refuses,
  type Refuses,
  videoAddress,
} from '@framelift/contracts';
import { Transform, Type as Nested } from 'class-transformer';
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools';
import * as is from 'class-validator';
import type { TSchema } from 'typebox';
import { unprintable } from '../platform/letters.ts';
import { isAddress } from '../platform/address.ts';
import { problemOf } from './problem.ts';

/** A JSON schema of a body, or of a part of it. */
export interface BodySchema {
  [refuses]?: Refuses;
  type?: string;
  properties?: Record<string, BodySchema>;
  required?: string[];
  items?: BodySchema;
  anyOf?: BodySchema[];
  [keyword: string]: unknown;
}
type Options = is.ValidationOptions;
type Check = (value: any, options: Options, schema: BodySchema) => PropertyDecorator;

const by = (name: string, validate: (value: any) => boolean, options: Options) => is.ValidateBy({ name, validator: { validate } }, options);

/** An Ed25519 public key in base58: 32 bytes, which the length of the text does not show. */
const isSolanaAddress = (text: unknown): boolean => {
  // Decoding takes time that grows with the square of the length.
  if (typeof text !== 'string' || text.length > 44) return false;
  try {
    return base58.decode(text).length === 32;
  } catch {
    return false;
  }
};

/** An account that a SEPA payment reaches: check digits, length and letters of its country. */
const isIban = (text: unknown): boolean => typeof text === 'string' && isValidIBAN(text) && isSEPACountry(text.slice(0, 2));

const LAST_TIME_MS = 8.64e15;
/** A time (`momentOf`), or milliseconds since 1970 if a body takes a number. */
const isMoment = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isInteger(value) && value >= 0 && value <= LAST_TIME_MS
    : typeof value === 'string' && momentOf(value) !== undefined;

/** The formats of bodies. The length of a `password` is counted as for its hash. */
export const formats: Record<string, (value: unknown) => boolean> = {
  email: (value) => isAddress(value),
  'idn-email': (value) => isAddress(value, { utf8: true }),
  'solana-address': isSolanaAddress,
  iban: isIban,
  moment: isMoment,
  day: (value) => typeof value === 'string' && isDay(value),
  line: (value) => typeof value === 'string' && isLine(asText(value)),
  lines: (value) => typeof value === 'string' && isLines(asText(value)),
  password: () => true,
  'printed-line': (value) => typeof value === 'string' && isLine(asText(value)) && isPrintable(value),
  'printed-lines': (value) => typeof value === 'string' && isLines(asText(value)) && isPrintable(value),
  'payee-email': (value) => isAddress(value, { utf8: true }) && isPrintable(value as string),
  commission: isCommission,
  'site-link': (value) => typeof value === 'string' && isSiteLink(value.trim()),
  'site-path': (value) => typeof value === 'string' && value.trim().startsWith('/') && isSiteLink(value.trim()),
  video: (value) => typeof value === 'string' && videoAddress(value) !== undefined,
  content: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};
/** Formats of texts that reach a document. */
const printed = new Set(['printed-line', 'printed-lines', 'payee-email']);
const isPrintable = (text: string): boolean => !unprintable(asText(text)).length;
/** The letters that cannot be shown, or another problem. */
const lettersOr = (value: unknown, { message }: Options): string => {
  const letters = typeof value === 'string' ? unprintable(asText(value)) : [];
  return letters.length ? refusals.unprintable(letters) : (message as string);
};

const trimmed = (text: string) => text.trim();
/** The form in which a value of a format is checked and passed on. Invalid values are unchanged, for the check to refuse. */
const forms: Record<string, (text: string) => string> = {
  line: asText,
  'printed-line': asText,
  'printed-lines': asText,
  lines: asText,
  email: trimmed,
  'idn-email': trimmed,
  'payee-email': trimmed,
  iban: (text) => electronicFormatIBAN(text) ?? text,
  'site-link': trimmed,
  'site-path': trimmed,
  video: (text) => videoAddress(text) ?? text,
  moment: (text) => isoOf(text) ?? text,
};

const types: Record<string, (options: Options) => PropertyDecorator> = {
  string: is.IsString,
  number: (options) => is.IsNumber({}, options),
  integer: is.IsInt,
  boolean: is.IsBoolean,
  array: is.IsArray,
  object: is.IsObject,
};

const isPassword = ({ format }: BodySchema) => format === 'password';

/** Keyword → check, in the order they run: the first failure is reported. */
const checks: Record<string, Check> = {
  required: (_, options) => is.IsDefined(options),
  type: (type, options) => types[type]!(options),
  const: is.Equals,
  enum: is.IsIn,
  minItems: is.ArrayMinSize,
  maxItems: is.ArrayMaxSize,
  // An object has one of these sets of fields. Other values are distinguished by format.
  anyOf: (any: BodySchema[], options) =>
    by('anyOf', (value) => any.some(({ required = [] }) => required.every((name) => value[name] !== undefined)), options),
  minLength: (least, options, schema) =>
    isPassword(schema) ? by('longEnough', (value) => passwordLength(value) >= least, options) : is.MinLength(least, options),
  maxLength: (most, options, schema) =>
    isPassword(schema) ? by('shortEnough', (value) => passwordLength(value) <= most, options) : is.MaxLength(most, options),
  pattern: (pattern, options) => is.Matches(new RegExp(pattern, 'u'), options),
  // The library's check of decimals throws at numbers such as 1e-7, which are written without a point.
  multipleOf: (step, options) => by('multipleOf', (value) => Number(value.toFixed(-Math.log10(step))) === value, options),
  minimum: is.Min,
  maximum: is.Max,
  format: (format, options) =>
    by(format, formats[format]!, printed.has(format) ? { ...options, message: ({ value }) => lettersOr(value, options) } : options),
};
/** `oneOf` is for readers: another check knows which one it is. */
const structure = new Set(['properties', 'items', 'description', 'title', 'oneOf']);

/** Adds the checks of one value to a property, or with `each` those of every element. */
function check(name: string, schema: BodySchema, each: boolean, decorate: (decorator: PropertyDecorator) => void): void {
  const { [refuses]: texts, ...keywords } = schema;
  const options = (keyword: string): Options => ({
    message: (typeof texts === 'object' ? texts[keyword] : texts) ?? problemOf(name, schema, keyword),
    each,
  });
  const unknown = Object.keys(keywords).filter((keyword) => !(keyword in checks) && !structure.has(keyword));
  if (unknown.length) throw new Error(`No check exists for ${unknown.join(', ')} of a body`);
  // On an object, `required` is about its fields: its own presence is checked if its refusals name one.
  const { required: _, ...own } = keywords;
  const named = typeof texts === 'object' && 'required' in texts ? { required: true, ...own } : own;
  for (const [keyword, make] of Object.entries(checks))
    if (keyword in named) decorate(make(named[keyword as keyof typeof named], options(keyword), schema));
  const form = forms[schema['format'] as string];
  if (form) {
    const formed = (value: unknown): unknown =>
      typeof value === 'string' ? form(value) : Array.isArray(value) ? value.map(formed) : value;
    decorate(Transform(({ value }) => formed(value)));
  }
  if (schema.items) check(name, schema.items, true, decorate);
  if (!schema.properties) return;
  decorate(is.ValidateNested(options('type')));
  decorate(Nested(() => bodyClass(schema)));
}

const classes = new WeakMap<object, new () => object>();
const absences = new WeakMap<object, unknown>();

/** The value of an omitted body, if its schema has a default. */
export const absenceOf = (body: object): unknown => absences.get(body);

/** The class-validator class of a body: its fields in the schema's order, each with the checks of its keywords. */
export function bodyClass(schema: TSchema | BodySchema): new () => object {
  const known = classes.get(schema);
  if (known) return known;
  const Derived = class {
    [field: string]: unknown;
  };
  classes.set(schema, Derived);
  const { properties = {}, required = [] } = schema as BodySchema;
  if ('default' in schema) absences.set(Derived, schema.default);
  for (const [name, field] of Object.entries(properties)) {
    const decorate = (decorator: PropertyDecorator) => decorator(Derived.prototype, name);
    const isNull = ({ type }: BodySchema) => type === 'null';
    const isNullable = field.anyOf?.some(isNull);
    const inner = isNullable ? field.anyOf!.find((s) => !isNull(s))! : field;
    if (!required.includes(name) || isNullable)
      decorate(is.ValidateIf((_, value) => (value === undefined ? required.includes(name) : value !== null || !isNullable)));
    check(name, inner, false, decorate);
  }
  return Derived;
}
