import { type Call, Done, reasons, scopesOf, takesBase } from '../calls/call.ts';
import { ErrorView } from '../calls/refusal-codes.ts';
import { calls, features } from './calls.ts';

const binary: Record<string, string> = {
  image: 'image/*',
  csv: 'text/csv',
  pdf: 'application/pdf',
  text: 'application/json',
  plain: 'text/plain',
  page: 'text/html',
  stream: 'text/event-stream',
};

const elsewhere = { description: 'The page is elsewhere', headers: { Location: { schema: { type: 'string' } } } };

const answer = ({ answers = Done, status = 200, streams }: Call, components: Components) => {
  if (status === 303) return { [status]: elsewhere };
  const content = {
    ...(typeof answers === 'string' ? { [binary[answers]!]: {} } : { 'application/json': { schema: components.written(answers) } }),
    ...(streams ? { 'text/event-stream': {} } : {}),
  };
  return { [status]: { description: 'Done', content } };
};

/** A path outside of /api that leads nowhere has a page of the site. */
const error = (status: keyof typeof reasons, path: string, components: Components) => ({
  description: reasons[status],
  content: {
    'application/json': { schema: components.written(ErrorView) },
    ...(status === 404 && !path.startsWith('/api/') ? { 'text/html': {} } : {}),
  },
});

/** Every status a call may refuse with; any other is a bug (`npm run fuzz` checks this). */
const refusalsOf = (name: string, { permission, refuses = [] }: Call): (keyof typeof reasons)[] => {
  const ofAll = [400, 429, 500, 503] as const;
  const ofSigned = permission === 'public' ? [] : ([401, 403] as const);
  const ofCommands = name.startsWith('GET') ? [] : ([409, 413, 415, 422] as const);
  const ofNamed = name.includes(':') ? ([404] as const) : [];
  return [...new Set([...ofAll, ...ofSigned, ...ofCommands, ...ofNamed, ...refuses])].sort((a, b) => a - b);
};

/** Exported schemas by identity: what such a schema describes has this name in every generated client. */
const names = new Map<unknown, string>(
  [...Object.values(features), { Done, ErrorView }].flatMap((exports) => Object.entries(exports).map(([name, schema]) => [schema, name])),
);

/** Only what has fields; a text or a number needs no name. */
const isNamed = (schema: object): boolean =>
  names.has(schema) && !('anyOf' in schema) && ('type' in schema ? schema.type : 'object') === 'object';

/** Writes a schema with a reference in place of each named one, which it collects. A closed one refuses unknown fields, at any depth. */
class Components {
  readonly schemas: Record<string, unknown> = {};

  written(schema: unknown, isClosed = false): unknown {
    if (Array.isArray(schema)) return schema.map((inner) => this.written(inner, isClosed));
    if (typeof schema !== 'object' || schema === null) return schema;
    return isNamed(schema) ? this.reference(schema, names.get(schema)!, isClosed) : this.fields(schema, isClosed);
  }

  private reference(schema: object, name: string, isClosed: boolean): object {
    this.schemas[name] ??= this.fields(schema, isClosed);
    return { $ref: `#/components/schemas/${name}` };
  }

  private fields(schema: object, isClosed: boolean): object {
    const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, this.written(value, isClosed)]));
    return isClosed && inner['type'] === 'object' ? { ...inner, additionalProperties: false } : inner;
  }
}

const parameter = (name: string, place: 'path' | 'query' | 'header', schema: object = { type: 'string' }) => ({
  name,
  in: place,
  required: place === 'path',
  schema,
  // A list is one text with commas.
  ...('items' in schema ? { style: 'form', explode: false } : {}),
});

/** The feature whose file declares a call. */
const tagOf = (name: string): string =>
  Object.entries(features).find(([, exports]) => Object.values(exports).some((value) => typeof value === 'object' && name in value))![0];

