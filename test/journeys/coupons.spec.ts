import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { couponProblems } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import { openAdmin } from '../support/admin-screen.ts';
import { type Appearance, lookInPassing } from '../support/check-accessibility.ts';
import { signedInAs } from '../support/sessions.ts';
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
  await store.getByLabel('E-mail address').fill(email);
  await store.getByRole('button', { name: `Pay ${price}` }).click();
  await store.getByText('Thank you').waitFor();
}

it('a code earns without a click: added by an admin, entered at checkout, on the dashboard, and removed', async () => {
  const zoe = await site.app.affiliate('zoe');
  const admin = await openAdmin(site, '/affiliates');
  await button(admin, 'Actions for zoe').click();
  await admin.getByRole('menuitem', { name: 'Codes' }).click();
  const codes = admin.getByRole('tabpanel', { name: 'Codes' });
  await codes.getByLabel('New code').fill('ZOE10');
  await codes.getByLabel('Discount (%)').fill('10');
  await button(admin, 'Add code').click();
  await codes.getByText('10% off at the store').waitFor();
  await lookInPassing(admin, looks);

  const dashboard = await site.visit('/affiliate/dashboard', { before: signedInAs(zoe.token) });
  await dashboard.getByText('10% off').waitFor();
  const buyer = await site.visit('/premium/');
  await field(buyer).pressSequentially('zoe10');
  await buyer.getByText('Supporting zoe · 10% off: you pay €26.99').waitFor();
  await lookInPassing(buyer, looks);
  expect([buyer.complaints, buyer.elsewhere]).toEqual([[], []]);
  await pays(buyer, '€26.99', 'bob@example.com');
  expect(await buyer.evaluate(`localStorage.getItem('referral')`)).toBeNull();
  await dashboard.getByRole('tab', { name: 'Sales' }).click();
  await dashboard.getByText('by code ZOE10').waitFor();

  await button(admin, 'Remove ZOE10').click();
  await button(admin, 'Remove').click();
  await codes.getByText('10% off at the store').waitFor({ state: 'detached' });
  const late = await site.visit('/premium/?coupon=ZOE10');
  await late.getByText(couponProblems.takenBack).waitFor();
});
