import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { type Call, calls, errorView, refusals, type SitePreviewedView, type SitePreviewView } from '@framelift/contracts';
import { linkToken } from '../../services/src/platform/link-tokens.ts';
import { startApp } from '../support/system.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** Checks the headers that every answer must have. @returns its policy */
function secured(about: string, headers: Record<string, string>): string {
  expect([about, headers]).toEqual([about, expect.objectContaining(everywhere)]);
  const policy = headers['content-security-policy'] ?? '';
  expect([about, policy]).toEqual([
    about,
    expect.stringMatching(/^default-src '(none|self)'; .*frame-ancestors 'none'|frame-ancestors 'none'/),
  ]);
  for (const lax of [`'unsafe-inline'`, `'unsafe-eval'`, 'http:', '*', `'strict-dynamic'`])
    expect([
      about,
      policy
        // A development page shows a mail with inline styles; it has no script.
        .replace(about.startsWith('GET /sandbox/mail/:id ') ? `style-src 'unsafe-inline'` : '', '')
        .replace(/http:\/\/localhost:\d+/, '')
        .split(/[ ;]+/)
        .includes(lax),
    ]).toEqual([about, false]);
  expect([about, policy.includes(`base-uri 'none'`)]).toEqual([about, true]);
  return policy;
}

async function fetched(path: string, options: RequestInit & { url?: string } = {}) {
  const abort = new AbortController();
  const response = await fetch((options.url ?? site.url) + path, { redirect: 'manual', signal: abort.signal, ...options });
  const type = response.headers.get('content-type') ?? '';
  const text = type.includes('html') ? await response.text() : '';
  abort.abort();
  return { status: response.status, type, text, headers: Object.fromEntries(response.headers) };
}

/** The raw answer to bytes that need not be HTTP. */
const raw = (bytes: string): Promise<string> =>
  new Promise((done, failed) => {
    let text = '';
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () => socket.write(bytes));
    socket
      .on('data', (chunk) => (text += chunk))
      .on('close', () => done(text))
      .on('error', failed);
    socket.setTimeout(5_000, () => socket.destroy());
  });
const headersOf = (answer: string) =>
  Object.fromEntries(
    answer
      .split('\r\n\r\n')[0]!
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );

describe('every answer of the API', () => {
  it('limits what a browser may do with it and forbids storing it, errors included', async () => {
    const { token } = await site.app.affiliate();
    for (const [name, { permission }] of Object.entries(calls as Record<string, Call>))
      for (const bearer of permission === 'public' ? [''] : ['', token]) {
        if (bearer && name.endsWith('/logout')) continue;
        const [method, pattern] = name.split(' ') as [string, string];
        const headers = { 'Content-Type': 'application/json', ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}) };
        const answer = await fetched(pattern.replaceAll(/:\w+/g, '1'), { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) });
        const about = `${name} ${answer.status}`;
        expect([about, secured(about, answer.headers)]).toEqual([about, expect.stringContaining(`default-src 'none'`)]);
        // Public figures may be cached for a minute.
        const unset = pattern.startsWith('/site/') ? 'no-cache' : 'no-store';
        // A receipt that was withdrawn is gone at once.
        const isKept = name.startsWith('GET /api/public/') && !name.startsWith('GET /api/public/receipts');
        const kept = isKept && answer.status === 200 ? 'public, max-age=60' : unset;
        expect([about, answer.headers['cache-control']]).toEqual([about, kept]);
      }
  });

  it('has these headers even if no call was reached', async () => {
    const cases: [string, RequestInit][] = [
      ['/api/nope', {}],
      ['/api/%ff', {}],
      ['/api/affiliate/login', { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } }],
      ['/api/affiliate/login', { method: 'POST', body: 'x'.repeat(100_000), headers: { 'Content-Type': 'application/json' } }],
      ['/api/affiliate/login', { method: 'POST', body: 'a=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
      ['/api/affiliate/login', { method: 'DELETE' }],
      ['/api/affiliate/login', { method: 'OPTIONS' }],
      ['/health/nope', {}],
    ];
    for (const [path, options] of cases) {
      const answer = await fetched(path, options);
      expect([path, answer.status >= 400]).toEqual([path, true]);
      secured(`${path} ${answer.status}`, answer.headers);
      expect([path, answer.headers['cache-control']]).toEqual([path, 'no-store']);
    }
  });

  it('has these headers even for invalid HTTP', async () => {
    for (const bytes of [
      'GET / HTTP/9.9\r\n\r\n',
      'hello\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(50_000)}\r\n\r\n`,
      'GET /\u0001 HTTP/1.1\r\nHost: x\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
    ]) {
      const answer = await raw(bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      secured(bytes.slice(0, 20), headersOf(answer));
      expect(answer.split('\r\n\r\n')[1]).toBe(JSON.stringify(errorView(refusals.badRequest)));
    }
  });
});

