import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { couponProblems, couponRefusals } from '@framelift/contracts';
import type { Page, Route } from 'playwright-core';
import { openAdmin } from '../support/admin-screen.ts';
import { type Appearance, checkAccessibility } from '../support/check-accessibility.ts';
import { signedInAs } from '../support/sessions.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page) => page.getByLabel('Creator code (optional)');

const looks: Appearance[] = [
  [390, 'dark'],
  [1280, 'light'],
];

/** Presses Buy Now and pays. */
async function pays(page: Page, price: string, email: string): Promise<void> {
  await button(page, 'Buy Now').click();
  const store = page.frameLocator('iframe[title=Checkout]');
  await store.getByLabel('E-mail address').fill(email, { timeout: 20_000 });
  await store.getByRole('button', { name: `Pay ${price}` }).click();
  await store.getByText('Thank you').waitFor();
}

it('a purchase by coupon without a click: given by an admin, entered at the till, on the dashboard, and taken back', async () => {
  const zoe = await site.app.affiliate('zoe');
  const admin = await openAdmin(site, '?tab=affiliates');
  await button(admin, 'Codes of zoe').click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('New Code').fill('ZOE');
  await dialog.getByLabel('Discount (%)').fill('10');
  await button(admin, 'Give Code').click();
  await dialog.getByText(couponRefusals.taken).waitFor();
  await dialog.getByLabel('New Code').fill('ZOE10');
  await button(admin, 'Give Code').click();
  await dialog.getByText('10% off at the store').waitFor();
  expect(await dialog.getByLabel('New Code').inputValue()).toBe('');
  await checkAccessibility(admin, looks);

  const dashboard = await site.visit('/affiliate/dashboard', { before: signedInAs(zoe.token) });
  await dashboard.getByText('10% off').waitFor();
  const buyer = await site.visit('/premium/');
  await field(buyer).pressSequentially('zoe10');
  await buyer.getByText('Supporting zoe · 10% off: you pay €26.99').waitFor();
  await checkAccessibility(buyer, looks);
  expect([buyer.complaints, buyer.elsewhere]).toEqual([[], []]);
  await pays(buyer, '€26.99', 'bob@example.com');
  expect(await buyer.evaluate(`localStorage.getItem('referral')`)).toBeNull();
  await dashboard.getByRole('tab', { name: 'Sales' }).click();
  await dashboard.getByText('by code ZOE10').waitFor();

  await button(admin, 'Take back ZOE10').click();
  await button(admin, 'Take Back').click();
  await dialog.getByText('10% off at the store').waitFor({ state: 'detached' });
  const late = await site.visit('/premium/?coupon=ZOE10');
  await late.getByText(couponProblems.takenBack).waitFor();
  await pays(late, '€29.99', 'eve@example.com');
  await late.getByRole('dialog').getByText(couponProblems.takenBack).waitFor();
});

it('the address fills the field in, what is typed then counts, and the page keeps up with it', async () => {
  await site.app.affiliate('kim');
  await site.app.affiliate('lou');
  const page = await site.visit('/premium/?coupon=KIM&utm_source=stream', { before: (p) => p.clock.install() });
  await page.getByText('Supporting kim').waitFor();
  expect(await field(page).inputValue()).toBe('KIM');
  await field(page).fill('lou');
  expect(await page.getByText('Supporting').count()).toBe(0);
  await page.getByText('Supporting lou').waitFor();
  await field(page).fill('lo');
  await page.clock.runFor(2_000);
  expect(await page.getByText('Supporting').count()).toBe(0);
  await field(page).fill('');
  await button(page, 'Buy Now').click();
  await page.frameLocator('iframe[title=Checkout]').getByRole('button', { name: 'Pay €29.99' }).waitFor({ timeout: 20_000 });
});

it('an affiliate who is signed in is told that the code is their own', async () => {
  const { username, token } = await site.app.affiliate();
  const page = await site.visit(`/premium/?coupon=${username}`, { before: signedInAs(token) });
  await page.getByText(couponProblems.own).waitFor();
  await pays(page, '€29.99', 'a@example.com');
  await page.getByRole('dialog').getByText(couponProblems.own).waitFor();
});

it('shows a code that is markup as text, and buys where the server cannot be asked about one', async () => {
  const page = await site.visit(`/premium/?coupon=${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
  await page.getByText(couponProblems.unknown).waitFor();
  expect(await page.locator('img[src=x]').count()).toBe(0);
  let asked = 0;
  const refuse = (route: Route) => (asked++, route.abort());
  const away = await site.visit('/premium/?coupon=zoe', { before: (p) => p.route('**/api/store/coupon*', refuse) });
  await until(() => asked > 0);
  await pays(away, '€29.99', 'c@example.com');
});
