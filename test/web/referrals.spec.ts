import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { visitsStream } from '@framelift/contracts';
import type { Page, Request } from 'playwright-core';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

const isTracked = (request: Request) => request.url().includes('/api/track/');
/** The browser's calls that count visits, from the first page on. */
const trackedBy = (calls: string[]) => async (page: Page) =>
  page.on('request', (request) => isTracked(request) && calls.push(new URL(request.postDataJSON().pageUrl).pathname));
const visitsOf = async (id: string) =>
  (await site.app.system.log.readStream(visitsStream(id))).map((e) => (e.data as { page: string }).page);
const storedIn = (page: Page) =>
  page.evaluate<{ ref: string; visitId: string | null } | null>(`JSON.parse(localStorage.getItem('referral'))`);

/** Longer than the time in which the browser drops a repeat. */
const later = async (page: Page) => page.clock.setFixedTime((await page.evaluate<number>(`Date.now()`)) + 10_000);

describe('a visit', () => {
  it('is counted once, by the page and its script together, with one id', async () => {
    const { id, username } = await site.app.affiliate();
    const page = await site.visit(`/premium/?ref=${username}&utm_source=stream`);
    await page.waitForFunction(`JSON.parse(localStorage.getItem('referral') ?? '{}').visitId`);
    const [event, ...more] = await site.app.system.log.readStream(visitsStream(id));
    expect([more, (event!.data as { visitId: string }).visitId]).toEqual([[], (await storedIn(page))!.visitId]);
    expect(page.url()).toBe(`${site.url}/premium/?ref=${username}&utm_source=stream`);
  });

  it('counts even if a blocker stops the script’s call, and the code is kept', async () => {
    const { id, username, get } = await site.app.affiliate();
    const page = await site.visit(`/premium/?ref=${username}`, { before: (p) => p.route('**/api/track/**', (route) => route.abort()) });
    await until(async () => (await visitsOf(id)).length === 1);
    expect(await storedIn(page)).toMatchObject({ ref: username, visitId: null });
    await until(async () => (await get('/api/affiliate/stats')).body.stats.totalClicks === 1);
  });

  it('is counted once per page: searching and filtering send none, and other parameters stay', async () => {
    const { username } = await site.app.affiliate();
    const calls: string[] = [];
    const page = await site.visit(`/tweaks?ref=${username}&utm_source=stream&utm_campaign=x`, { before: trackedBy(calls) });
    await later(page);
    await page.getByRole('searchbox').pressSequentially('low latency!');
    await page.waitForFunction(`location.search.includes('search=low')`);
    await later(page);
    await page.getByRole('combobox').first().selectOption({ index: 1 });
    const query = new URL(page.url()).searchParams;
    expect([query.get('ref'), query.get('utm_source'), query.get('utm_campaign')]).toEqual([username, 'stream', 'x']);
    await page.getByRole('link', { name: 'Pricing', exact: true }).click();
    await until(() => calls.length === 2);
    expect(calls).toEqual(['/tweaks', '/pricing']);
  });
});

it('the last valid code wins, even if a neighbour has the same address and browser', async () => {
  const [first, last] = [await site.app.affiliate(), await site.app.affiliate()];
  const neighbour = await site.visit(`/premium/?ref=${last.username}`);
  await neighbour.waitForFunction(`JSON.parse(localStorage.getItem('referral') ?? '{}').visitId`);
  const page = await site.visit(`/pricing?ref=${first.username}`);
  await page.waitForFunction(`JSON.parse(localStorage.getItem('referral') ?? '{}').visitId`);
  await page.goto(`${site.url}/premium/?ref=${last.username}`);
  await page.waitForFunction(`JSON.parse(localStorage.getItem('referral')).ref === '${last.username}'`);
  await page.waitForLoadState('networkidle');
  // A repeat within 5 s is the same visit, a later one a new visit: both are the last affiliate's.
  const visits = await site.app.system.log.readStream(visitsStream(last.id));
  const { ref, visitId } = (await storedIn(page))!;
  expect([ref, visits.map((e) => (e.data as { visitId: string }).visitId).includes(visitId!)]).toEqual([last.username, true]);
});
