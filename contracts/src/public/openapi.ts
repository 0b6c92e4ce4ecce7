import { type Call, Done, reasons, scopesOf } from '../calls/call.ts';
import { ErrorView } from '../calls/refusal-codes.ts';
import { calls } from './calls.ts';

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

const answer = ({ answers = Done, status = 200, streams }: Call) => {
  if (status === 303) return { [status]: elsewhere };
  const content = {
    ...(typeof answers === 'string' ? { [binary[answers]!]: {} } : { 'application/json': { schema: answers } }),
    ...(streams ? { 'text/event-stream': {} } : {}),
  };
  return { [status]: { description: 'Done', content } };
};

const error = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** Every status a call may refuse with; any other is a bug (`npm run fuzz` checks this). */
const refusalsOf = (name: string, { permission, refuses = [] }: Call): (keyof typeof reasons)[] => {
  const ofAll = [400, 429, 500, 503] as const;
  const ofSigned = permission === 'public' ? [] : ([401, 403] as const);
  const ofCommands = name.startsWith('GET') ? [] : ([409, 413, 415, 422] as const);
  const ofNamed = name.includes(':') ? ([404] as const) : [];
  return [...new Set([...ofAll, ...ofSigned, ...ofCommands, ...ofNamed, ...refuses])].sort((a, b) => a - b);
};

/** Refuses unknown fields, at any depth. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return inner['type'] === 'object' ? { ...inner, additionalProperties: false } : inner;
};

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

function operation(name: string, call: Call) {
  const [method, path] = name.split(' ') as [string, string];
  const position = { type: 'integer', minimum: 0 };
  const signed = call.permission !== 'public';
  const { editBase } = call;
  return {
    operationId: name.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
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
      ? { requestBody: { required: !('default' in call.body), content: { 'application/json': { schema: closed(call.body) } } } }
      : {}),
    responses: { ...answer(call), ...Object.fromEntries(refusalsOf(name, call).map((status) => [status, error(reasons[status])])) },
  };
}

/** OpenAPI 3.1 of every call. Generated from `calls`, checked in as openapi.json, compared in CI. */
export function openapi(): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries(calls as Record<string, Call>)) {
    const [method, path] = name.split(' ') as [string, string];
    (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})[method.toLowerCase()] = operation(name, call);
  }
  const components = {
    schemas: { Error: ErrorView },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'flk_…', description: 'A key with every scope under x-scopes' },
    },
  };
  // Through JSON once, so that the spec compares what is written.
  const document = { openapi: '3.1.0', info: { title: 'Framelift', version: '1.0.0' }, paths, components };
  return JSON.parse(JSON.stringify(document)) as object;
}
