import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { signedInAs } from '../support/sessions.ts';
import { openSite, pressEscape, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true, alone: true })));
afterAll(() => site.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

async function login(page: Page, username: string, password: string) {
  await page.goto(`${site.url}/affiliate/login`);
  await page.getByLabel('Username or Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Login').click();
}

describe('the account', () => {
  it('changes the password: the own session goes on, every other one ends', async () => {
    const { username, password, token } = await site.app.affiliate();
    const page = await site.visit('/account', { before: signedInAs(token) });
    const change = async (current: string, next: string, again: string) => {
      await page.getByLabel('Current Password').fill(current);
      await page.getByLabel('New Password', { exact: true }).fill(next);
      await page.getByLabel('Confirm New Password').fill(again);
      await button(page, 'Change Password').click();
    };
    await change(password, 'short', 'short');
    await page.getByText(refusals.passwordTooShort).waitFor();
    await change(password, 'a new long one', 'another long one');
    await page.getByText(refusals.passwordsDiffer).waitFor();
    await change('not the password', 'a new long one', 'a new long one');
    await page.getByText(refusals.passwordWrong).waitFor();
    await change(password, 'a new long one', 'a new long one');
    await page.getByText('Password changed. Every other session was signed out.').waitFor();
    expect(await page.getByLabel('Current Password').inputValue()).toBe('');
    expect((await site.app.as(token).get('/api/affiliate/stats')).status).toBe(401);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('Your Affiliate Link').waitFor();
    await button(page, 'Logout').click();
    await login(page, username, password);
    await page.getByText(refusals.signInFailed).waitFor();
    await login(page, username, 'a new long one');
    await button(page, 'Notifications, 1 unread').click();
    await page.getByText('every other session was signed out').waitFor();
  });

  it('is opened again by a link that an admin makes', async () => {
    const { username, password, token } = await site.app.affiliate();
    const admin = await site.visit('/admin/dashboard?tab=affiliates', { before: signedInAs((await site.app.admin()).token) });
    await button(admin, `Password link for ${username}`).click();
    await button(admin, 'Make Link').click();
    const link = new URL(await admin.getByLabel('Password link', { exact: true }).inputValue());
    const page = await site.visit(`${link.pathname}${link.hash}`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const set = async (next: string, again: string) => {
      await page.getByLabel('New Password', { exact: true }).fill(next);
      await page.getByLabel('Confirm New Password').fill(again);
      await button(page, 'Set New Password').click();
    };
    await set('short', 'short');
    await page.getByText(refusals.passwordTooShort).waitFor();
    await set('a new long one', 'another long one');
    await page.getByText(refusals.passwordsDiffer).waitFor();
    await set('a new long one', 'a new long one');
    await page.getByText('Your new password is set.').waitFor();
    expect(asked.filter((url) => url.includes('token'))).toEqual([]);
    expect((await site.app.as(token).get('/api/affiliate/stats')).status).toBe(401);
    await page.reload();
    await set('a third long one', 'a third long one');
    await page.getByText(refusals.passwordLinkInvalid).waitFor();
    await login(page, username, password);
    await page.getByText(refusals.signInFailed).waitFor();
    await login(page, username, 'a new long one');
    await page.getByText('Your Affiliate Link').waitFor();
  });

  it('turns on codes by keyboard alone, after the password, and signing in asks for one', async () => {
    const { id, username, password } = await site.app.affiliate();
    const page = await site.visit('/account', { before: signedInAs(site.app.tokenOf(`affiliate-${id}`, { minutesAgo: 11 })) });
    const dialog = (name: string) => page.getByRole('dialog', { name });
    await button(page, 'Set Up').focus();
    await page.keyboard.press('Enter');
    await dialog('Confirm Your Password').waitFor();
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByText(refusals.passwordWrong).waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await dialog('Set Up Two-Factor Sign-In').waitFor();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
    const code = page.getByLabel('Code', { exact: true });
    for (let presses = 0; !(await code.evaluate((field) => field.matches(':focus'))); presses++) {
      expect(presses).toBeLessThan(6);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByText(refusals.codeWrong).waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(codeOf(secret, -1));
    await page.keyboard.press('Enter');
    await dialog('Save Your Recovery Codes').waitFor();
    const [recovery] = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
    await pressEscape(page);
    await page.getByText('10 recovery codes are left.').waitFor();

    await button(page, 'Logout').click();
    await page.waitForURL(/login/);
    await login(page, username, password);
    await page.getByLabel('Authentication Code').waitFor();
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByText(refusals.codeWrong).waitFor();
    await button(page, 'Back').click();
    expect(await page.getByLabel('Username or Email').inputValue()).toBe(username);
    await button(page, 'Login').click();
    await page.getByLabel('Authentication Code').fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByText('Your Affiliate Link').waitFor();

    await button(page, 'Logout').click();
    await page.waitForURL(/login/);
    await login(page, username, password);
    await page.getByLabel('Authentication Code').fill(recovery!);
    await page.keyboard.press('Enter');
    await page.getByText('Your Affiliate Link').waitFor();
    await page.goto(`${site.url}/account`);
    await page.getByText('9 recovery codes are left.').waitFor();
    await button(page, 'New Recovery Codes').click();
    await button(page, 'I Saved Them').click();
    await page.getByText('10 recovery codes are left.').waitFor();
    await button(page, 'Turn Off').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn Off' }).click();
    await page.getByText('Two-factor sign-in is off.').waitFor();
    await button(page, 'Set Up').waitFor();
    expect(page.complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
  });

  it('asks for the password before payout details change, and leaves them alone when it is not given', async () => {
    const { id, password } = await site.app.affiliate();
    const page = await site.visit('/affiliate/dashboard', { before: signedInAs(site.app.tokenOf(`affiliate-${id}`, { minutesAgo: 11 })) });
    await page.getByRole('tab', { name: 'Settings' }).click();
    await button(page, 'Add').click();
    await page.getByLabel('PayPal Email').fill('me@pay.example');
    await button(page, 'Add Payment Method').click();
    // Keys are for whatever has the focus.
    const confirming = page.getByRole('dialog', { name: 'Confirm Your Password' }).locator(':focus');
    await confirming.waitFor();
    await pressEscape(page);
    await page.getByText(refusals.confirmFirst).waitFor();
    await button(page, 'Add Payment Method').click();
    await confirming.waitFor();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByText('Payment method added successfully!').waitFor();
    await button(page, 'Delete PayPal me@pay.example').click();
    await button(page, 'Delete').click();
    await page.getByText('Payment method deleted successfully!').waitFor();
  });
});

it('an admin who must turn codes on is led there, and gets no further without', async () => {
  const strict = await openSite({ silent: true, settings: { ADMIN_TOTP: 'required' } });
  const page = await strict.visit('/admin/dashboard', { before: signedInAs((await strict.app.admin()).token) });
  await page.waitForURL(/\/account$/);
  await page.getByText('Admins here sign in with two factors.').waitFor();
  await button(page, 'Set Up').click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await button(page, 'Turn On').click();
  await button(page, 'I Saved Them').click();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByText('System Status').waitFor();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();
  await strict.stop();
});
