import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { visitsStream } from '@framelift/contracts';
import { type App, startApp } from '../../../../test/support/system.ts';
import { until } from '../../../../test/support/until.ts';

let app: App;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-web-'));
  await mkdir(join(folder, 'client/assets'), { recursive: true });
  await mkdir(join(folder, 'server'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const pages = Object.entries({ home: '/', premium: '/premium', notFound: '/not-found' }).map(([name, path]) => [
    name,
    { path, shows: [] },
  ]);
  await writeFile(
    join(folder, 'server/index.js'),
    `export const pages = ${JSON.stringify(Object.fromEntries(pages))}; export const sharePictures = {}; export const tweakShows = []; export const renderPage = async () => '<!doctype html><title>Page</title>';`,
  );
  for (const file of ['favicon.svg', 'assets/a.js']) await writeFile(join(folder, 'client', file), '');
  app = await startApp({}, undefined, folder);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const browser = { 'user-agent': CHROME, accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document' };
/** A raw client: fetch sets such headers itself. */
const open = (path: string, headers: Record<string, string | undefined> = {}, method = 'GET') =>
  new Promise<{ status: number; cached: string | undefined }>((done, failed) => {
    const sentHeaders = Object.fromEntries(Object.entries({ ...browser, ...headers }).filter(([, value]) => value !== undefined));
    const call = request(app.url + path, { method, headers: sentHeaders as Record<string, string> }, (response) => {
      response.resume().on('end', () => done({ status: response.statusCode!, cached: response.headers['cache-control'] }));
    });
    call.on('error', failed).end();
  });
const visitsOf = async (id: string) =>
  (await app.system.log.readStream(visitsStream(id))).map((e) => e.data as { visitId: string; page: string });
const counted = (id: string, visits = 1) => until(async () => (await visitsOf(id)).length === visits);
const track = (ref: string, pageUrl: string) => app.anybody.post('/api/track/track-visit', { ref, pageUrl, userAgent: CHROME });
/** A visit of another page is counted after everything before it was. */
async function nothingMore(id: string, username: string, visits: number) {
  await open(`/tweaks?ref=${username}`);
  await until(async () => (await visitsOf(id)).some(({ page }) => page === '/tweaks'));
  expect(await visitsOf(id)).toHaveLength(visits + 1);
}

describe('a page opened with a code', () => {
  it('is a visit without any script, and the call of the script is the same one', async () => {
    const { id, username } = await app.affiliate();
    expect(await open(`/premium/?ref=${username}&c=spring&utm_source=stream`)).toEqual({ status: 200, cached: 'private, no-cache' });
    await counted(id);
    const [visit] = await visitsOf(id);
    expect(visit).toMatchObject({ page: '/premium/', campaign: 'spring' });
    expect((await track(username, `${app.url}/premium/?ref=${username}`)).body).toEqual({ visitId: visit!.visitId });
    await nothingMore(id, username, 1);
  });

  it('is the same visit if the script is faster', async () => {
    const { id, username } = await app.affiliate();
    await track(username, '/premium');
    await open(`/premium?ref=${username}`);
    await nothingMore(id, username, 1);
  });

  it('shows up as a click', async () => {
    const { id, username, get } = await app.affiliate();
    await open(`/premium/?ref=${username.toUpperCase()}`);
    await counted(id);
    await until(async () => (await get('/api/affiliate/stats')).body.stats.totalClicks === 1);
  });

  it.each([
    (name: string) => `${name}?fbclid=IwAR0x`,
    (name: string) => `%20${name}%20`,
    (name: string) => `"${name}".`,
    (name: string) => `${name}&amp;c=spring`,
  ])('counts and sells for one affiliate, whatever is pasted around the code (%#)', async (around) => {
    const { id, username } = await app.affiliate();
    await open(`/premium/?ref=${around(username)}`);
    await counted(id);
    const pasted = decodeURIComponent(around(username));
    expect((await track(pasted, `${app.url}/premium/?ref=${pasted}`)).body.visitId).toBe((await visitsOf(id))[0]!.visitId);
  });

  it('counts for an unknown page, as /', async () => {
    const { id, username } = await app.affiliate();
    expect((await open(`/no/such/page?ref=${username}`)).status).toBe(404);
    await counted(id);
    expect((await visitsOf(id))[0]!.page).toBe('/');
  });

  it('counts for browsers without fetch metadata', async () => {
    const { id, username } = await app.affiliate();
    await open(`/premium/?ref=${username}`, { 'sec-fetch-dest': undefined });
    await counted(id);
  });

  it.each<[string, string, Record<string, string | undefined>]>([
    ['a prefetch', '/premium/?ref=', { 'sec-purpose': 'prefetch' }],
    ['a prerendering', '/premium/?ref=', { 'sec-purpose': 'prefetch;prerender' }],
    ['an older prefetch', '/premium/?ref=', { purpose: 'prefetch' }],
    ['a bot', '/premium/?ref=', { 'user-agent': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)' }],
    ['a client without a name', '/premium/?ref=', { 'user-agent': undefined }],
    ['a frame', '/premium/?ref=', { 'sec-fetch-dest': 'iframe' }],
    ['a script of somebody', '/premium/?ref=', { 'sec-fetch-dest': 'empty' }],
    ['a client that wants no page', '/premium/?ref=', { 'sec-fetch-dest': undefined, accept: '*/*' }],
    ['a file of the site', '/assets/a.js?ref=', {}],
    ['a call', '/api/public/statistics?ref=', {}],
    ['a page without a code', '/premium/?reference=', {}],
  ])('is not %s', async (_, path, headers) => {
    const { id, username } = await app.affiliate();
    await open(path + username, headers);
    await nothingMore(id, username, 0);
  });

  it('is not a HEAD request', async () => {
    const { id, username } = await app.affiliate();
    await open(`/premium/?ref=${username}`, {}, 'HEAD');
    await nothingMore(id, username, 0);
  });

  it('leaves every other page as cacheable as it was, and asks nothing of a code that is nobody’s', async () => {
    expect((await open('/premium/')).cached).toBe('no-cache');
    expect((await open('/premium/?utm_source=x')).cached).toBe('no-cache');
    expect((await open('/premium/?ref=')).cached).toBe('no-cache');
    expect((await open(`/premium/?ref=${'x'.repeat(301)}`)).status).toBe(200);
    expect((await open('/premium/?ref=%00%ed%a0%80')).status).toBe(200);
    expect((await open('/premium/?ref=nobody-of-this-name')).status).toBe(200);
  });
});
