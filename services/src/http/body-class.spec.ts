import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { electronicFormatIBAN } from 'ibantools';
import { asText, type Call, calls, firstBrand, openapi, premium, refusals, sectionSchemas, sellauth } from '@framelift/contracts';
import { Moment, RequiredText } from '../../../contracts/src/calls/fields.ts';
import { Type } from 'typebox';
import * as Format from 'typebox/format';
import { Check } from 'typebox/value';
import { atProof } from '../../../test/support/counts.ts';
import { ibans } from '../../../test/support/ibans.ts';
import { bodyValidation, TextPipe } from './body.ts';
import { bodyClass, type BodySchema, formats } from './body-class.ts';

const SITE = 'PUT /api/admin/site/:section';
/** Their content is one of a section, which the path or another field names. */
const OF_SECTIONS = [SITE, 'POST /api/admin/site/preview/:page'];
/** Sections of few fields, which have the kinds that the large ones have. */
const SECTIONS = ['products', 'reviews', 'team', 'announcement', 'pages.statistics', 'policies.terms'];
const document = JSON.parse(JSON.stringify(openapi(firstBrand.name)));

/** The schema of a call's body as openapi.json publishes it. */
const published = (name: string): BodySchema => {
  const [method, path] = name.split(' ') as [string, string];
  const { $ref } = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()].requestBody.content['application/json'].schema;
  return document.components.schemas[$ref.split('/').at(-1)];
};

/** What is checked, as its own schema and as the published one: every body, and in place of the site's the content of each section. */
const checked: [name: string, schema: object, published: BodySchema][] = [
  ...Object.entries(calls as Record<string, Call>).flatMap(([name, { body }]): [string, object, BodySchema][] =>
    body && !OF_SECTIONS.includes(name) ? [[name, body, published(name)]] : [],
  ),
  ...Object.entries(sectionSchemas).flatMap(([section, schema], i): [string, object, BodySchema][] =>
    SECTIONS.includes(section) ? [[section, schema, (published(SITE).properties!['content']!['oneOf'] as BodySchema[])[i]!]] : [],
  ),
];

const [text, pipe] = [new TextPipe(), bodyValidation()];
/** The refusal of a body; undefined: it is accepted. */
const refusalOf = async (schema: object, body: unknown): Promise<string | undefined> => {
  const metadata = { type: 'body', metatype: bodyClass(schema) } as const;
  try {
    await pipe.transform(text.transform(structuredClone(body), metadata), metadata);
    return undefined;
  } catch (refused) {
    return (refused as Error).message;
  }
};

for (const [name, holds] of Object.entries(formats)) Format.Set(name, holds);

const address = '1'.repeat(32);
const anything = fc.oneof(
  fc.constantFrom(null, true, 0, 1, -1, 0.5, '', 'x', [], {}, [null], { surprise: 1 }, address, 'a@b.co', 'ä@b.co', '2026-01-01'),
  // Floats are left to the last spec.
  fc.object({ values: [fc.string(), fc.boolean(), fc.integer(), fc.constant(null)], withNullPrototype: false }),
);
const around = (...numbers: unknown[]) => numbers.flatMap((n) => (typeof n === 'number' ? [n - 1, n, n + 1] : [])).filter((n) => n >= 0);

