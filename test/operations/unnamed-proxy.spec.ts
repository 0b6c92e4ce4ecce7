import { afterEach, describe, expect, it } from '@jest/globals';
import { noticeTexts } from '@framelift/contracts';
import { ProxyWatch } from '../../services/src/http/proxy-watch.ts';
import { readConfig } from '../../services/src/platform/config.ts';
import { createLogger } from '../../services/src/platform/logging.ts';
import { type App, startApp } from '../support/system.ts';

let app: App | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});
const noticesOf = async ({ admin }: App) => (await (await admin()).get('/api/admin/notices')).body;

/** The state of a process after requests from an address with these headers. */
function outputAfter(
  settings: Record<string, string>,
  ...requests: [string, Record<string, string>][]
): { isUntold: boolean; lines: number } {
  let lines = 0;
  const watch = new ProxyWatch(readConfig(settings), createLogger('warn', { write: () => void lines++ }));
  for (const [remoteAddress, headers] of requests) watch.look({ headers, socket: { remoteAddress } } as never);
  return { isUntold: watch.isUntold, lines };
}

describe('a proxy that TRUST_PROXY does not declare', () => {
  it('is reported to admins once it passes a request on', async () => {
    app = await startApp();
    expect(await noticesOf(app)).toEqual({ notices: [] });
    await fetch(`${app.url}/health/live`, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
    expect(await noticesOf(app)).toEqual({ notices: [noticeTexts.proxyUntold] });
  });

  it('is logged once', () => {
    const seen: [string, Record<string, string>] = ['127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }];
    expect(outputAfter({}, seen, seen, seen)).toEqual({ isUntold: true, lines: 1 });
  });

  it.each([
    ['10.0.0.3', { forwarded: 'for=203.0.113.7' }],
    ['::ffff:172.17.0.1', { 'x-real-ip': '203.0.113.7' }],
    ['fd00::1', { 'x-forwarded-proto': 'https' }],
    ['::1', { via: '1.1 caddy' }],
  ])('is found by a request of %s with %o', (address, headers) =>
    expect(outputAfter({}, [address, headers])).toEqual({ isUntold: true, lines: 1 }),
  );

  it.each<[string, Record<string, string>, string, Record<string, string>]>([
    ['a request without such a header', {}, '127.0.0.1', { host: 'x' }],
    ['a header from an outside client', {}, '93.184.216.34', { 'x-forwarded-for': '1.2.3.4' }],
    ['a setting with a number of proxies', { TRUST_PROXY: '1' }, '127.0.0.1', { 'x-forwarded-for': '1.2.3.4' }],
    ['a setting without proxies', { TRUST_PROXY: '0' }, '127.0.0.1', { 'x-forwarded-for': '1.2.3.4' }],
  ])('is not %s', (_, settings, address, headers) =>
    expect(outputAfter(settings, [address, headers])).toEqual({ isUntold: false, lines: 0 }),
  );
});