describe('every page', () => {
  it('allows exactly the scripts it was built with', async () => {
    for (const path of [
      '/',
      '/pricing',
      '/premium',
      '/tweaks',
      '/tos',
      '/statistics',
      '/affiliate',
      '/affiliate/login',
      '/affiliate/dashboard',
      '/admin/dashboard',
      '/no/such/page',
      '/api/docs',
    ]) {
      const { text, headers } = await fetched(path);
      const policy = secured(path, headers);
      const scripts = /script-src ([^;]*)/.exec(policy)![1]!.split(' ');
      const inline = [...text.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].filter(([, attributes]) => !attributes!.includes('json'));
      expect([path, scripts[0], scripts.length - 1 <= inline.length]).toEqual([path, `'self'`, true]);
      expect(scripts.slice(1).every((source) => /^'sha256-[\w+/]{43}='$/.test(source))).toBe(true);
      expect(text).not.toMatch(/<[^>]+\son\w+=/);
    }
  });

  it('loads files that are served with their own type', async () => {
    const { text } = await fetched('/');
    const files = new Set([...text.matchAll(/"(\/[\w./-]+\.(?:js|css|svg|png|woff2))"/g)].map(([, file]) => file!));
    expect(files.size).toBeGreaterThan(5);
    for (const file of [
      ...files,
      '/robots.txt',
      '/sitemap.xml',
      '/llms.txt',
      '/tweaks.atom',
      '/.well-known/security.txt',
      '/social/home.jpg',
      '/api/docs-style.css',
    ]) {
      const { status, headers, type } = await fetched(file);
      expect([file, status]).toEqual([file, 200]);
      secured(file, headers);
      expect([file, type]).toEqual([file, expect.stringMatching(/javascript|css|svg|png|jpeg|woff2|text\/plain|xml/)]);
    }
  });

  it('may frame the store and players over TLS, and the sandbox store’s page', async () => {
    const policy = secured('/premium', (await fetched('/premium')).headers);
    expect(/frame-src ([^;]*)/.exec(policy)![1]).toBe(`'self' https: ${site.app.system.config.store.sandboxUrl}`);
  });
});

describe('a preview of drafts', () => {
  const SECRET = 'Not public before Monday';
  let url: string;
  beforeAll(async () => {
    const nina = await site.app.admin();
    const content = { text: SECRET, link: null, fromAt: '2099-01-01T00:00:00Z', untilAt: null };
    expect((await nina.send('PUT', '/api/admin/site/announcement', { content }, { 'Edit-Base': '1000000' })).status).toBe(200);
    ({ url } = (await nina.get<SitePreviewView>('/api/admin/site/preview/home?theme=dark')).body);
    expect((await nina.get('/api/admin/site/preview/toString')).status).toBe(404);
  });
  afterAll(async () => void (await (await site.app.admin()).send('DELETE', '/api/admin/site/announcement')));

  it('shows them in a frame of the site only, without scripts, to no cache and no search engine', async () => {
    const { status, text, headers } = await fetched(url);
    expect([status, text.includes(SECRET), text.includes('color-scheme:dark')]).toEqual([200, true, true]);
    expect(text).not.toContain('<script');
    expect(headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const policy = headers['content-security-policy']!.split('; ');
    expect(policy).toEqual(expect.arrayContaining([`default-src 'none'`, `frame-ancestors 'self'`, 'sandbox allow-same-origin']));
    expect(policy.filter((part) => /^(script|connect|frame|worker)-src|allow-scripts/.test(part))).toEqual([]);
    expect((await fetched('/')).text).not.toContain(SECRET);
  });

  it('shows them to the page editor without scripts, and without the sandbox in which WebKit calls no listener of the editor', async () => {
    const { text, headers } = await fetched(`${url}&marked=yes`);
    expect(text).not.toContain('<script');
    const policy = headers['content-security-policy']!.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([`default-src 'none'`, `frame-ancestors 'self'`, `form-action 'none'`, `base-uri 'none'`]),
    );
    expect(policy.filter((part) => /^(script|connect|frame|worker|object)-src|^sandbox/.test(part))).toEqual([]);
    expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' });
  });

  it('shows what a form has to its admin alone, and keeps nothing of it', async () => {
    const nina = await site.app.admin();
    const body = { section: 'announcement', content: { text: 'As it is <i>typed</i>', link: null, fromAt: null, untilAt: null } };
    const { html } = (await nina.send('POST', '/api/admin/site/preview/home', { ...body, theme: 'dark' })).body as SitePreviewedView;
    expect([html.includes('As it is &lt;i&gt;typed&lt;/i&gt;'), html.includes('<script'), html.includes('color-scheme:dark')]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await fetched(url)).text).toContain(SECRET);
    expect((await fetched('/')).text).not.toContain('As it is');
    const invalid = { ...body, content: { ...body.content, link: 'javascript:alert(1)' } };
    expect(await nina.send('POST', '/api/admin/site/preview/home', invalid)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('Link is') },
    });
    expect((await nina.send('POST', '/api/admin/site/preview/nothing', body)).status).toBe(404);
    expect((await site.app.anybody.send('POST', '/api/admin/site/preview/home', body)).status).toBe(401);
  });

  it('is not found without an address that an admin was given in the last minute', async () => {
    const { keys, now } = site.app.system;
    const link = { accountId: 'admin-1', about: 'site' };
    const at = async (token: string) => (await fetched(`/api/site/preview/home?token=${token}`)).status;
    expect(await at(linkToken(keys, 'preview', { ...link, until: now() + 1_000 }))).toBe(200);
    const others = [
      '',
      linkToken(keys, 'preview', { ...link, until: now() - 1 }),
      linkToken(keys, 'preview', { ...link, until: 0 }),
      linkToken(keys, 'preview', { ...link, about: 'sales', until: now() + 1_000 }),
      linkToken(keys, 'unsubscribe', { ...link, until: now() + 1_000 }),
      new URLSearchParams(url.split('?')[1]).get('token')!.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ];
    for (const token of others) expect([token, await at(token)]).toEqual([token, 404]);
    expect((await fetched(url.replace('/home', '/nothing'))).status).toBe(404);
  });
});

it('sends HSTS behind TLS, and not without it', async () => {
  const behind = await startApp({ PUBLIC_URL: 'https://framelift.example' });
  for (const path of ['/health/live', '/api/nope', '/api/affiliate/stats'])
    expect((await fetched(path, { url: behind.url })).headers['strict-transport-security']).toBe('max-age=31536000');
  await behind.stop();
  expect((await fetched('/')).headers['strict-transport-security']).toBeUndefined();
});
