import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import { type Call, calls, cataloguePage, events, openapi, type Permission } from '@framelift/contracts';
import { listed } from '../services/src/main/projections.ts';
import { type App, startApp } from './app.ts';

const root = join(import.meta.dirname, '..');
const table = calls as Record<string, Call>;

let app: App;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.stop());

interface Registered {
  name: string;
  permission: Permission | undefined;
  /** The class-validator class of its body. */
  body: (new () => object) | undefined;
}

/** In the order of Nest's RequestMethod. */
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

/** Every route Nest registered, with what its method declares. */
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
        const path = typeof handler === 'function' && key !== 'constructor' ? Reflect.getMetadata('path', handler) : undefined;
        if (path === undefined) return [];
        const url = `/${[Reflect.getMetadata('path', metatype), path].join('/').split('/').filter(Boolean).join('/')}`;
        const types = (Reflect.getMetadata('design:paramtypes', metatype.prototype, key) ?? []) as Registered['body'][];
        const body = types.find((t) => t && getMetadataStorage().getTargetValidationMetadatas(t, '', false, false).length > 0);
        const permission = Reflect.getMetadata('permission', handler) ?? Reflect.getMetadata('permission', metatype);
        return [{ name: `${METHODS[Reflect.getMetadata('method', handler)]} ${url}`, permission, body }];
      }),
    ),
  );
}

describe('what is generated', () => {
  it.each([
    ['contracts/openapi.json', () => `${JSON.stringify(openapi(), null, 2)}\n`],
    ['contracts/CATALOGUE.md', () => cataloguePage(events, listed)],
  ])('%s is as `npm run generate` writes it', (file, generate) => {
    expect(existsSync(join(root, file))).toBe(true);
    expect(readFileSync(join(root, file), 'utf8')).toBe(generate());
  });
});

describe('every route', () => {
  it('is a call of the contract and the other way round', () => {
    const answered = registered().map((r) => r.name);
    expect(answered.length).toBeGreaterThan(25);
    expect(answered.toSorted()).toEqual(Object.keys(table).toSorted());
  });

  it('declares the permission the contract names', () => {
    for (const { name, permission } of registered()) expect([name, permission]).toEqual([name, table[name]!.permission]);
  });

  it('takes exactly the fields of the contract’s body', () => {
    const wanted = (name: string) => Object.keys((table[name]!.body as { properties?: object } | undefined)?.properties ?? {}).toSorted();
    for (const { name, body } of registered()) {
      const fields = body
        ? getMetadataStorage()
            .getTargetValidationMetadatas(body, '', false, false)
            .map((m) => m.propertyName)
        : [];
      expect([name, [...new Set(fields)].toSorted()]).toEqual([name, wanted(name)]);
    }
  });

  it('answers nobody without a token, but for the public ones', async () => {
    for (const [name, { permission }] of Object.entries(table)) {
      if (permission === 'public') continue;
      const [method, path] = name.split(' ') as [string, string];
      const answer = await app.anybody.send(method, path.replaceAll(/:\w+/g, '1'), method === 'GET' ? undefined : {});
      expect([name, answer.status, Object.keys(answer.body)]).toEqual([name, 401, ['error']]);
    }
  });
});
