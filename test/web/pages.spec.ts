import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { WEB } from '../../services/src/main/api.ts';
import { checkAccessibility } from '../support/check-accessibility.ts';
import { expectPage } from '../support/patience.ts';
import { goTo, openSite, type Site, textOfHtml } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.stop());

/** The content of every page (docs/product.md#every-page), checked with scripts and without. */
const routes: Record<string, { heading: string; texts: string[]; links: string[]; live?: string[] }> = {
  '/': {
    heading: 'Get every frame your PC can give',
    texts: [
      'Steady frame times',
      'People who answer',
      'Before',
      'After',
      'Game-specific optimisation',
      'Rocket League',
      'Chat members',
      'Is Framelift safe to use?',
      'Sales are final and non-refundable',
    ],
    links: ['/premium', '/free'],
    live: ['12,345', '90,000', '312'],
  },
  '/pricing': {
    heading: 'Free to start, paid once',
    texts: ['€0.00', '€29.99', 'More Details', 'What customers say', 'Free and Premium, side by side', 'System configurators'],
    links: ['/free', '/premium'],
    live: ['Kestrel of the North', 'paper.moth'],
  },
  '/free': {
    heading: 'The free utility',
    texts: ['Version', 'Total downloads', 'Safe on your PC', 'Quick setup', 'Watch the tutorial'],
    links: ['/premium'],
    live: ['v4.1', '91,000'],
  },
  '/premium': {
    heading: 'Everything your PC has, tuned',
    texts: ['€29.99', 'Total Tweaks', 'Current Version', 'Total Customers', 'Advanced BIOS tweaks', 'See it work'],
    links: ['/pricing', '/tos'],
    live: ['20k', '4.2', '312'],
  },
  '/fortnite-optimizer': {
    heading: 'Fortnite Optimizer',
    texts: ['Version', 'Total downloads', 'Watch the tutorial'],
    links: ['/premium'],
    live: ['1.2.0', '4,321'],
  },
  '/tweaks': {
    heading: '8 free tweaks',
    texts: ['Nvidia Low Latency Profile', 'Fortnite Stretched Resolution', 'Added Jun 14, 2025', 'Added Oct 19, 2024'],
    links: [],
    live: ['1,234', 'N/A'],
  },
  '/tweaks/timer-resolution-service': {
    heading: 'Timer Resolution Service',
    texts: ['What it changes', 'GlobalTimerResolutionRequests', 'How to undo it', 'Uninstall it in Installed apps', 'Added Nov 8, 2024'],
    links: ['/tweaks'],
    live: ['N/A'],
  },
  '/tos': { heading: 'Terms and policies', texts: ['Terms of Use', 'Privacy Policy', 'Refund Policy'], links: [] },
  '/success': {
    heading: 'Purchase Successful',
    texts: ['sent to you by e-mail', 'Open a support ticket', "Choose 'Receive a Purchase' in the dropdown", 'Paste your key'],
    links: [],
  },
  '/statistics': {
    heading: 'Framelift in numbers',
    texts: [],
    links: [],
    live: ['Free Utility', 'v4.1', '91,000', 'Premium users', 'Active community', '12,345', '20k', '92,234', 'Total tweaks'],
  },
  '/affiliate': {
    heading: 'Share what you use. Earn on every sale.',
    texts: [
      'Active affiliates',
      'Total payouts',
      'Success rate',
      'Average monthly earnings',
      'Bronze',
      '20%',
      'Platinum',
      '40%',
      'Sign up',
      'Promote',
      'Earn',
    ],
    links: ['/affiliate/dashboard', '/affiliate/register'],
  },
  '/affiliate/register': {
    heading: 'Join the Affiliate Program',
    texts: ['Username', 'Confirm Password', 'Create Account'],
    links: ['/affiliate/login', '/affiliate'],
  },
  '/affiliate/login': {
    heading: 'Affiliate Login',
    texts: ['Username or Email', 'Login'],
    links: ['/affiliate/register', '/account/forgot'],
  },
  '/account/forgot': { heading: 'Forgot Your Password?', texts: ['Email', 'Send Link'], links: ['/affiliate/login'] },
  '/account/confirm-email': { heading: 'Confirm Your Address', texts: ['Confirm This Address'], links: ['/account'] },
  '/account/not-me': { heading: 'This Wasn’t Me', texts: ['Cancel Change'], links: ['/account/forgot'] },
  '/account/unsubscribe': { heading: 'Unsubscribe', texts: ['Security e-mails will still arrive.'], links: ['/account'] },
  '/socials': { heading: 'Socials', texts: ['Go Back', 'Discord', 'YouTube', 'GitHub'], links: [] },
  '/about-us': {
    heading: 'We think your PC can do better',
    texts: ['Our story', 'Our mission', 'Measure first', 'overclockwise', 'benchrun', 'Founder & Owner', 'Downloads', 'Customers'],
    links: [],
    live: ['12,345', '678', '88'],
  },
  '/no/such/page': { heading: 'Page Not Found', texts: ['This page does not exist'], links: ['/'] },
};

const fetched = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(site.url + path, { headers });
  return { response, text: await response.text() };
};

/** Kinds of pages: axe looks at all of them in the accessibility proof. */
const KINDS = ['/', '/tweaks', '/affiliate/register'];

