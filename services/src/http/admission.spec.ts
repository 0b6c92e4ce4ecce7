import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { refusals } from '@framelift/contracts';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { connect, type Socket } from 'node:net';
import { until } from '../../../test/support/until.ts';
import { AdmissionControl } from './admission.ts';

const ROOM = 512;
const AT_ONCE = 64;
const SLOT_TIMEOUT_MS = 250;

let fastify: FastifyInstance;
let url: string;
let turnedAway = 0;
/** Requests that arrived. */
let asked = 0;
/** Requests in progress, and a function to end one of them. */
let working: (() => void)[] = [];
const abort = new AbortController();

beforeEach(async () => {
  [turnedAway, asked, working] = [0, 0, []];
  const pressure = new AdmissionControl(
    { publicUrl: 'http://localhost' } as never,
    () => ({ turnedAway: { inc: () => turnedAway++ } }) as never,
  );
  fastify = new FastifyAdapter({ serverFactory: pressure.serverFactory }).getInstance() as never;
  pressure.install(fastify);
  const wait = () => new Promise((done) => working.push(() => done({})));
  fastify.get('/slow', wait);
  fastify.get('/api/admin/sales/slow', wait);
  for (const path of ['/quick', '/api/admin/sales', '/health/live', '/api/live']) fastify.get(path, async () => ({}));
  for (const path of ['/quick', '/api/store/notifications']) fastify.post(path, async () => ({}));
  url = await fastify.listen({ port: 0 });
  fastify.server.on('request', () => asked++);
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const end of working) end();
  fastify.server.closeAllConnections();
  await fastify.close();
});

const ask = (path: string, options?: RequestInit) => fetch(url + path, { signal: abort.signal, ...options });
const crowd = (path: string, size: number) =>
  Array.from({ length: size }, () =>
    ask(path).then(
      (r) => r.status,
      () => 0,
    ),
  );

/** The time that each slot is taken for passes when the spec says so. */
function slotTimes(): (() => void)[] {
  const slots: (() => void)[] = [];
  const later = setTimeout;
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
    if (ms === SLOT_TIMEOUT_MS) slots.push(run);
    return later(ms === SLOT_TIMEOUT_MS ? () => {} : run, ms);
  }) as never);
  return slots;
}

it('refuses requests without capacity, says when to retry, and serves again once there is some', async () => {
  const inside = crowd('/slow', ROOM);
  await until(() => working.length === ROOM);
  const answer = await ask('/quick');
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('x-content-type-options'), turnedAway]).toEqual([
    503,
    '1',
    'nosniff',
    1,
  ]);
  expect(await answer.json()).toMatchObject({ error: refusals.busy });
  for (const end of working.splice(0)) end();
  expect(new Set(await Promise.all(inside))).toEqual(new Set([200]));
  expect((await ask('/quick')).status).toBe(200);
});

it('keeps capacity for admins and notifications under visitors’ load, for visitors under admins’, and always for health', async () => {
  void crowd('/slow', ROOM);
  await until(() => working.length === ROOM);
  for (const path of ['/api/admin/sales', '/health/live', '/api/live']) expect([path, (await ask(path)).status]).toEqual([path, 200]);
  expect((await ask('/api/store/notifications', { method: 'POST' })).status).toBe(200);
  void crowd('/api/admin/sales/slow', ROOM);
  await until(() => working.length === 2 * ROOM);
  expect((await ask('/api/admin/sales')).status).toBe(503);
  for (const end of working.splice(0, ROOM)) end();
  await until(() => working.length === ROOM);
  expect((await ask('/quick')).status).toBe(200);
});

it('works on a limited number in parallel; a request that waits for another system frees its slot', async () => {
  const slots = slotTimes();
  void crowd('/slow', AT_ONCE + 10);
  await until(() => working.length >= AT_ONCE && asked === AT_ONCE + 10);
  expect(working).toHaveLength(AT_ONCE);
  for (const passed of slots.splice(0, 11)) passed();
  expect((await ask('/quick')).status).toBe(200);
  await until(() => working.length === AT_ONCE + 10);
});

it('drops requests of clients that left', async () => {
  const slots = slotTimes();
  const gone = new AbortController();
  const inside = Array.from({ length: ROOM }, () => ask('/slow', { signal: gone.signal }).catch(() => {}));
  await until(() => working.length === AT_ONCE && asked === ROOM);
  for (const passed of slots.splice(0)) passed();
  await until(() => working.length === 2 * AT_ONCE);
  gone.abort();
  await Promise.all(inside);
  await until(async () => (await ask('/quick')).status === 200);
  // Requests they abandoned were not started.
  expect(working.length).toBeLessThan(4 * AT_ONCE);
});

it('gives no slot to clients that send slowly', async () => {
  const sockets: Socket[] = [];
  const { port } = new URL(url);
  for (let n = 0; n < ROOM + 88; n++) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    socket.write('POST /quick HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":');
    sockets.push(socket);
  }
  const connections = () => new Promise<number>((done) => fastify.server.getConnections((_, count) => done(count)));
  await until(async () => (await connections()) >= sockets.length && sockets.every((socket) => !socket.writableLength));
  expect([(await ask('/quick')).status, turnedAway]).toEqual([200, 0]);
  for (const socket of sockets) socket.destroy();
});
