import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

type Person = Awaited<ReturnType<Site['app']['affiliate']>>;

async function signIn(page: Page, { username, password }: Pick<Person, 'username' | 'password'>) {
  await page.waitForURL('**/affiliate/login');
  await page.getByLabel('Username or Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}
const at = (page: Page) => page.evaluate<string>('location.pathname + location.search + location.hash');
async function stays(page: Page, address: string) {
  await page.waitForURL((url) => url.pathname + url.search + url.hash === address);
  await page.waitForTimeout(300);
  expect(await at(page)).toBe(address);
}

/** Places, things, dialogs, narrowed lists, addresses of earlier mails, and a part of a page. */
const ADDRESSES = {
  affiliate: [
    ['/affiliate/dashboard/sales?search=erin&status=held'],
    ['/affiliate/dashboard?tab=cashouts', '/affiliate/dashboard/cashouts'],
    ['/account#two-factor'],
  ],
  admin: [['/admin/dashboard/affiliates?search=a%26b&sort=username'], ['/admin/dashboard/programme/change']],
} as const;

describe('signed out', () => {
  it.each(Object.entries(ADDRESSES).flatMap(([who, addresses]) => addresses.map(([from, to]) => [from, to ?? from, who] as const)))(
    '%s leads to the login and then to %s',
    async (from, to, who) => {
      const person = who === 'admin' ? { username: 'admin', password: 'the admin password' } : await site.app.affiliate();
      const page = await site.visit(from);
      await signIn(page, person);
      await stays(page, to);
    },
  );

  it('an admin’s address leads an affiliate to their own dashboard', async () => {
    const page = await site.visit('/admin/dashboard/payouts');
    await signIn(page, await site.app.affiliate());
    await stays(page, '/affiliate/dashboard');
  });

  it('also through a registration; but not after another page, nor after a logout', async () => {
    const page = await site.visit('/affiliate/dashboard/ledger');
    await page.waitForURL('**/affiliate/login');
    await page.getByRole('link', { name: 'Register here' }).click();
    await page.waitForURL('**/affiliate/register');
    await page.getByLabel('Username', { exact: true }).fill(`reg${Date.now()}`);
    await page.getByLabel('Email').fill(`reg${Date.now()}@mail.example`);
    for (const label of ['Password', 'Confirm Password']) await page.getByLabel(label, { exact: true }).fill('a long password 1');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await stays(page, '/affiliate/dashboard/ledger');
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await signIn(page, await site.app.affiliate());
    await stays(page, '/affiliate/dashboard');

    const other = await site.visit('/affiliate/dashboard/ledger');
    await other.waitForURL('**/affiliate/login');
    await other.getByRole('link', { name: 'Pricing', exact: true }).first().click();
    await other.waitForURL('**/pricing');
    await other.getByRole('link', { name: 'Log in' }).first().click();
    await signIn(other, await site.app.affiliate());
    await stays(other, '/affiliate/dashboard');
  });
});
