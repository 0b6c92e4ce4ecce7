import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import { type Call, calls, cataloguePage, events, firstBrand, openapi } from '@framelift/contracts';
import { answeredBy } from '../../services/src/http/answers.ts';
import { bodyClass } from '../../services/src/http/body-class.ts';
import { caddyfile, nginxConf } from '../../services/src/http/proxies.ts';
import { referencePage } from '../../services/src/main/reference.ts';
import { declaredJobs } from '../../services/src/platform/jobs.ts';
import { followers } from '../../services/src/main/core.module.ts';
import { projections } from '../../services/src/screens/screens.module.ts';
import { type App, sharedApp } from '../support/system.ts';
import { callersOf } from '../support/callers.ts';

const root = join(import.meta.dirname, '../..');
const table = calls as Record<string, Call>;

let app: App;
beforeAll(async () => void (app = await sharedApp()));
afterAll(() => app.stop());

interface Registered {
  call: Call;
  /** The classes of its parameters. */
  types: Function[];
}

/** The fields of a class known to class-validator. */
const fieldsOf = (type: Function): string[] => {
  const checks = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(checks.map((check) => check.propertyName))];
};

/** Every method of a controller that answers a call. */
function registered(): Registered[] {
  const modules = [
    ...(app.api as unknown as { container: { getModules(): Map<string, { controllers: Map<unknown, { metatype: Function }> }> } }).container
      .getModules()
      .values(),
  ];
  return modules.flatMap(({ controllers }) =>
    [...controllers.values()].flatMap(({ metatype }) =>
      Object.getOwnPropertyNames(metatype.prototype).flatMap((key) => {
        const handler = metatype.prototype[key];
        if (typeof handler !== 'function' || key === 'constructor' || !Reflect.hasMetadata('path', handler)) return [];
        return [{ call: answeredBy(handler)!, types: Reflect.getMetadata('design:paramtypes', metatype.prototype, key) ?? [] }];
      }),
    ),
  );
}

describe('a generated file', () => {
  it.each([
    ['contracts/openapi.json', () => `${JSON.stringify(openapi(firstBrand.name), null, 2)}\n`],
    ['contracts/CATALOGUE.md', () => cataloguePage(events, projections)],
    ['docs/reference.md', () => referencePage(declaredJobs, followers, readFileSync(join(root, 'services/sql/schema.sql'), 'utf8'))],
    ['deploy/Caddyfile', () => caddyfile(readFileSync(join(root, 'deploy/Caddyfile'), 'utf8'))],
    ['deploy/nginx.conf', () => nginxConf(readFileSync(join(root, 'deploy/nginx.conf'), 'utf8'))],
  ])('%s is as `npm run generate` writes it', (file, generate) => {
    expect(existsSync(join(root, file))).toBe(true);
    expect(readFileSync(join(root, file), 'utf8')).toBe(generate());
  });
});

describe('every route', () => {
  it('answers one call of the contract, and each call is answered once', () => {
    const answered = registered().map(({ call }) => Object.keys(table).find((name) => table[name] === call));
    expect(answered.toSorted()).toEqual(Object.keys(table).toSorted());
  });

  it('checks the body of its call by the class of the contract’s schema, and accepts none if there is none', () => {
    for (const { call, types } of registered()) {
      const fields = types.flatMap((type) => fieldsOf(type));
      const wanted = Object.keys((call.body as { properties?: object } | undefined)?.properties ?? {});
      expect([call.does, fields.toSorted()]).toEqual([call.does, wanted.toSorted()]);
      if (call.body) expect(types).toContain(bodyClass(call.body));
    }
  });

  it('that takes a cursor answers a page: its items and the next cursor', () => {
    for (const [name, { query = {}, answers }] of Object.entries(table)) {
      const fields = (answers as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {};
      const isList = 'after' in query || 'limit' in query;
      expect([name, 'next' in fields]).toEqual([name, isList]);
      if (!isList) continue;
      expect([name, 'after' in query && 'limit' in query]).toEqual([name, true]);
      // A page of a figure has its sums too.
      const lists = name === 'GET /api/why/:figure' ? 2 : 1;
      expect([name, Object.values(fields).filter(({ type }) => type === 'array').length]).toEqual([name, lists]);
    }
  });

  it('that takes a cursor refuses an invalid one, with one text', async () => {
    const clients = (await callersOf(app)).clients;
    const cursors = [
      'nonsense',
      '1',
      '-1',
      btoa('1'),
      btoa('{}'),
      btoa('[]'),
      btoa('[-1]'),
      btoa('[null]'),
      btoa('[1,"\\u0000"]'),
      btoa('[1,2,3]'),
    ];
    for (const [name, { query, permission }] of Object.entries(table))
      // The feed continues after a position of the log, which any caller may name.
      for (const after of query && 'after' in query ? cursors.filter((c) => c !== '1' || name !== 'GET /api/feed/events') : []) {
        const { status, body } = await clients[permission].get(`${name.split(' ')[1]}?${'key' in query! ? 'key=[1]&' : ''}after=${after}`);
        expect([name, after, status, body]).toMatchObject([name, after, 400, { error: expect.stringMatching(/^after must be /) }]);
      }
  });

  it('refuses callers without a token, unless it is public', async () => {
    for (const [name, { permission }] of Object.entries(table)) {
      if (permission === 'public') continue;
      const [method, path] = name.split(' ') as [string, string];
      const answer = await app.anybody.send(method, path.replaceAll(/:\w+/g, '1'), method === 'GET' ? undefined : {});
      expect([name, answer.status, Object.keys(answer.body)]).toEqual([name, 401, ['error', 'code']]);
    }
  });
});