/** Values that a schema accepts or almost accepts. Both sides count the length of these texts alike. */
function near(schema: BodySchema): fc.Arbitrary<unknown> {
  const { type, properties, required = [], items, anyOf, format } = schema;
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.const !== undefined) return often(fc.constant(schema.const));
  if (type === 'object') {
    const fields = Object.entries(properties!).map(([name, field]) => [name, often(near(field))]);
    const whole = fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys: required });
    return fc.tuple(whole, often(fc.constant({}), fc.constant({ surprise: 1 }))).map(([body, more]) => ({ ...body, ...(more as object) }));
  }
  if (type === 'array') {
    const [few, many] = [fc.array(near(items!), { maxLength: 2 }), fc.array(near(items!), { minLength: 50, maxLength: 51 })];
    return fc.oneof({ weight: 6, arbitrary: fc.array(near(items!), { minLength: 1, maxLength: 2 }) }, few, many);
  }
  if (anyOf) return fc.oneof(...anyOf.map(near));
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer' || type === 'number') {
    const numbers = [0, schema.minimum, schema.maximum].filter((n) => typeof n === 'number');
    const { minimum: min = 0, maximum: max = 1_000_000 } = schema as { minimum?: number; maximum?: number };
    const inside = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
    return fc.oneof(
      { weight: 6, arbitrary: inside },
      fc.constantFrom(...numbers, ...around(...numbers)),
      fc.integer({ min: -1000, max: 100_000_00 }).map((cents) => cents / 100),
    );
  }
  const sized = fc
    .tuple(fc.constantFrom(...around(0, schema.minLength, schema.maxLength)), fc.constantFrom('a', 'é', '😀', '-', ' '))
    .map(([length, letter]) => letter.repeat(length));
  const text = fc.string({ unit: 'binary', maxLength: 10 }).map((t) => t.normalize('NFC').replaceAll(/\0|\u{FE0E}|\u{FE0F}/gu, ''));
  const fitting: Record<string, fc.Arbitrary<string>> = {
    email: fc.emailAddress(),
    'idn-email': fc.emailAddress(),
    'solana-address': fc.constant(address),
    iban: fc.constantFrom('DE89370400440532013000', 'de89 3704 0044 0532 0130 00', 'DE88370400440532013000', 'SA0380000000608010167519'),
    day: fc.constantFrom('2026-01-01', '2026-02-28', '2026-02-30', '28.02.2026'),
    moment: fc.constantFrom('2026-01-01', '2026-01-01T12:00:00.000Z', '2026-02-30', '03/04/2026'),
    'site-link': fc.constantFrom('/premium', 'https://a.example/x', 'javascript:alert(1)', '//a.example', 'http://a.example'),
    'site-path': fc.constantFrom('/premium', 'https://a.example/x', '//a.example'),
    video: fc.constantFrom('https://www.youtube.com/watch?v=abc', 'https://youtu.be/abc', 'https://a.example/watch?v=abc'),
  };
  const pattern = schema['pattern'] as string | undefined;
  const whole = fitting[format as string] ?? fc.stringMatching(pattern ? new RegExp(pattern) : /^[a-z0-9_-]{6,10}$/);
  return fc.oneof({ weight: 6, arbitrary: whole }, sized, text);
}
/** A body as it is measured: without the spaces around its texts. */
function counted(schema: BodySchema, value: unknown): unknown {
  const { format, properties, items, anyOf } = schema;
  const isNull = (one: BodySchema) => one.type === 'null';
  const inner = (anyOf?.some(isNull) && anyOf.find((one) => !isNull(one))) || schema;
  if (inner !== schema) return counted(inner, value);
  if (typeof value === 'string' && format === 'iban') return electronicFormatIBAN(value) ?? value;
  if (typeof value === 'string')
    return /^(printed-)?lines?$/.test(String(format)) ? asText(value) : /email$|^site-|^video$/.test(String(format)) ? value.trim() : value;
  if (Array.isArray(value)) return items ? value.map((one) => counted(items, one)) : value;
  if (typeof value !== 'object' || value === null || !properties) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, counted(properties[name] ?? {}, one)]));
}
/** Mostly near values, so that a body of several fields is sometimes accepted. */
function often(value: fc.Arbitrary<unknown>, other: fc.Arbitrary<unknown> = anything): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 15, arbitrary: value }, { weight: 1, arbitrary: other });
}

