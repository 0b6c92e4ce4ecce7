import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusals } from '@framelift/contracts';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { migrate } from '../../services/src/platform/migrate.ts';
import { projections } from '../../services/src/screens/screens.module.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { opsWith, settingsOf } from '../support/operator.ts';
import { ChildProcess } from '../support/child-process.ts';
import { until } from '../support/until.ts';

const canaries = {
  password: 'canary-password-7Q',
  email: 'canary-mail@example.org',
  payout: 'canary-payout@example.org',
  name: 'canaryname',
};

let db: TestDatabase;
let folder: string;
let url: string;
let env: Record<string, string>;
let running: ChildProcess;
let token = '';
beforeAll(async () => {
  db = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'framelift-observed-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  env = {
    ...settingsOf(db, folder),
    PORT: String(port),
    SANDBOX_STORE_PORT: String(await freePort()),
    LOG_LEVEL: 'trace',
    RATE_LIMIT: '1000000',
    METRICS_PORT: String(await freePort()),
    METRICS_TOKEN: 'what-prometheus-brings-with-it-31',
  };
  running = await ChildProcess.start('start.js', env, 'is ready');
});
afterAll(async () => {
  await running.end('SIGKILL');
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: object | string, headers: Record<string, string> = {}) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
}

/** Name and labels → value. */
async function scraped(): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${env['METRICS_PORT']}/metrics`)).text();
  return new Map(
    text
      .split('\n')
      .filter((l) => l && !l.startsWith('#'))
      .map((l) => [l.slice(0, l.lastIndexOf(' ')), Number(l.slice(l.lastIndexOf(' ') + 1))]),
  );
}

const sum = (metrics: Map<string, number>, part: string): number =>
  [...metrics].filter(([name]) => name.startsWith(part)).reduce((n, [, value]) => n + value, 0);

const logged = () =>
  running.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, any>);

describe('the metrics', () => {
  const traceparent = `00-${'4bf92f3577b34da6a3ce929d0e0e4736'}-${'00f067aa0ba902b7'}-01`;
  let before: Map<string, number>;
  beforeAll(async () => {
    before = await scraped();
    const joined = await send(
      'POST',
      '/api/affiliate/register',
      { username: canaries.name, email: canaries.email, password: canaries.password },
      { traceparent, 'Idempotency-Key': randomUUID() },
    );
    token = joined.body.token;
    await send('POST', '/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: canaries.payout } });
    await send('POST', '/api/affiliate/login', { username: canaries.name, password: `${canaries.password}-wrong` });
    await send('POST', '/api/affiliate/payment-methods', `{"paymentType":"paypal","paymentDetails":{"email":"${canaries.payout}"`);
    await send('POST', '/api/store/notifications', { event: canaries.email }, { 'x-signature': 'ab'.repeat(32) });
    const wrong = JSON.stringify({ event: 'x', shop_id: 1, note: canaries.email });
    await send('POST', '/api/store/notifications', wrong, {
      'x-signature': createHmac('sha256', 'sandbox-secret').update(wrong).digest('hex'),
    });
    await send('GET', `/api/affiliate/stats?email=${canaries.email}`);
    const lags = (metrics: Map<string, number>) =>
      projections.map(({ name }) => metrics.get(`framelift_read_model_lag_events{read_model="${name}"}`));
    await until(async () => {
      const now = await scraped();
      const headOf = (metrics: Map<string, number>) => sum(metrics, 'framelift_log_head_position');
      return headOf(now) > headOf(before) && lags(now).every((lag) => lag === 0);
    });
  });

  it('include every documented metric, and they move', async () => {
    const now = await scraped();
    const grows = [
      'framelift_http_request_duration_seconds_count',
      'framelift_append_group_events_count',
      'framelift_append_duration_seconds_count',
      'framelift_log_head_position',
      'framelift_read_model_checkpoint',
      'framelift_sign_ins_failed_total',
      'framelift_notifications_rejected_total',
    ];
    for (const name of grows) expect([name, sum(now, name) > sum(before, name)]).toEqual([name, true]);
    for (const { name } of projections)
      for (const metric of ['lag_events', 'lag_seconds', 'parked_streams'])
        expect([name, now.get(`framelift_read_model_${metric}{read_model="${name}"}`)]).toEqual([name, 0]);
    expect(now.get('framelift_books_imbalance_cents')).toBe(0);
    expect(sum(now, 'framelift_pool_connections')).toBeGreaterThan(0);
    expect(sum(now, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  it('are on the port of the site only with the token', async () => {
    for (const authorization of [undefined, 'Bearer', 'Bearer what-prometheus-brings-with-it-32', `Bearer ${env['METRICS_TOKEN']}x`])
      expect(await send('GET', '/metrics', undefined, authorization ? { Authorization: authorization } : {})).toMatchObject({
        status: 401,
        body: { error: refusals.unauthorized },
      });
  });

  it('are alone on the port of metrics', async () => {
    for (const path of ['/', '/health/ready', '/api/openapi.json', '/metrics/', '/metrics?x'])
      expect([path, (await fetch(`http://127.0.0.1:${env['METRICS_PORT']}${path}`)).status]).toEqual([path, 404]);
  });

  it('are in a dashboard and in alerts that each have an entry in the runbook', async () => {
    const { status, text } = await send('GET', '/metrics', undefined, { Authorization: `Bearer ${env['METRICS_TOKEN']}` });
    expect(status).toBe(200);
    const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
    const deploy = join(import.meta.dirname, '../../deploy');
    const files = (await readdir(deploy)).filter((f) => /^(grafana|alerts)/.test(f));
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) {
      const named = [...(await readFile(join(deploy, file), 'utf8')).matchAll(/\b(framelift_[a-z_]+|nodejs_[a-z0-9_]+)\b/g)].map(([, n]) =>
        n!.replace(/_(bucket|count|sum)$/, ''),
      );
      expect([file, named.length > 5, named.filter((n) => !known.has(n))]).toEqual([file, true, []]);
    }
    const alerts = [...(await readFile(join(deploy, 'alerts.yml'), 'utf8')).matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
    const runbook = await readFile(join(deploy, 'RUNBOOK.md'), 'utf8');
    expect(alerts.length).toBeGreaterThan(5);
    for (const alert of alerts) expect([alert, runbook.includes(`### ${alert}`)]).toEqual([alert, true]);
  });

  it('carries the trace of a request into the events of its command', async () => {
    const [registered] = (await db.log.read(0, 100)).filter((e) => e.type === 'AffiliateRegistered');
    expect(registered!.metadata.traceparent).toBe(traceparent);
    const line = logged().find((l) => l['route'] === '/api/affiliate/register');
    expect(line).toMatchObject({
      requestId: expect.any(String),
      commandId: registered!.metadata.commandId,
      traceId: traceparent.split('-')[1],
      position: expect.any(Number),
      status: 201,
    });
  });

  it('contains nothing personal: no password, token, e-mail, payout address or name, at any level', () => {
    expect(logged().length).toBeGreaterThan(10);
    for (const [what, canary] of Object.entries({ ...canaries, token }))
      expect([what, running.output.includes(canary)]).toEqual([what, false]);
  });
});