it('every page shows its content, requests nothing from other hosts, has a clean console, and fits a narrow phone', async () => {
  const page = await site.visit('/', { viewport: { width: 320, height: 800 } });
  for (const [path, { heading, texts, links, live = [] }] of Object.entries(routes)) {
    await goTo(page, site.url + path);
    const lacks = async () => {
      const shown = await page.evaluate<string>('document.body.textContent');
      return [...texts, ...live].filter((text) => !shown.includes(text));
    };
    await expectPage.poll(lacks, { message: path }).toEqual([]);
    expect([path, await page.locator('h1').allInnerTexts()]).toEqual([path, [heading]]);
    const hrefs = await page.locator('main a[href]').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    expect([path, hrefs]).toEqual([path, expect.arrayContaining(links)]);
    expect([path, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([path, 0]);
    if (KINDS.includes(path)) await checkAccessibility(page, [[320, 'light']]);
    // The only complaint of an unknown address is that it is unknown.
    const complaints = page.complaints.splice(0).filter((text) => path !== '/no/such/page' || !text.includes('404'));
    expect([path, page.elsewhere, complaints]).toEqual([path, [], []]);
  }
  expect(await page.context().cookies()).toEqual([]);
});

it('every page has its content in its HTML', async () => {
  for (const [path, { heading, texts, links }] of Object.entries(routes)) {
    const { text: html } = await fetched(path);
    const shown = textOfHtml(html);
    expect([path, [heading, ...texts].filter((text) => !shown.includes(text))]).toEqual([path, []]);
    for (const link of links) expect([path, html]).toEqual([path, expect.stringContaining(`href="${link}"`)]);
  }
});

it('answers are open and policies readable without scripts', async () => {
  const home = await site.visit('/', { javaScriptEnabled: false });
  await expectPage(home.getByText('Yes. Framelift changes documented Windows settings')).toBeVisible();
  await home.goto(`${site.url}/tos`);
  await expectPage(home.getByText('They must not be shared, given away or resold')).toBeVisible();
});

describe('the server of the site', () => {
  it('answers unknown paths with 404 and the not-found page', async () => {
    const { response, text } = await fetched('/no/such/page');
    expect(response.status).toBe(404);
    expect(text).toContain('Page Not Found');
  });

  it('finds hashed files that came after its start, as those of a newer version, and no others', async () => {
    const file = `/assets/later-${randomUUID()}.js`;
    expect((await fetched(file)).response.status).toBe(404);
    await writeFile(join(WEB, 'client', file), '0');
    try {
      const { response, text } = await fetched(file);
      expect([response.status, text, response.headers.get('cache-control')]).toEqual([200, '0', 'public, max-age=31536000, immutable']);
    } finally {
      await rm(join(WEB, 'client', file));
    }
    for (const path of ['/assets/', '/assets/../server/index.js', '/assets/%2e%2e/%2e%2e/server/index.js'])
      expect([path, (await fetched(path)).response.status]).toEqual([path, 404]);
  });

  it('serves files compressed, hashed ones cached permanently, and pages fresh', async () => {
    const { text } = await fetched('/');
    const asset = /(\/assets\/framework-[^" ]+\.js)/.exec(text)![1]!;
    const { response } = await fetched(asset);
    expect(response.headers.get('cache-control')).toContain('immutable');
    const raw = await new Promise<{ encoding: string | undefined; body: Buffer }>((done) => {
      request(site.url + asset, { headers: { 'Accept-Encoding': 'br, gzip' } }, (answer) => {
        const chunks: Buffer[] = [];
        answer
          .on('data', (chunk) => chunks.push(chunk))
          .on('end', () => done({ encoding: answer.headers['content-encoding'], body: Buffer.concat(chunks) }));
      }).end();
    });
    expect(raw.encoding).toBe('br');
    expect(brotliDecompressSync(raw.body).length).toBeGreaterThan(raw.body.length * 2);
    expect((await fetched('/premium')).response.headers.get('cache-control')).toBe('no-cache');
  });

  it('compresses pages as requested, and does not resend known ones', async () => {
    const fetchWith = (headers: Record<string, string>) => fetched('/premium', headers);
    const { text } = await fetchWith({ 'Accept-Encoding': 'identity' });
    const tags = new Set<string>();
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await fetchWith({ 'Accept-Encoding': accepted });
      const { headers } = answer.response;
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
      expect(answer.text).toBe(text);
      const tag = headers.get('etag')!;
      tags.add(tag);
      const again = await fetchWith({ 'Accept-Encoding': accepted, 'If-None-Match': `"other", W/${tag}` });
      expect([again.response.status, again.text]).toEqual([304, '']);
    }
    expect(tags.size).toBe(3);
    const head = await fetch(`${site.url}/premium`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('serves a dashboard at the address of each of its places, and says 404 at others', async () => {
    const dashboard = (await fetched('/admin/dashboard')).text;
    for (const [path, status] of [
      ['/admin/dashboard/events/12', 200],
      ['/admin/dashboard/cashouts', 200],
      ['/admin/dashboard/nothing', 404],
    ] as const) {
      const { response, text } = await fetched(path);
      expect([path, response.status, text === dashboard]).toEqual([path, status, true]);
      expect(response.headers.get('content-security-policy')).toContain('script-src');
    }
    expect((await fetched('/affiliate/dashboard/ledger')).response.status).toBe(200);
  });
});
