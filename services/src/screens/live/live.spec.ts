import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LiveUpdate } from '@framelift/contracts';
import type { Account } from '../../http/allow.ts';
import { type App, startApp } from '../../../../test/support/system.ts';
import { sold } from '../../../../test/support/sales.ts';
import { until } from '../../../../test/support/until.ts';
import { Live } from './live.ts';

let app: App;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.stop());

/** Reads the stream as the site does. */
async function listen(token: string) {
  const abort = new AbortController();
  const response = await fetch(`${app.url}/api/live`, { headers: { Authorization: `Bearer ${token}` }, signal: abort.signal });
  const updates: LiveUpdate[] = [];
  let ended = false;
  let connected = () => {};
  const ready = new Promise<void>((resolve) => (connected = resolve));
  void (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      if (chunk.includes(': connected')) connected();
      for (const line of chunk.split('\n')) if (line.startsWith('data: ')) updates.push(JSON.parse(line.slice(6)));
    }
  })()
    .catch(() => {})
    .finally(() => (ended = true));
  await ready;
  return { status: response.status, updates, ended: () => ended, close: () => abort.abort() };
}

it('sends affiliates only their own facts, and admins all', async () => {
  const [ann, bob, admin] = [await app.affiliate(), await app.affiliate(), await app.admin()];
  const [annSees, adminSees] = [await listen(ann.token), await listen(admin.token)];
  expect(annSees.status).toBe(200);
  await sold(app.system.log, bob.id, 10_00);
  await sold(app.system.log, ann.id, 10_00);
  const { position } = await app.system.log.head();
  await until(() => annSees.updates.length > 1 && (adminSees.updates.at(-1)?.position ?? 0) >= position);
  // The first line says where updates begin.
  const begin = annSees.updates[0]!.position;
  expect(annSees.updates).toEqual([
    { position: begin, events: [] },
    { position: expect.any(Number), events: ['SaleRecorded'] },
  ]);
  expect(begin).toBeGreaterThan(0);
  expect(JSON.stringify(annSees.updates)).not.toContain(bob.id);
  expect(new Set(adminSees.updates.flatMap((u) => u.events))).toEqual(new Set(['SaleRecorded', 'CheckoutStarted', 'SaleCredited']));
  annSees.close();
  adminSees.close();
});

it('is closed without login', async () => expect((await app.anybody.get('/api/live')).status).toBe(401));

it('releases disconnected clients, even while their token is checked, and limits the streams of one account', async () => {
  const affiliate = await app.affiliate();
  const open = (signal?: AbortSignal) => fetch(`${app.url}/api/live`, { headers: { Authorization: `Bearer ${affiliate.token}` }, signal });
  for (let i = 0; i < 3; i++) {
    const leaving = new AbortController();
    const all = Array.from({ length: 20 }, () => open(leaving.signal).catch(() => undefined));
    setTimeout(() => leaving.abort(), i * 15);
    await Promise.all(all);
  }
  // Kept, since fetch closes the stream of a response that is collected as garbage.
  const staying: Response[] = [];
  await until(async () => {
    const response = await open();
    if (response.status === 200) staying.push(response);
    return staying.length === 20;
  });
  expect((await open()).status).toBe(429);
  for (const { body } of staying) await body!.cancel();
  await until(async () => {
    const again = new AbortController();
    const { status } = await open(again.signal);
    again.abort();
    return status === 200;
  });
});

it('goes on from the end of the log that is left, if events are lost while they are read', async () => {
  const { pool, log, wakeup } = app.system;
  const { promise, resolve } = Promise.withResolvers<void>();
  let isRead = false;
  const slow = {
    query: async (asked: { name: string; text: string }) => {
      const answer = await pool.query(asked);
      if (asked.name === 'live.news' && answer.rowCount) {
        isRead = true;
        await promise;
      }
      return answer;
    },
  };
  const live = new Live(slow as never, log, wakeup);
  const subscriber = { account: { kind: 'admin', id: 'a' } as Account, send: () => {}, changed: () => {}, end: () => {} };
  const before = await live.subscribe(subscriber);
  await sold(log, (await app.affiliate()).id, 10_00);
  await until(() => isRead);
  log.known.lost({ position: before, hash: Buffer.alloc(32), recordedAt: new Date() }, await log.head());
  resolve();
  live.leave(subscriber);
  await until(() => (live as unknown as { looking?: unknown }).looking === undefined);
  expect((live as unknown as { seen: number }).seen).toBe(before);
});

it('ends when the process drains', async () => {
  const other = await startApp();
  const affiliate = await other.affiliate();
  const response = await fetch(`${other.url}/api/live`, { headers: { Authorization: `Bearer ${affiliate.token}` } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toContain(': connected');
  await other.stop();
  expect((await reader.read()).done).toBe(true);
});
