import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { WEB } from '../../services/src/main/api.ts';
import { existsSync } from 'node:fs';
import { atProof } from '../support/counts.ts';
import { routesOf } from '../support/routes.ts';
import { type App, startApp } from '../support/system.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Nothing has one of these names, and most are none: of tiles, ids, files, pages, addresses. */
const NAMES = ['999', '-1', '%00', '%2e%2e%2fnobody', 'constructor', '__proto__'];
/** What a person reads instead; without a built site everything is an answer of the API. */
const PAGE = existsSync(WEB) ? 'text/html; charset=utf-8' : undefined;

let app: App;
let tokens: (string | undefined)[];
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT: '1000000' }, undefined, PAGE ? WEB : undefined);
  tokens = [undefined, (await app.admin()).token];
});
afterAll(() => app.stop());

interface Asked {
  method: string;
  path: string;
  token: string | undefined;
}

/** undefined: an answer as it should be. */
async function wrongAt({ method, path, token }: Asked): Promise<string | undefined> {
  const leaving = new AbortController();
  const response = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    signal: leaving.signal,
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  });
  const type = response.headers.get('content-type') ?? '';
  try {
    if (response.status < 400) return undefined;
    if (response.status >= 500) return `${response.status} ${await response.text()}`;
    if (method === 'HEAD') return undefined;
    if (type.startsWith('text/html')) return response.status === 404 && type === PAGE ? undefined : `${response.status} as ${type}`;
    const text = await response.text();
    const { error, ...more } = JSON.parse(text);
    const isOurs = typeof error === 'string' && error.length > 3 && Object.keys(more).every((key) => key === 'code');
    return isOurs ? undefined : text;
  } catch (fault) {
    return `${response.status} ${type}: ${(fault as Error).message}`;
  } finally {
    leaving.abort();
  }
}

it('every route refuses what does not exist in one shape, for every verb and caller, also those beside Nest', async () => {
  const paths = [...new Set(routesOf(app).map((route) => route.split(' ')[1]!))];
  expect(paths).toEqual(expect.arrayContaining(['/log/checkpoint', '/api/docs', '/health/ready', '/metrics', '/sandbox/mail']));
  const wrong = new Set<string>();
  const every = atProof(1, 5, 'of how many requests one is sent');
  let turn = Number(new Date().toISOString().slice(8, 10));
  for (const path of paths) {
    const named = /[:*]/.test(path) ? NAMES.map((name) => path.replaceAll(/:\w+|\*/g, name)) : [path, `${path}/nobody`];
    const asked = named
      .flatMap((one) => METHODS.flatMap((method) => tokens.map((token): Asked => ({ method, path: one, token }))))
      .filter(() => turn++ % every === 0);
    for (let i = 0; i < asked.length; i += 16)
      for (const [n, found] of (await Promise.all(asked.slice(i, i + 16).map(wrongAt))).entries())
        if (found) wrong.add(`${asked[i + n]!.method} ${asked[i + n]!.path.slice(0, 80)}: ${found.slice(0, 150)}`);
  }
  expect([...wrong]).toEqual([]);
}, 180_000);
