import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openAdmin, signedInBefore } from '../support/admin-screen.ts';
import { checkAccessibility, type Appearance } from '../support/check-accessibility.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

const visit = (options: Parameters<typeof openAdmin>[2] = {}) => openAdmin(site, '?tab=integrations', options);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('integrations', () => {
  it('say that there is no key, and what to do', async () => {
    const page = await visit();
    await page.getByText('No API keys.').waitFor();
    await page.getByText(`${site.url}/api/feed/events`).waitFor();
    expect(page.complaints).toEqual([]);
  });

  it('make a key by keyboard alone, show it once, and the key works until it is revoked', async () => {
    const page = await visit();
    await button(page, 'Make a key').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Warehouse');
    expect(await button(page, 'Make Key').isDisabled()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByLabel('Expires').selectOption('30 days');
    await page.getByLabel('Requests a minute').fill('60');
    await page.keyboard.press('Enter');
    const key = await page.getByLabel('API key', { exact: true }).inputValue();
    const ask = async () => (await site.app.as(key).get('/api/admin/overview')).status;
    expect([key.startsWith('flk_'), await ask()]).toEqual([true, 200]);
    await button(page, 'Done').click();
    const row = page.getByRole('row', { name: /^Warehouse/ });
    await row.getByText('read:programme').waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await row.textContent()).toContain('60');
    await button(page, 'Revoke Warehouse').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Warehouse is revoked').waitFor();
    await page.getByText('No API keys.').waitFor();
    expect(await ask()).toBe(401);
    await page.getByRole('tab', { name: 'Actions' }).click();
    await page.getByText('Revoke api key').waitFor();
  });

  it('ask for the password where the session is older, and say what is refused', async () => {
    await site.app.program(['read:events'], { name: 'Taken' });
    const page = await visit(await signedInBefore(site));
    await button(page, 'Make a key').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('taken');
    await page.getByLabel('read:events').check();
    await button(page, 'Make Key').click();
    await page.getByLabel('Password', { exact: true }).fill('the admin password');
    await page.keyboard.press('Enter');
    await page.getByText('Another key has this name').waitFor();
  });

  it('have no accessibility problem', async () => {
    const appearances: Appearance[] = [
      [375, 'light'],
      [375, 'dark'],
      [1280, 'light'],
      [1280, 'dark'],
    ];
    await site.app.program(['read:events', 'read:personal', 'write:sales'], { name: 'Shop' });
    const page = await visit();
    await page.getByText('Shop').waitFor();
    await checkAccessibility(page, appearances);
    await button(page, 'Make a key').click();
    await page.getByRole('dialog').waitFor();
    await checkAccessibility(page, appearances);
  });
});
