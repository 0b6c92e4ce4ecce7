/** The keywords of a JSON schema used in sentences about a value. */
interface Described {
  type?: string;
  enum?: unknown;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  items?: unknown;
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const formats: Record<string, string> = {
  moment: 'a time with its zone, such as 2026-01-31T12:00:00Z, or a day, such as 2026-01-31',
  line: 'one line of text without control characters or invisible ones',
  lines: 'text that shows something',
  'printed-line': 'one line of text without control characters or invisible ones',
  'printed-lines': 'text without control characters or invisible ones',
  'payee-email': 'an e-mail address',
  commission: 'tier, none, or a rate in basis points',
  'web-link': 'an https address',
  'site-link': 'an https address or a path of this site',
  email: 'an e-mail address',
  'idn-email': 'an e-mail address',
  position: 'a position of the log or a time with its zone, such as 2026-01-31T12:00:00Z',
  cursor: 'the `next` of an earlier page',
  uuid: 'the id of an event',
};

const range = (least: number | undefined, most: number | undefined, of: string): string => {
  const [from, to] = [least?.toLocaleString('en-US'), most?.toLocaleString('en-US')];
  if (from === undefined) return `at most ${to} ${of}`;
  return to === undefined ? `at least ${from} ${of}` : `${from} to ${to} ${of}`;
};

/** The problem with a named value, by the keyword of its schema that it violates. */
export function problemOf(name: string, schema: object, keyword: string): string {
  const s = schema as Described;
  const must = (what: string) => `${name} must be ${what}`;
  if (keyword === 'required') return `${name} is missing`;
  if (keyword === 'type' && kinds[s.type!]) return must(kinds[s.type!]!);
  if (Array.isArray(s.enum)) return must(s.enum.length === 1 ? String(s.enum[0]) : `one of ${s.enum.join(', ')}`);
  if (keyword === 'minItems' || keyword === 'maxItems') return `${name} must have ${range(s.minItems, s.maxItems, 'entries')}`;
  if (keyword === 'minLength' || keyword === 'maxLength') return `${name} must have ${range(s.minLength, s.maxLength, 'characters')}`;
  if (keyword === 'minimum' || keyword === 'maximum')
    return must(`${kinds[s.type!]}${s.maximum === undefined ? ` of at least ${s.minimum}` : ` from ${s.minimum ?? 0} to ${s.maximum}`}`);
  if (s.format !== undefined && s.format in formats) return must(formats[s.format]!);
  return `${name} is not valid`;
}
