import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bodyBytes, refusals, visitsStream } from '@framelift/contracts';
import { Checkpoints } from '../../services/src/engine/tree/checkpoints.ts';
import { visitTracked } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { type App, type Client, sharedApp } from '../support/system.ts';

let app: App;
let admin: Client;
beforeAll(async () => {
  app = await sharedApp();
  admin = await app.admin();
});
afterAll(() => app.stop());

const MB = 1024 * 1024;
const send = (path: string, bytes: number, token = '', method: 'PUT' | 'POST' = 'PUT') =>
  fetch(app.url + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ status: 'completed', proofImage: 'x'.repeat(bytes) }),
  });

describe('a body refused before its end', () => {
  it.each([
    [
      'larger than a picture may be',
      () => send('/api/admin/cashouts/1/process', 12 * MB, admin.token),
      413,
      refusals.bodyTooLarge(bodyBytes.large),
    ],
    ['larger than any other may be', () => send('/api/affiliate/login', 4 * MB, '', 'POST'), 413, refusals.bodyTooLarge(bodyBytes.usual)],
    ['from an anonymous caller', () => send('/api/admin/cashouts/1/process', 2.5 * MB), 401, refusals.unauthorized],
  ])('is answered so that every client reads it: %s', async (_, ask, status, error) => {
    for (let n = 0; n < 10; n++) {
      const answer = await ask();
      expect([answer.status, await answer.json()]).toMatchObject([status, { error }]);
    }
  });

  it('names the limit', () => {
    expect([refusals.bodyTooLarge(bodyBytes.usual), refusals.bodyTooLarge(bodyBytes.large)]).toEqual([
      'The body must be at most 64 KiB',
      'The body must be at most 11 MiB',
    ]);
  });

  it('leaves the connection to the next request', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    const read = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk) => /"tags"|openapi/.test((text += chunk)) && (socket.destroy(), resolve(text)));
      socket.on('close', () => resolve(text));
    });
    socket.write(`POST /api/sales HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${MB}\r\n\r\n`);
    socket.write('x'.repeat(MB));
    socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n');
    const text = await read;
    expect(text).toMatch(/^HTTP\/1.1 413 /);
    expect(text).toContain('HTTP/1.1 200 OK');
  });
});

it('every answer has its request’s id', async () => {
  const ids = new Set<string>();
  for (const [method, path] of [
    ['GET', '/api/affiliate/system-stats'],
    ['GET', '/api/nowhere'],
    ['GET', '/api/admin/overview'],
    ['POST', '/api/affiliate/login'],
    ['GET', '/health/live'],
    ['GET', '/api/%ff'],
  ] as const) {
    const answer = await fetch(app.url + path, { method });
    const id = answer.headers.get('request-id');
    expect([path, id]).toEqual([path, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    ids.add(id!);
  }
  expect(ids.size).toBe(6);
});

describe('an answer', () => {
  const encodingOf = async (path: string, accepted: string) => {
    const { headers } = await fetch(app.url + path, { headers: { 'Accept-Encoding': accepted } });
    return headers.get('content-encoding');
  };

  it('is compressed where it is large and the caller can read that', async () => {
    const large = await Promise.all(
      ['gzip, deflate, br, zstd', 'gzip', 'identity'].map((accepted) => encodingOf('/api/openapi.json', accepted)),
    );
    expect(large).toEqual(['br', 'gzip', null]);
    expect(await encodingOf('/api/public/terms', 'br')).toBeNull();
  });

  it('says the same compressed', async () => {
    const [plain, small] = await Promise.all(
      ['identity', 'br'].map(async (accepted) =>
        (await fetch(`${app.url}/api/openapi.json`, { headers: { 'Accept-Encoding': accepted } })).text(),
      ),
    );
    expect(small).toBe(plain);
  });

  it('is never compressed where it is a tile of the log: hashes may begin like a compressed file', async () => {
    const stream = visitsStream('compressed');
    await append(
      app.system,
      stream,
      Array.from({ length: 100 }, () => visitTracked()),
    );
    await app.api.get(Checkpoints).run();
    const { headers, status } = await fetch(`${app.url}/log/tile/0/000.p/100`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect([status, headers.get('content-encoding'), headers.get('content-length')]).toEqual([200, null, '3200']);
  });

  it('never is what a compressed body says: such a body is no JSON', async () => {
    const body = gzipSync(JSON.stringify({ username: 'a', password: 'b' }));
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const answer = await fetch(`${app.url}/api/affiliate/login`, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: refusals.badRequest }]);
  });
});
