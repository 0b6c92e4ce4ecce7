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
  // Loading it again would bring back the session that the browser began with.
  if (!page.url().endsWith('/affiliate/login')) await page.goto(`${site.url}/affiliate/login`);
  await page.getByLabel('Username or Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Login').click();
}

describe('the account', () => {
  it('is reopened by a link from an admin, and its session continues when the password changes', async () => {
    const { username, token } = await site.app.affiliate();
    const admin = await site.visit('/admin/dashboard/affiliates', { before: signedInAs((await site.app.admin()).token) });
    await button(admin, `Actions for ${username}`).click();
    await admin.getByRole('menuitem', { name: 'Password link' }).click();
    await button(admin, 'Create link').click();
    const link = new URL(await admin.getByLabel('Password link', { exact: true }).inputValue());
    const page = await site.visit(`${link.pathname}${link.hash}`);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const set = async (next: string, again: string) => {
      await page.getByLabel('New Password', { exact: true }).fill(next);
      await page.getByLabel('Confirm New Password').fill(again);
      await button(page, 'Set New Password').click();
    };
    await set('a new long one', 'a new long one');
    await page.getByText('Your new password is set.').waitFor();
    expect(requests.filter((url) => url.includes('token'))).toEqual([]);
    expect((await site.app.as(token).get('/api/affiliate/stats')).status).toBe(401);
    await page.reload();
    await set('a third long one', 'a third long one');
    await page.getByText(refusals.passwordLinkInvalid).waitFor();
    await login(page, username, 'a new long one');
    await page.getByText('Your Affiliate Link').waitFor();
    await page.goto(`${site.url}/account`);
    await page.getByLabel('Current Password').fill('a new long one');
    await page.getByLabel('New Password', { exact: true }).fill('a fourth long one');
    await page.getByLabel('Confirm New Password').fill('a fourth long one');
    await button(page, 'Change Password').click();
    await page.getByText('Password changed. All other sessions were signed out.').waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('Your Affiliate Link').waitFor();
  });

  it('turns on codes by keyboard alone, after the password, and login requires one', async () => {
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
    await button(page, 'Turn Off').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn Off' }).click();
    await page.getByText('Two-factor sign-in is off.').waitFor();
    await button(page, 'Set Up').waitFor();
    expect(page.complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
  });
});
