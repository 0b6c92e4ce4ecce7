import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openAdmin } from '../support/admin-screen.ts';
import { checkAccessibility, describeLooks, type Appearance } from '../support/check-accessibility.ts';
import { isProof } from '../support/counts.ts';
import { sold } from '../support/sales.ts';
import { openSite, pressEscape, type Site } from '../support/web-site.ts';

let site: Site;
let rich: Awaited<ReturnType<Site['app']['affiliate']>>;
let before: number;

beforeAll(async () => {
  site = await openSite({ silent: true, alone: true });
  // A second page needs more than fifty; only the proof checks it.
  const names = Array.from({ length: isProof ? 54 : 4 }, (_, i) => `member${String(i).padStart(2, '0')}`);
  for (let i = 0; i < names.length; i += 6) await Promise.all(names.slice(i, i + 6).map((name) => site.app.affiliate(name)));
  rich = await site.app.affiliate('rich');
  await sold(site.app.system.log, rich.id, 200_00);
  before = (await site.app.system.log.head()).position;
  await sold(site.app.system.log, rich.id, 40_00);
  await rich.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'rich@pay.com' } });
  const { paymentMethods } = (await rich.get('/api/affiliate/stats')).body;
  for (const amount of [50, 60]) await rich.post('/api/affiliate/cashouts', { amount, paymentMethodId: paymentMethods[0].id });
  await (await site.app.admin()).put(`/api/admin/cashouts/${rich.id}-1/process`, { status: 'approved' });
});
afterAll(() => site.stop());

const visit = (...[query, options]: [string?, Parameters<typeof openAdmin>[2]?]) => openAdmin(site, query, options);
const usernames = (page: Page) => page.locator('tbody tr td:first-child').allInnerTexts();
const waitForRows = (page: Page, n: number) => page.waitForFunction(`document.querySelectorAll('tbody tr').length === ${n}`);

it('affiliates are searched and sorted by the address, and a concurrent change is not overwritten', async () => {
  const page = await visit('/affiliates?sort=-balance');
  await waitForRows(page, isProof ? 50 : 5);
  expect((await usernames(page))[0]).toBe('rich');
  await page.getByLabel('Sort by').selectOption('username');
  await page.getByLabel('Search username, email or id').fill('MEMBER02');
  await page.waitForFunction(`document.querySelector('tbody td')?.innerText === 'member02'`);
  expect(page.url().split('/dashboard')[1]).toBe('/affiliates?sort=username&search=MEMBER02');
  await page.getByRole('button', { name: 'Edit member02' }).click();
  const admin = await site.app.admin();
  const { affiliates } = (await admin.get('/api/admin/affiliates?search=member02')).body;
  await admin.put(`/api/admin/affiliates/${affiliates[0].id}`, { commissionRate: 33 });
  await page.getByLabel('Commission Rate (%)').fill('44');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Someone changed the commission rate meanwhile', { exact: false }).waitFor();
});

it('one search reaches an affiliate from anywhere by keyboard alone, and the focus goes back where it was', async () => {
  const page = await visit('/events');
  await page.getByRole('tab', { name: 'Events' }).focus();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.waitFor();
  await pressEscape(page);
  await page.waitForFunction(`document.activeElement?.textContent === 'Events'`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('rich');
  await search.getByRole('option', { name: /^rich/ }).waitFor();
  await checkAccessibility(page, [
    [375, 'dark'],
    [1280, 'light'],
  ]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'rich' }).waitFor();
  expect(page.url().split('/dashboard')[1]).toBe(`/affiliates/${rich.id}`);
});

it('one affiliate is seen whole two clicks from the overview, and their tier changes with a third', async () => {
  const page = await visit();
  let clicks = 0;
  const click = async (name: string, role: 'tab' | 'link' | 'button') => {
    clicks++;
    await page.getByRole(role, { name, exact: true }).click();
  };
  await click('Affiliates', 'tab');
  await click('rich', 'link');
  await page.getByRole('heading', { name: 'rich' }).waitFor();
  await page.getByText('€130.00').first().waitFor();
  for (const tab of ['Sales', 'Ledger', 'Cashouts', 'Codes', 'Activity'])
    await page.getByRole('tablist', { name: 'About rich' }).getByRole('tab', { name: tab }).waitFor();
  expect(clicks).toBe(2);
  await page.getByLabel('Tier', { exact: true }).selectOption('silver');
  await click('Save', 'button');
  await page.getByText('Affiliate updated successfully!').waitFor();
  expect(clicks).toBe(3);
  await page.goBack();
  await waitForRows(page, isProof ? 50 : 5);
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

it('an affiliate’s figures at a position are on their page, and lead to their events', async () => {
  const page = await visit(`/affiliates/${rich.id}`);
  await page.getByLabel('or log position').fill(String(before));
  await page.getByText('€200.00 now €130.00').waitFor();
  await checkAccessibility(page, [
    [375, 'dark'],
    [1280, 'light'],
  ]);
  await page.getByRole('link', { name: 'Show the events behind it' }).click();
  await page
    .getByRole('list', { name: 'Events, newest first' })
    .getByRole('button', { name: /Sale recorded/ })
    .waitFor();
  expect(page.complaints).toEqual([]);
});

describeLooks('accessibility', () => {
  const appearances: Appearance[] = [
    [375, 'light'],
    [375, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ];
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
    await checkAccessibility(page, appearances);
  });
});
