import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Call, calls, firstBrand, MAX_PAGE, openapi, refusals } from '@framelift/contracts';
import { callersOf } from '../support/callers.ts';
import { type App, type Client, sharedApp } from '../support/system.ts';

interface Schema {
  type?: string;
  enum?: string[];
  format?: string;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

let app: App;
let clients: Record<'public' | 'account' | 'affiliate' | 'admin', Client>;
let ids: { method: string; affiliate: string };
beforeAll(async () => {
  app = await sharedApp();
  ({ clients, ids } = await callersOf(app));
});
afterAll(() => app.stop());

const withQuery = Object.entries(calls as Record<string, Call>).flatMap(([name, call]) =>
  call.query && name.startsWith('GET /api/') ? [[name, call] as const] : [],
);
const ask = (name: string, { permission }: Call, query: Record<string, string>) => {
  const path = name.split(' ')[1]!.replace(':id', ids.affiliate).replace(':name/:table', 'dashboard/totals').replace(':month', '2026-01');
  return clients[permission].get(`${path}?${new URLSearchParams(query)}`);
};

/** Texts that a parameter refuses, each for another reason. */
function wrong({ type, enum: values, format, items, minimum, maximum, maxLength, maxItems }: Schema): string[] {
  if (items?.enum) return ['x', `${items.enum[0]},x`, `${items.enum[0]},,${items.enum[1]}`];
  if (items) return [...wrong(items), '1,x', '1,,2', Array.from({ length: maxItems! + 1 }, () => '1').join()];
  if (values) return ['x', `${values[0]} ${values[0]}`, `${values[0]},${values.at(-1)}`];
  if (type === 'integer')
    return ['x', '1.5', '-1', '0x10', '1e1', '１', ...(minimum ? [String(minimum - 1)] : []), ...(maximum ? [String(maximum + 1)] : [])];
  const long = maxLength ? ['x'.repeat(maxLength + 1)] : [];
  if (format === 'moment') return [...long, 'x', '03/04/2026', '2026', '2026-02-30', '2026-03-04 10:00', '1772582400'];
  if (format === 'position') return [...long, 'x', '-1', '1.5', '03/04/2026', '2026-02-30'];
  return format ? [...long, 'x', 'bm9uZQ'] : long;
}

describe.each(withQuery)('%s', (name, call) => {
  it('names each parameter that is wrong, and why', async () => {
    for (const [parameter, schema] of Object.entries(call.query!))
      for (const text of [...wrong(schema as Schema), 'a\0b']) {
        const { status, body } = await ask(name, call, { [parameter]: text });
        expect([parameter, text, status, body]).toMatchObject([
          parameter,
          text,
          400,
          { error: expect.stringMatching(new RegExp(`^${parameter} (must|is)`)) },
        ]);
      }
  });

  it('accepts a parameter once, and no unknown one unless the call is public', async () => {
    const [parameter] = Object.keys(call.query!);
    const path = name.split(' ')[1]!.replace(':id', ids.affiliate).replace(':name/:table', 'dashboard/totals').replace(':month', '2026-01');
    const twice = await clients[call.permission].get(`${path}?${parameter}=1&${parameter}=1`);
    expect([twice.status, twice.body]).toMatchObject([400, { error: refusals.oneText(parameter!) }]);
    const { status, body } = await ask(name, call, { surprise: '1' });
    if (call.permission === 'public') expect(body).not.toMatchObject({ error: refusals.unknownParameter('surprise') });
    else expect([status, body]).toMatchObject([400, { error: refusals.unknownParameter('surprise') }]);
  });

  it('accepts every value it lists', async () => {
    for (const [parameter, schema] of Object.entries(call.query!))
      for (const value of (schema as Schema).enum ?? []) {
        const { status, body } = await ask(name, call, { [parameter]: value });
        expect([parameter, value, status === 400 && body.error.startsWith(`${parameter} must`)]).toEqual([parameter, value, false]);
      }
  });

  it('publishes its parameters with their types and bounds', () => {
    const document = JSON.parse(JSON.stringify(openapi(firstBrand.name)));
    const [method, path] = name.split(' ') as [string, string];
    const { parameters } = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()];
    for (const { name: parameter, schema } of parameters.filter((one: { in: string }) => one.in === 'query'))
      expect([
        parameter,
        'enum' in schema || 'maxLength' in schema || 'minimum' in schema || 'items' in schema || 'format' in schema,
      ]).toEqual([parameter, true]);
  });
});

it('a list answers one page when no limit is given', async () => {
  await app.db.pool.query(
    `insert into action_log.actions (position, action_type, admin_id, at)
     select 1000000 + n, 'Recalculated tiers', 'nobody', now() from generate_series(1, $1::int) n`,
    [MAX_PAGE + 1],
  );
  const { body } = await clients.admin.get('/api/admin/actions');
  expect([body.actions.length, typeof body.next]).toEqual([MAX_PAGE, 'string']);
  const { body: rest } = await clients.admin.get(`/api/admin/actions?after=${body.next}`);
  expect([rest.actions.length > 0, rest.next]).toEqual([true, null]);
});
