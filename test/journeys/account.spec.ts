import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import { said, typed } from '../support/patience.ts';
import { signedInAs } from '../support/sessions.ts';
import { codeOf } from '../support/two-factor.ts';
import { openSite, pressEscape, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function login(page: Page, username: string, password: string) {
  // Loading it again would bring back the session that the browser began with.
  if (!page.url().endsWith('/affiliate/login')) await page.goto(`${site.url}/affiliate/login`);
  await page.getByLabel('Username or Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Login').click();
}

it('an account turns on codes by keyboard alone, after the password, and login requires one', async () => {
  const { id, username, password } = await site.app.affiliate();
  const page = await site.visit('/account', { before: signedInAs(site.app.tokenOf(`affiliate-${id}`, { minutesAgo: 11 })) });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await button(page, 'Set Up').focus();
  await page.keyboard.press('Enter');
  await dialog('Confirm Your Password').waitFor();
  await typed(page, 'not the password');
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
  await typed(page, '000000');
  await page.keyboard.press('Enter');
  await page.getByText(refusals.codeWrong).waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press('Enter');
  await dialog('Save Your Recovery Codes').waitFor();
  const [recovery] = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  await pressEscape(page);
  await page.getByText('10 recovery codes are left.').waitFor();

  await button(page, 'Logout').click();
  await page.waitForURL(/login/);
  await login(page, username, password);
  await page.getByLabel('Authentication Code').fill(codeOf(secret, 1));
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
  await said(page, 'Two-factor sign-in is off.');
  await button(page, 'Set Up').waitFor();
  expect(page.complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
});
