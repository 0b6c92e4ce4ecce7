import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { errorView, refusals } from '@framelift/contracts';
import { WEB } from '../../services/src/main/api.ts';
import { builtCaddy, type RunningCaddy, startCaddy } from '../support/caddy.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { noGoBecause } from '../support/go-program.ts';
import { skipReason } from '../support/skip-reason.ts';
import { type App, startApp } from '../support/system.ts';

const DOMAIN = 'shop.framelift.test';
const PER_ADDRESS = 40;
const noGo = noGoBecause();
const about = noGo ? describe.skip : describe;
const jsonOf = (error: Parameters<typeof errorView>[0]) => JSON.stringify(errorView(error));

about(skipReason(noGo)('deploy/Caddyfile, with certificates of Pebble'), () => {
  let db: TestDatabase;
  let app: App;
  let caddy: RunningCaddy;
  let settings: Record<string, string>;
  beforeAll(async () => {
    builtCaddy();
    db = await freshDatabase();
    app = await startApp({ DOMAIN, TRUST_PROXY: '1', RATE_LIMIT: String(PER_ADDRESS) }, db, WEB);
    settings = { DOMAIN, TRUST_PROXY: '1', RATE_LIMIT: String(PER_ADDRESS), PORT: new URL(app.url).port };
    caddy = await startCaddy(DOMAIN, Number(settings['PORT']));
  }, 900_000);
  afterAll(async () => {
    await caddy?.stop();
    await app?.stop();
    await db?.close();
  });

  it('orders a certificate for DOMAIN, and browsers stay with https', async () => {
    const page = await caddy.ask('/');
    expect([page.status, page.issuer, page.headers['strict-transport-security']]).toEqual([
      200,
      expect.stringMatching(/^Pebble Intermediate/),
      'max-age=31536000',
    ]);
    const { status, headers } = await caddy.askOverHttp('/premium?ref=zoe');
    expect([status, headers.location]).toEqual([308, expect.stringMatching(new RegExp(`^https://${DOMAIN}(:\\d+)?/premium\\?ref=zoe$`))]);
  });

  it.each(['/metrics', '/metrics?x=1', '//metrics', '/%6detrics', '/METRICS', '/a/../metrics', '/health/ready', '/health/live', '/health'])(
    'keeps %s inside, with the headers of every answer',
    async (path) => {
      const { status, body, headers } = await caddy.ask(path, { headers: { authorization: 'Bearer token' }, from: '127.0.0.2' });
      expect([status, String(body), headers['strict-transport-security'], headers['x-content-type-options']]).toEqual([
        404,
        jsonOf(refusals.notFound),
        'max-age=31536000',
        'nosniff',
      ]);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );

  it.each(['br', 'gzip', 'identity'])('passes on %s as the api made it', async (encoding) => {
    for (const path of ['/', '/premium', '/robots.txt']) {
      const headers = { 'accept-encoding': encoding };
      const [outside, inside] = [await caddy.ask(path, { headers, from: '127.0.0.3' }), await rawly(`${app.url}${path}`, headers)];
      expect([path, outside.headers['content-encoding']]).toEqual([path, inside.headers['content-encoding']]);
      expect([path, outside.body.equals(inside.body), outside.headers.etag]).toEqual([path, true, inside.headers.etag]);
    }
    const { headers } = await caddy.ask('/', { headers: { 'accept-encoding': encoding }, from: '127.0.0.3' });
    expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
  });

  it('counts each visitor by their own address, whatever they claim', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < PER_ADDRESS + 5; n++) {
      const claimed = { 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}`, forwarded: `for=198.51.100.${n}` };
      statuses.push((await caddy.ask('/api/public/site/brand', { headers: claimed, from: '127.0.0.4' })).status);
    }
    expect(statuses.slice(PER_ADDRESS)).toEqual(Array.from({ length: 5 }, () => 429));
    expect(statuses.slice(0, PER_ADDRESS)).not.toContain(429);
    expect((await caddy.ask('/', { from: '127.0.0.5' })).status).toBe(200);
  });

  it('lets requests wait while the api restarts, and says busy when it stays away; nothing of them is logged', async () => {
    await app.stop();
    const waiting = [1, 2, 3].map(() => caddy.ask('/?who=canary', { from: '127.0.0.6' }));
    await wait(1_000);
    app = await startApp(settings, db, WEB);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await app.stop();
    const { status, body, headers } = await caddy.ask('/?who=canary', { from: '127.0.0.6' });
    expect([status, String(body), headers['retry-after']]).toEqual([503, jsonOf(refusals.busy), '1']);
    app = await startApp(settings, db, WEB);
    expect(caddy.output()).not.toMatch(/canary|127\.0\.0\.6/);
  });
});

/** A body as it was sent: fetch would unpack it. */
function rawly(url: string, headers: Record<string, string>) {
  return new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((done, failed) => {
    request(url, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part)).on('end', () => done({ headers: answer.headers, body: Buffer.concat(parts) }));
    })
      .on('error', failed)
      .end();
  });
}
