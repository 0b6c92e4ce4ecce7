import { type Call, Done, reasons, scopesOf } from '../calls/call.ts';
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

const error = (description: string, components: Components) => ({
  description,
  content: { 'application/json': { schema: components.written(ErrorView) } },
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

const editBaseMeans = (when: true | string): string =>
  `Position that the form was filled from; what somebody changed since is refused with 409.${when === true ? '' : ` Required ${when}`}`;

/** The feature whose file declares a call. */
const tagOf = (name: string): string =>
  Object.entries(features).find(([, exports]) => Object.values(exports).some((value) => typeof value === 'object' && name in value))![0];

function operation(name: string, call: Call, components: Components) {
  const [method, path] = name.split(' ') as [string, string];
  const position = { type: 'integer', minimum: 0 };
  const signed = call.permission !== 'public';
  const { editBase } = call;
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
      ...(editBase
        ? [{ ...parameter('Edit-Base', 'header', position), required: editBase === true, description: editBaseMeans(editBase) }]
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
      ...Object.fromEntries(refusalsOf(name, call).map((status) => [status, error(reasons[status], components)])),
    },
  };
}

/** OpenAPI 3.1 of every call. Generated from `calls`, checked in as openapi.json, compared in CI. */
export function openapi(): object {
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
  const tags = Object.keys(features).map((name) => ({ name }));
  const document = { openapi: '3.1.0', info: { title: 'Framelift', version: '1.0.0' }, tags, paths, components };
  return JSON.parse(JSON.stringify(document)) as object;
}
