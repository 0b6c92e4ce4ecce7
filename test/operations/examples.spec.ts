import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { answersWith, type Receiver, startReceiver } from '../support/receiver.ts';
import { type App, type Client, startApp } from '../support/system.ts';
import { until } from '../support/until.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

let app: App;
let admin: Client;
let shop: Client;
let seller: Client & { username: string };
let follower: Client;
let receiver: Receiver;
let folder: string;
let running: ChildProcess[] = [];
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'on' });
  [admin, seller, receiver] = [await app.admin(), await app.affiliate(), await startReceiver()];
  [shop, follower] = [await app.program(['write:sales']), await app.program(['read:events'])];
  folder = await mkdtemp(join(tmpdir(), 'framelift-examples-'));
});
afterEach(async () => {
  for (const child of running) await end(child);
  running = [];
});
afterAll(async () => {
  receiver.stop();
  await app.stop();
  await rm(folder, { recursive: true });
});

const end = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
};
/** A running example, and its output so far. */
const start = (name: string, env: Record<string, string>, ...args: string[]) => {
  const child = spawn(process.execPath, [join(EXAMPLES, name), ...args], { cwd: folder, env });
  running.push(child);
  const printed = { child, text: '' };
  for (const out of [child.stdout, child.stderr]) out.on('data', (part) => (printed.text += part));
  return printed;
};
const feed = () => ({ FRAMELIFT_URL: app.url, FRAMELIFT_KEY: follower.token });
const sell = async (amount = 49) => {
  const { status, body } = await shop.post('/api/sales', { id: randomUUID(), amount, currency: 'EUR', ref: seller.username });
  expect(status).toBe(201);
  return body.transactionId as string;
};

describe('the examples', () => {
  it('webhook-receiver accepts signed messages once and refuses the rest', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { id, secret } = (await admin.post('/api/admin/webhooks', { name: 'Example', url, types: [], personal: false })).body;
    const output = start('webhook-receiver.ts', { WEBHOOK_SECRET: secret, PORT: String(port) });
    await until(() => output.text.includes('Listening'));
    expect((await admin.post(`/api/admin/webhooks/${id}/test`)).body).toMatchObject({ status: 204 });
    const transactionId = await sell();
    await until(() => output.text.includes(transactionId));
    const [{ position }] = (await admin.get(`/api/admin/webhooks/${id}/deliveries`)).body.deliveries;
    await until(async () => (await admin.post(`/api/admin/webhooks/${id}/deliveries/${position}/again`)).status === 200);
    await until(async () => {
      const [last] = (await admin.get(`/api/admin/webhooks/${id}/deliveries`)).body.deliveries;
      return last.outcome === 'sent' && last.response.startsWith('204');
    }, 120_000);
    expect(output.text.match(/sale\.credited/g)).toHaveLength(1);
    const forged = await fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-id': 'x', 'webhook-signature': 'v1,AAAA' } });
    expect(forged.status).toBe(401);
    expect((await fetch(url, { method: 'POST', body: 'x'.repeat(300 * 1024) })).status).toBe(401);
    await admin.send('DELETE', `/api/admin/webhooks/${id}`);
  });

  it('follow-feed writes each event once, in order, and continues where it stopped, even within a line', async () => {
    const file = join(folder, 'events.csv');
    const lines = async () => (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(1, -1);
    const first = await sell();
    const before = start('follow-feed.ts', feed(), file);
    await until(async () => (await lines()).some((line) => line.includes(first)));
    await end(before.child);
    await appendFile(file, '0000000000009999,"half a li');
    const second = await sell();
    start('follow-feed.ts', feed(), file);
    await until(async () => (await lines()).some((line) => line.includes(second)));
    const written = (await lines()).map((line) => line.split(',')[1]);
    const events = (await follower.get('/api/feed/events?after=0')).body.events as { id: string }[];
    expect(written).toEqual(events.map(({ id }) => id));
    const refused = start('follow-feed.ts', { ...feed(), FRAMELIFT_KEY: 'flk_wrong' }, file);
    expect(await once(refused.child, 'exit')).toEqual([1, null]);
  });

  it('discord posts each sale since its start, waits as long as Discord asks, and continues where it stopped', async () => {
    const env = { ...feed(), DISCORD_WEBHOOK: receiver.urlOf('/discord') };
    const posts = () => receiver.heard.map(({ body }) => /€[\d.]+/.exec(JSON.parse(body).content)![0]);
    await sell(10);
    const before = start('discord.ts', env);
    await until(() => before.text.includes('Following'));
    let busy = true;
    receiver.answers['/discord'] = (request, response) => {
      const answer = busy ? 429 : 204;
      busy = false;
      response.setHeader('retry-after', '0.2');
      answersWith(answer)(request, response);
    };
    await sell(20);
    await sell(30);
    await until(() => posts().length === 3);
    expect(JSON.parse(receiver.heard[0]!.body)).toEqual({
      content: 'Sale of Sold elsewhere for €20.00, €4.00 to an affiliate',
      allowed_mentions: { parse: [] },
    });
    const { head } = (await follower.get('/api/feed/events?limit=1')).body;
    await until(async () => parseInt(await readFile(join(folder, 'discord.position'), 'utf8'), 10) >= head);
    await end(before.child);
    await sell(40);
    start('discord.ts', env);
    await until(() => posts().length >= 4);
    expect(posts()).toEqual(['€20.00', '€20.00', '€30.00', '€40.00']);
  });
});