describe('an account', () => {
  const body = calls['POST /api/affiliate/payment-methods'].body;
  const refused = (iban: string) => refusalOf(body, { paymentType: 'bank', paymentDetails: { iban, name: 'Anna Ark' } });

  it.each(ibans.good)('%s is taken, also with spaces and small letters', async (iban) => {
    expect(await refused(iban)).toBeUndefined();
    expect(await refused(` ${iban.toLowerCase().replaceAll(/(.{4})/g, '$1 ')}`)).toBeUndefined();
  });

  it.each(Object.entries(ibans.bad).flatMap(([why, all]) => all.map((iban) => [why, iban] as const)))(
    'with %s is refused: %s',
    async (_why, iban) => expect(await refused(iban)).toBe(refusals.ibanInvalid),
  );

  it('needs its holder, in letters that a document can show', async () => {
    const [iban] = ibans.good;
    const named = (name: unknown) => refusalOf(body, { paymentType: 'bank', paymentDetails: { iban, name } });
    expect(await named(undefined)).toBe(refusals.paymentDetailsInvalid);
    expect(await named('x'.repeat(71))).toBe(refusals.paymentDetailsInvalid);
    expect(await named('=Anna')).toBe(refusals.paymentDetailsFormula);
    expect(await named('Анна Ковчег')).toBeUndefined();
  });
});

const RUNS = atProof(500, 150, 'bodies of each call');

describe.each(checked)('the body of %s', (_name, body, schema) => {
  it('is accepted by the derived class exactly if the published schema accepts it', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(
        often(near(schema)).filter((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
        async (value) => {
          const isAccepted = (await refusalOf(body, value)) === undefined;
          accepted += Number(isAccepted);
          expect(isAccepted).toBe(Check(schema as object, counted(schema, value)));
        },
      ),
      { numRuns: RUNS },
    );
    // A body of many fields is seldom right by chance: look further for one.
    for (let tries = 0; accepted === 0 && tries < 800; tries++) {
      const right = fc.sample(near(schema), 25).find((value) => Check(schema as object, counted(schema, value)));
      if (right !== undefined) accepted += Number((await refusalOf(body, right)) === undefined);
    }
    expect(accepted).toBeGreaterThan(0);
  });
});