function operation(name: string, call: Call, components: Components) {
  const [method, path] = name.split(' ') as [string, string];
  const position = { type: 'integer', minimum: 0 };
  const signed = call.permission !== 'public';
  return {
    operationId: name.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
    tags: [tagOf(name)],
    summary: call.does,
    'x-permission': call.permission,
    ...(call.scope ? { 'x-scopes': scopesOf(call) } : {}),
    ...(call.confirmed ? { 'x-confirmed': true } : {}),
    security: signed ? [{ bearer: [] }, ...(call.scope ? [{ apiKey: [] }] : [])] : [],
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, id]) => parameter(id!, 'path')),
      ...Object.entries(call.query ?? {}).map(([q, schema]) => parameter(q, 'query', schema)),
      ...(method === 'GET' ? (signed ? [parameter('Log-After', 'header', position)] : []) : [parameter('Idempotency-Key', 'header')]),
      ...(takesBase(call)
        ? [{ ...parameter('Edit-Base', 'header', position), deprecated: true, description: 'The older name of `editBase`' }]
        : []),
    ],
    ...(call.body
      ? {
          requestBody: {
            required: !('default' in call.body),
            content: { 'application/json': { schema: components.written(call.body, true) } },
          },
        }
      : {}),
    responses: {
      ...answer(call, components),
      ...Object.fromEntries(refusalsOf(name, call).map((status) => [status, error(status, path, components)])),
    },
  };
}

const introduction = `Everything that the dashboards do, your own programs can do too.

**Sign in.** An admin creates an API key under Integrations; send it as \`Authorization: Bearer flk_…\`. Each call lists the scopes it needs under \`x-scopes\`. People sign in with \`POST /api/affiliate/login\`.

**Money** is in euros where a field is called \`amount\`, and in whole cents where its name ends with \`Cents\`. **Times** end with \`At\` and are UTC, such as \`2026-01-31T12:00:00.000Z\`.

**Errors** are \`{ "error": "…", "code": "…" }\`: the text is for people, the code for programs.

**Repeating a request.** Send an \`Idempotency-Key\` with every request that changes something: a repeat with the same key is applied once, and its answer says \`Idempotent-Replayed: true\`.

**Reading your own changes.** Every answer has a \`Log-Position\`. Send it as \`Log-After\` with the next read, which then shows at least that much.`;

/** What each group of calls is for. */
const groups: Record<keyof typeof features, string> = {
  account: 'Register, sign in, passwords, two-factor sign-in and e-mail settings',
  affiliates: 'Affiliates, as admins see and edit them',
  attention: 'What waits for an admin',
  cashouts: 'Payment methods, and requests to be paid',
  checkout: 'Visits and purchases on the site',
  coupons: 'Codes that credit a sale to an affiliate',
  'currency-rates': 'Exchange rates for sales in other currencies',
  dashboard: 'An affiliate’s own figures',
  figures: 'Figures by day, campaign, page and product',
  'first-run': 'What an admin does before the first sale',
  'newer-version': 'Whether a newer version of the program exists',
  invoices: 'Self-billing invoices, and the seller’s books',
  keys: 'API keys',
  log: 'The event log, for audits',
  'missing-sales': 'Purchases that affiliates report as missing',
  payouts: 'Payout runs: many cashouts paid at once',
  pictures: 'Pictures of the seller’s site',
  backups: 'Backups, and whether each was restored on trial',
  receipts: 'Figures that affiliates publish',
  'read-models': 'Rebuild and verify read models',
  review: 'Signals worth a look, and decisions about them',
  'sales-elsewhere': 'Sales made outside this site',
  sales: 'Sales, and why each was credited or not',
  'seller-site': 'What visitors read: products, prices, announcement',
  site: 'Figures that the public pages show',
  statements: 'Ledgers, monthly statements and proofs',
  system: 'Health of the service',
  terms: 'Rates, tiers and limits of the programme',
  webhooks: 'Notifications to your own server',
  why: 'Where each number comes from',
  feed: 'What happens in the programme, as a feed',
};

/** OpenAPI 3.1 of every call. Generated from `calls`, checked in as openapi.json, compared in CI. */
export function openapi(brand: string): object {
  const paths: Record<string, Record<string, unknown>> = {};
  const written = new Components();
  for (const [name, call] of Object.entries(calls as Record<string, Call>)) {
    const [method, path] = name.split(' ') as [string, string];
    (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})[method.toLowerCase()] = operation(name, call, written);
  }
  const components = {
    schemas: Object.fromEntries(Object.entries(written.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'flk_…', description: 'A key with every scope under x-scopes' },
    },
  };
  // Through JSON once, so that the spec compares what is written.
  const tags = Object.keys(features).map((name) => ({ name, description: groups[name as keyof typeof features] }));
  const document = {
    openapi: '3.1.0',
    info: { title: `${brand} API`, version: '1.0.0', description: introduction },
    tags,
    paths,
    components,
  };
  return JSON.parse(JSON.stringify(document)) as object;
}
