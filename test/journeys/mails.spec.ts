import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectPage, said } from '../support/patience.ts';
import { sold } from '../support/sales.ts';
import { signedInAs } from '../support/sessions.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const says = (page: Page, text: string) => page.getByText(text).first().waitFor();
const newcomer = async () => {
  const person = await site.app.affiliate();
  return { ...person, email: `${person.username}@example.org` };
};

/** Opens the newest mail to an address with a subject in the sandbox mailbox, once it is there. */
async function openMail(page: Page, to: string, subject: string): Promise<void> {
  const row = page.getByRole('link', { name: subject }).filter({ hasText: to }).first();
  await until(async () => {
    await page.goto(`${site.url}/sandbox/mail`);
    return (await row.count()) > 0;
  });
  await row.click();
  await page.getByRole('heading', { name: subject, level: 1 }).waitFor();
}
/** The mail is in a frame; its links open in the whole window. */
const follow = async (page: Page, link: string) => {
  await page.frameLocator('iframe[title="The mail"]').getByRole('link', { name: link }).click();
  await page.waitForURL(/\/(account|affiliate)\//);
};

it('an address is confirmed by a click, not by opening the link, and one button in a mail unsubscribes from its kind', async () => {
  const { id, token, email, username } = await newcomer();
  const page = await site.visit('/account', { before: signedInAs(token) });
  const choice = (group: string, option: string) => page.getByRole('group', { name: group }).getByRole('button', { name: option });
  await says(page, 'Not confirmed');
  await choice('Tiers', 'Off').click();
  await said(page, 'Saved.');
  await openMail(page, email, 'Welcome to Framelift');
  await follow(page, 'Confirm this address');
  await button(page, 'Confirm This Address').waitFor();
  expect((await site.app.as(token).get('/api/account/mails')).body.confirmed).toBe(false);
  await button(page, 'Confirm This Address').click();
  await says(page, 'Your address is confirmed.');
  await sold(site.app.system.log, id, 6_00);
  await openMail(page, email, 'You earned €6.00');
  await follow(page, 'Stop mails like this one');
  await button(page, 'Unsubscribe').click();
  await says(page, 'Stopped: we no longer write to you about sales.');
  await page.getByRole('link', { name: 'Choose in your account' }).click();
  await says(page, username);
  await page.getByText('Confirmed', { exact: true }).waitFor();
  for (const [group, option] of Object.entries({ Sales: 'Off', Tiers: 'Off', Cashouts: 'On' }))
    await expectPage.poll(() => choice(group, option).getAttribute('aria-pressed')).toBe('true');
});

it('a forgotten password is replaced through the login page and the mailbox', async () => {
  const { username, email, token } = await newcomer();
  const page = await site.visit('/affiliate/login');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot Your Password?' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await button(page, 'Send Link').click();
  await says(page, 'If there is an account with this address, we’ve sent a link.');
  await openMail(page, email, 'Set a new password');
  await follow(page, 'Set a new password');
  await page.getByLabel('New Password', { exact: true }).fill('a new long one');
  await page.getByLabel('Confirm New Password').fill('a new long one');
  await button(page, 'Set New Password').click();
  expect(requests.filter((url) => url.includes('token'))).toEqual([]);
  await page.getByRole('link', { name: 'Log in with your new password' }).click();
  await page.getByLabel('Username or Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('a new long one');
  await button(page, 'Login').click();
  await says(page, 'Your Affiliate Link');
  expect((await site.app.as(token).get('/api/account')).status).toBe(401);
});