describe('the first check that fails is reported', () => {
  const line = { ...premium.providers.sellauth, quantity: 1 };
  const bought = { cart: [line], shopId: sellauth.shopId, altcha: 'x' };
  const registered = { password: 'long enough', email: 'a@b.co', username: 'abc' };
  it.each([
    ['POST /api/affiliate/register', {}, refusals.fieldsRequired],
    ['POST /api/affiliate/register', { password: 'x', email: 'x', username: 'x' }, refusals.passwordTooShort],
    ['POST /api/affiliate/register', { ...registered, email: 'x', username: 'x' }, refusals.emailInvalid],
    ['POST /api/affiliate/register', { ...registered, username: '!' }, refusals.usernameTooShort],
    ['POST /api/affiliate/register', { ...registered, username: '!'.repeat(33) }, refusals.usernameInvalid],
    ['POST /api/affiliate/register', { ...registered, surprise: 1 }, refusals.unknownField('surprise')],
    ['POST /api/affiliate/register', { ...registered, username: 1, surprise: 1 }, refusals.fieldsRequired],
    ['POST /api/admin/affiliates', { ...registered, password: 'x', commissionRate: '1' }, refusals.rateInvalid],
    ['PUT /api/admin/affiliates/:id', { email: null, username: null }, refusals.fieldsRequired],
    ['PUT /api/admin/affiliates/:id', { username: 'x', email: 'x' }, refusals.emailInvalid],
    ['POST /api/affiliate/login', { username: 'x'.repeat(255), password: '' }, refusals.textTooLong],
    ['POST /api/affiliate/login', { username: 'x', password: '' }, refusals.fieldsRequired],
    ['POST /api/affiliate/login', { username: 'x', password: 'x'.repeat(129) }, refusals.passwordTooLong],
    ['POST /api/affiliate/cashouts', { amount: 1e9 + 0.125, paymentMethodId: '' }, refusals.amountInvalid],
    ['POST /api/affiliate/cashouts', { amount: 1e15, paymentMethodId: '' }, refusals.insufficientBalance],
    ['POST /api/affiliate/cashouts', { amount: '1', paymentMethodId: '' }, refusals.fieldsRequired],
    ['POST /api/affiliate/cashouts', { amount: 1, paymentMethodId: 'x', notes: 1 }, 'notes must be text'],
    ['POST /api/affiliate/cashouts', { amount: 1, paymentMethodId: 'x', notes: 'x'.repeat(1001) }, refusals.textTooLong],
    ['POST /api/affiliate/payment-methods', { paymentType: 'x', paymentDetails: 1 }, refusals.fieldsRequired],
    ['POST /api/affiliate/payment-methods', { paymentType: 'paypal' }, refusals.fieldsRequired],
    ['POST /api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: [] }, refusals.paymentDetailsInvalid],
    ['POST /api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { surprise: 1 } }, refusals.paymentDetailsInvalid],
    [
      'POST /api/affiliate/payment-methods',
      { paymentType: 'paypal', paymentDetails: { email: 'a@b.co', surprise: 1 } },
      refusals.unknownField('paymentDetails.surprise'),
    ],
    ['PUT /api/admin/cashouts/:id/process', { status: 'pending', proofImage: 1 }, refusals.cashoutStatusInvalid],
    ['PUT /api/admin/cashouts/:id/settle', { status: 'approved', proofImage: 1 }, refusals.settleStatusInvalid],
    ['PUT /api/admin/cashouts/:id/settle', { status: 'rejected', proofImage: 1 }, refusals.proofInvalid],
    ['POST /api/store/checkout', { ...bought, cart: [], altcha: '' }, refusals.cartInvalid],
    ['POST /api/store/checkout', { ...bought, altcha: '' }, refusals.captchaMissing],
    ['POST /api/store/checkout', { ...bought, altcha: 'x'.repeat(8193) }, refusals.captchaInvalid],
    ['POST /api/store/checkout', { ...bought, cart: [{ ...line, surprise: 1 }], altcha: '' }, refusals.captchaMissing],
    ['POST /api/store/checkout', { ...bought, cart: [{ ...line, surprise: 1 }] }, refusals.unknownField('cart.0.surprise')],
    ['POST /api/track/track-visit', {}, 'ref must be shorter than or equal to 300 characters'],
  ])('%s %#', async (name, value, text) => {
    expect(await refusalOf(Object.fromEntries(checked.map(([one, schema]) => [one, schema]))[name]!, value)).toBe(text);
  });
});

describe('a text', () => {
  const bodies = checked as unknown as readonly (readonly [string, BodySchema])[];
  const textual = bodies.flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, of]) => {
      const schema = of.anyOf?.find(({ type }) => type !== 'null') ?? of;
      const isFree = schema.type === 'string' && !schema.enum && !schema['pattern'];
      return isFree && /^lines?$/.test(String(schema['format'])) ? [[name, field, schema] as const] : [];
    }),
  );
  const ofOne = (schema: BodySchema) => Type.Object({ value: schema as any });

  it('is declared as text in every field that people write', () => {
    const others = bodies.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([field, of]) => {
        const schema = of.anyOf?.find(({ type }) => type !== 'null') ?? of;
        return schema.type === 'string' && !schema.enum && !schema['pattern'] && !schema['format'] ? [`${name} ${field}`] : [];
      }),
    );
    expect(textual.length).toBeGreaterThan(25);
    expect(others.sort()).toEqual(
      [
        'PUT /api/admin/cashouts/:id/process proofImage',
        'PUT /api/admin/cashouts/:id/settle proofImage',
        'POST /api/admin/payout-runs/:id/settle proofImage',
        'POST /api/admin/site/pictures picture',
        'POST /api/admin/payout-runs/:id/report report',
        ...['name', 'part'].map((field) => `POST /api/admin/backups/upload ${field}`),
        ...['ref', 'userAgent', 'ip', 'referrer', 'pageUrl'].map((field) => `POST /api/track/track-visit ${field}`),
        ...['altcha', 'ref', 'visitId', 'referredAt', 'landing', 'coupon'].map((field) => `POST /api/store/checkout ${field}`),
        ...['ref', 'coupon'].map((field) => `POST /api/sales ${field}`),
      ].sort(),
    );
  });

  it.each(textual)('of %s %s is trimmed before it is measured, and has no hidden characters', async (_, __, schema) => {
    const body = ofOne(schema);
    const must = (schema['minLength'] as number | undefined) !== undefined;
    for (const blank of ['', ' ', '\u00A0\n\t'])
      expect([blank, (await refusalOf(body, { value: blank })) === undefined]).toEqual([blank, !must]);
    const ofLines = ['\u200B', '\x07', '\u3164'];
    for (const hidden of String(schema['format']).endsWith('lines') ? ofLines : [...ofLines, 'a\u202Eb', 'a\u2028b', 'a\x07b'])
      expect([hidden, await refusalOf(body, { value: hidden })]).toEqual([hidden, expect.any(String)]);
    expect((await refusalOf(body, { value: 'a\nb' })) === undefined).toBe(schema['format'] === 'lines');
    const most = schema['maxLength'] as number;
    expect(await refusalOf(body, { value: ` ${'x'.repeat(most)} ` })).toBeUndefined();
    expect(await refusalOf(body, { value: 'x'.repeat(most + 1) })).toEqual(expect.any(String));
  });

  it('is passed on as measured, and a time in one form', async () => {
    const schema = Type.Object({ reason: RequiredText(), at: Moment('When') });
    const metadata = { type: 'body', metatype: bodyClass(schema) } as const;
    expect(await pipe.transform({ reason: ' e\u0301\r\nb ', at: '2026-01-31T12:00:00+02:00' }, metadata)).toEqual({
      reason: 'é\nb',
      at: '2026-01-31T10:00:00.000Z',
    });
  });
});

