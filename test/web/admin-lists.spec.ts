import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openAdmin } from '../support/admin-screen.ts';
import { checkAccessibility, describeLooks, phoneAndDesktop } from '../support/check-accessibility.ts';
import { isProof } from '../support/counts.ts';
import { typed } from '../support/patience.ts';
import { sold } from '../support/sales.ts';
import { openSite, pressEscape, type Site } from '../support/web-site.ts';

const NAME = 'rich';
let site: Site;
let rich: Awaited<ReturnType<Site['app']['affiliate']>>;
let before: number;

beforeAll(async () => {
  site = await openSite({ silent: true, alone: isProof });
  rich = await site.app.affiliate(NAME);
  if (isProof) await fill();
});
/** More than one page of affiliates, and figures that change. */
async function fill() {
  const names = Array.from({ length: 54 }, (_, i) => `member${String(i).padStart(2, '0')}`);
  for (let i = 0; i < names.length; i += 6) await Promise.all(names.slice(i, i + 6).map((name) => site.app.affiliate(name)));
  await sold(site.app.system.log, rich.id, 200_00);
  before = (await site.app.system.log.head()).position;
  await sold(site.app.system.log, rich.id, 40_00);
  await rich.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'rich@pay.com' } });
  const { paymentMethods } = (await rich.get('/api/affiliate/stats')).body;
  for (const amount of [50, 60]) await rich.post('/api/affiliate/cashouts', { amount, paymentMethodId: paymentMethods[0].id });
  await (await site.app.admin()).put(`/api/admin/cashouts/${rich.id}-1/process`, { status: 'approved' });
}
afterAll(() => site.stop());

const visit = (...[query, options]: [string?, Parameters<typeof openAdmin>[2]?]) => openAdmin(site, query, options);
const waitForRows = (page: Page, n: number) => page.waitForFunction(`document.querySelectorAll('tbody tr').length === ${n}`);

it('one search reaches an affiliate from anywhere by keyboard alone, and the focus goes back where it was', async () => {
  const page = await visit('/events');
  await page.getByRole('tab', { name: 'Events' }).focus();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.waitFor();
  await pressEscape(page);
  await page.waitForFunction(`document.activeElement?.textContent === 'Events'`);
  await page.keyboard.press('Control+k');
  await typed(page, 'rich');
  await search.getByRole('option', { name: /^rich/ }).waitFor();
  await checkAccessibility(page, [
    [375, 'dark'],
    [1280, 'light'],
  ]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'rich' }).waitFor();
  expect(page.url().split('/dashboard')[1]).toBe(`/affiliates/${rich.id}`);
});

it('a row has its actions by keyboard alone, and its page fits the narrowest phone', async () => {
  const page = await visit('/affiliates?search=rich');
  await page.getByRole('link', { name: 'rich' }).focus();
  // After Edit and Delete.
  for (let n = 0; n < 3; n++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  // The focus comes after the menu.
  await page.locator('[role=menuitem]:focus').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.locator('[role=menuitem]:focus', { hasText: 'Password link' }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).waitFor();
  await pressEscape(page);
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(`document.activeElement.getAttribute('aria-label') === 'Actions for rich'`);
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(await overflow()).toBe(0);
  await page.getByRole('link', { name: 'rich' }).click();
  await page.getByRole('tablist', { name: 'About rich' }).waitFor();
  expect(await overflow()).toBe(0);
  expect(page.complaints).toEqual([]);
});

describeLooks('accessibility', () => {
  const states: Record<string, [string, (page: Page) => Promise<unknown>]> = {
    'the second page of affiliates': [
      '/affiliates',
      async (page) => {
        await page.getByRole('button', { name: 'Next' }).click();
        await waitForRows(page, 5);
      },
    ],
    'nobody found': ['/affiliates?search=zzz', (page) => page.getByText('No affiliate matches').waitFor()],
    'the actions of a row': [
      '/affiliates?search=rich',
      async (page) => {
        await page.getByRole('button', { name: 'Actions for rich' }).click();
        await page.getByRole('menuitem', { name: 'Password link' }).waitFor();
      },
    ],
    'one affiliate as of a moment': [
      '/affiliates?search=rich',
      async (page) => {
        await page.getByRole('link', { name: 'rich' }).click();
        await page.getByLabel('or log position').fill(String(before));
        await page.getByText('now €130.00').waitFor();
      },
    ],
    ...Object.fromEntries(
      ['Ledger', 'Cashouts', 'Codes', 'Activity'].map((tab) => [
        `the ${tab.toLowerCase()} of one affiliate`,
        [
          '/affiliates?search=rich',
          async (page: Page) => {
            await page.getByRole('link', { name: 'rich' }).click();
            await page.getByRole('tablist', { name: 'About rich' }).getByRole('tab', { name: tab }).click();
            await page
              .getByText(/€60.00|New code|Sale recorded/)
              .first()
              .waitFor();
          },
        ] as [string, (page: Page) => Promise<unknown>],
      ]),
    ),
    'a password link': [
      '/affiliates?search=rich',
      async (page) => {
        await page.getByRole('button', { name: 'Actions for rich' }).click();
        await page.getByRole('menuitem', { name: 'Password link' }).click();
        await page.getByRole('button', { name: 'Create link' }).click();
        await page.getByLabel('Password link', { exact: true }).waitFor();
      },
    ],
    'cashouts of a status': ['/cashouts?status=pending', (page) => page.getByText('€60.00').waitFor()],
    actions: ['/actions', (page) => page.getByText('Process cashout').first().waitFor()],
    'the access record': ['/access', (page) => page.getByText('Signed in').first().waitFor()],
    'a list that failed': ['/affiliates?sort=x', (page) => page.getByRole('button', { name: 'Retry' }).waitFor()],
  };
  it.each(Object.entries(states))('%s, on a phone and a desktop, light and dark', async (_, [at, reach]) => {
    const page = await visit(at);
    await reach(page);
    await checkAccessibility(page, phoneAndDesktop);
  });
});