describe('health', () => {
  it('reports live and ready', async () => {
    expect((await send('GET', '/health/live')).body).toEqual({ status: 'ok' });
    expect((await send('GET', '/health/ready')).body).toEqual({ status: 'ok' });
  });

  it('is not ready before its migrations', async () => {
    await db.owner.query(`update public.migrations set name = 'aside' where name like '000008-%'`);
    expect(await send('GET', '/health/ready')).toMatchObject({ status: 503, body: { error: expect.stringContaining('not migrated') } });
    await db.owner.query(`update public.migrations set name = '000008-visits.sql' where name = 'aside'`);
    expect((await send('GET', '/health/ready')).status).toBe(200);
  });
});

describe('an older program on a database changed by a newer one', () => {
  afterAll(() => db.owner.query(`delete from public.migrations where name like '9%'`));

  it('keeps working while the change only added', async () => {
    await db.owner.query(`insert into public.migrations (name) values ('900001-added.sql')`);
    expect(await migrate(db.ownerUrl)).toEqual([]);
  });

  it('refuses to start once the change removed', async () => {
    await db.owner.query(`insert into public.migrations (name, breaking) values ('900002-taken-away.sql', true)`);
    await expect(migrate(db.ownerUrl)).rejects.toThrow('900002-taken-away.sql');
    expect(await opsWith(env, 'status')).toMatchObject({ code: 2, err: expect.stringContaining('newer version') });
  });
});