describe('a time or a day', () => {
  it('has one format in every body and query', () => {
    const isOfTime = (name: string) => /(^|[a-z])(At|On|Until)$|^(day|from|to|at|timestamp)$/.test(name) && name !== 'referredAt';
    const inQuery = Object.entries(calls as Record<string, Call>).flatMap(([name, { query = {} }]) =>
      Object.entries(query).map(([field, schema]) => [name, field, schema as BodySchema] as const),
    );
    const inBody = (checked as unknown as readonly (readonly [string, BodySchema])[]).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, schema]) => [name, field, schema] as const),
    );
    const found = [...inQuery, ...inBody].flatMap(([name, field, schema]) => {
      const of = (schema.anyOf?.find(({ type }) => type !== 'null' && schema['format'] === undefined) ?? schema) as BodySchema;
      // In a body a position is a number.
      const format = of.type === 'integer' ? 'position' : String(of['format']);
      return isOfTime(field) ? [[name, field, format] as const] : [];
    });
    expect(found.length).toBeGreaterThan(8);
    for (const [name, field, format] of found)
      expect([name, field, format]).toEqual([name, field, expect.stringMatching(/^(moment|day|position)$/)]);
  });
});

describe('if JSON schema counts differently, the class decides', () => {
  const accepts = async (schema: object, value: unknown) =>
    (await refusalOf(Type.Object({ value: schema as any }), { value })) === undefined;
  const password = { type: 'string', minLength: 6, maxLength: 128, format: 'password' };
  it.each([
    ['a letter and its variation selector are one character', { type: 'string', maxLength: 1 }, '❤️', true],
    ['a password is counted as it is hashed: é in two steps', password, 'e\u0301'.repeat(128), true],
    ['and where hashing makes it longer', password, '\u0958'.repeat(3), true],
    ['and where hashing makes it shorter', password, 'e\u0301'.repeat(5), false],
    ['no float that only looks like two decimals', { type: 'number', multipleOf: 0.01 }, 0.1 + 0.2, false],
    ['large amounts', { type: 'number', multipleOf: 0.01 }, 123456789.12, true],
    ['numbers that are written without a point', { type: 'number', multipleOf: 0.01 }, 1e-7, false],
  ])('%s', async (_, schema, value, expected) => {
    expect([await accepts(schema, value), Check(schema as object, value)]).toEqual([expected, value === 1e-7 ? false : !expected]);
  });
});

it('a keyword without a check is a fault', () => {
  expect(() => bodyClass(Type.Object({ value: Type.Array(Type.String(), { uniqueItems: true }) }))).toThrow('uniqueItems');
});

it('one class is derived per schema', () => expect(bodyClass(checked[0]![1])).toBe(bodyClass(checked[0]![1])));
