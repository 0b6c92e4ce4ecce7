import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { visitsStream } from '../../contracts/src/index.ts';
import { openAdmin } from '../support/admin-screen.ts';
import { append } from '../support/history.ts';
import { checkAccessibility, describeLooks, phoneAndDesktop } from '../support/check-accessibility.ts';
import { expectPage } from '../support/patience.ts';
import { sold } from '../support/sales.ts';
import { openSite, type Site } from '../support/web-site.ts';
import { visitTracked } from '../support/facts.ts';

let site: Site;
let anna: { id: string; username: string };

const visits = (n: number) =>
  append(
    site.app.system,
    visitsStream(anna.id),
    Array.from({ length: n }, (_, i) => visitTracked({ visitId: `v${i}`, affiliateId: anna.id, page: '/', visitor: 'v' })),
  );

beforeAll(async () => {
  site = await openSite({ silent: true });
  anna = await site.app.affiliate();
  await sold(site.app.system.log, anna.id, 6_00);
  await visits(150);
});
afterAll(() => site.stop());

const visit = (...[query, options]: [string?, Parameters<typeof openAdmin>[2]?]) => openAdmin(site, query, options);
const rows = (page: Page) => page.getByRole('list', { name: 'Events, newest first' }).getByRole('button');
const pane = (page: Page) => page.getByRole('region', { name: /^Event #/ });

describe('the event history', () => {
  it('adds new events at the top, scrolls to the first one with few rows in the page, and says there that more arrived', async () => {
    const page = await visit(`/events?affiliate=${anna.username}`);
    await rows(page).first().waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    const head = await visits(1);
    await rows(page)
      .filter({ hasText: `#${head.toLocaleString('en-US')}` })
      .waitFor();
    const end = page.getByText('No older events match these filters.');
    await expectPage(async () => {
      await page.mouse.wheel(0, 5_000);
      expect(await end.isVisible()).toBe(true);
    }).toPass({ intervals: [100], timeout: 30_000 });
    await rows(page).filter({ hasText: 'Affiliate registered' }).waitFor();
    expect(await rows(page).count()).toBeLessThan(60);
    const later = await visits(1);
    await page.getByRole('button', { name: 'Show newer events' }).click();
    await rows(page)
      .filter({ hasText: `#${later.toLocaleString('en-US')}` })
      .waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
  });

  it('works with the keyboard alone', async () => {
    const page = await visit(`/events?affiliate=${anna.username}`);
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Clear' }).focus();
    await page.keyboard.press('Tab');
    const focused = () => page.locator(':focus').innerText();
    const numbers = async () => Number(/#([\d,]+)/.exec(await focused())![1]!.replace(',', ''));
    const first = await numbers();
    for (const key of ['ArrowDown', 'PageDown', 'PageDown', 'PageDown', 'ArrowUp']) {
      const before = await focused();
      await page.keyboard.press(key);
      await expectPage.poll(focused).not.toBe(before);
    }
    expect(await numbers()).toBe(first - 30);
    await page.keyboard.press('Enter');
    await pane(page).waitFor();
    expect(await focused()).toBe(`Event #${(first - 30).toLocaleString('en-US')}`);
    await page.keyboard.press('Escape');
    await pane(page).waitFor({ state: 'detached' });
  });
});

describeLooks('accessibility', () => {
  const states: Record<string, [string, ((page: Page) => Promise<unknown>)?]> = {
    'the list': ['/events', (page) => rows(page).first().waitFor()],
    'an event open': ['/events?type=SaleRecorded', async (page) => [await rows(page).first().click(), await pane(page).waitFor()]],
    'the filters of a phone': [
      '/events?type=SaleRecorded',
      async (page) => {
        await page.setViewportSize({ width: 375, height: 800 });
        await page.getByRole('button', { name: 'Filters' }).click();
        await page.getByLabel('Up to position').waitFor();
      },
    ],
    'nothing found': ['/events?search=none', (page) => page.getByText('No events found.').waitFor()],
    'a refusal': ['/events?position=x', (page) => page.getByText('position must be a whole number').waitFor()],
  };
  it.each(Object.entries(states))('%s, on a phone and a desktop, light and dark', async (_, [at, reach]) => {
    const page = await visit(at);
    await reach?.(page);
    await checkAccessibility(page, phoneAndDesktop);
  });
});
