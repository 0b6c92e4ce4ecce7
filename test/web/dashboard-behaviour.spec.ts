import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts';
import { expect as expectPage } from '@playwright/test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openAdmin } from '../support/admin-screen.ts';
import { sold } from '../support/sales.ts';
import { signedInAs } from '../support/sessions.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

/** Somebody with a balance and a payment method, and their dashboard. */
async function seller(options: Parameters<Site['visit']>[1] = {}) {
  const affiliate = await site.app.affiliate();
  for (let i = 0; i < 2; i++) await sold(site.app.system.log, affiliate.id, 60_00);
  await affiliate.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'own@pay.example' } });
  const { before, ...rest } = options;
  const page = await site.visit('/affiliate/dashboard', {
    ...rest,
    before: async (p) => {
      await signedInAs(affiliate.token)(p);
      await before?.(p);
    },
  });
  page.setDefaultTimeout(20_000);
  await page.getByText('Your Affiliate Link').waitFor();
  return { affiliate, page };
}

describe('the affiliate dashboard', () => {
  it('opens every modal by keyboard, Escape closes it, and the focus is back where it was', async () => {
    const { page } = await seller();
    const opens = async (opener: ReturnType<typeof button>, title: string | RegExp) => {
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: title }).or(page.getByRole('alertdialog', { name: title }));
      await dialog.waitFor();
      expect([title, await dialog.evaluate((d) => d.contains(d.ownerDocument.activeElement))]).toEqual([title, true]);
      for (let i = 0; i < 15; i++) await page.keyboard.press('Tab');
      expect([title, await dialog.evaluate((d) => d.contains(d.ownerDocument.activeElement))]).toEqual([title, true]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      // Given back a moment after the dialog is gone.
      await expectPage(opener, String(title)).toBeFocused();
    };
    const arrowTo = async (name: string) => {
      const selected = page.getByRole('tab', { selected: true });
      await selected.focus();
      for (let i = 0; (await selected.innerText()) !== name; i++) {
        expect(i).toBeLessThan(8);
        const before = await selected.innerText();
        await page.keyboard.press('ArrowRight');
        await expectPage(selected).not.toHaveText(before);
      }
    };
    await opens(button(page, 'Share link'), 'Share Your Affiliate Link');
    await opens(button(page, /^Notifications/), 'Notifications');
    await arrowTo('Settings');
    await opens(button(page, 'Add'), 'Add Payment Method');
    await opens(button(page, 'Edit PayPal own@pay.example'), 'Edit Payment Method');
    await opens(button(page, 'Delete PayPal own@pay.example'), 'Delete Payment Method');
    await arrowTo('Cashouts');
    await opens(button(page, 'Request Cashout'), 'Request Cashout');
    expect(page.complaints).toEqual([]);
  });

  it('keeps the open tab in the address, so that a reload, Back and a link go to it', async () => {
    const { page } = await seller();
    const isOpen = (name: string) => page.getByRole('tab', { name, selected: true }).waitFor();
    await tab(page, 'Ledger');
    expect(new URL(page.url()).search).toBe('?tab=ledger');
    await page.reload();
    await isOpen('Ledger');
    await tab(page, 'Overview');
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await isOpen('Ledger');
  });

  it('goes on as whoever signed in in another tab of the browser', async () => {
    const { page } = await seller();
    const other = await site.app.affiliate();
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(new URL('/tos', page.url()).href);
    const asked = page.waitForRequest((request) => request.headers()['authorization'] === `Bearer ${other.token}`);
    await elsewhere.evaluate((token) => localStorage.setItem('affiliateToken', token), other.token);
    await tab(page, 'Ledger');
    await asked;
  });

  it('shares the link six ways and copies it', async () => {
    const { page, affiliate } = await seller({ permissions: ['clipboard-read', 'clipboard-write'] });
    const link = `${site.url}/premium/?ref=${affiliate.username}`;
    await button(page, 'Copy').first().click();
    await says(page, 'Copied!');
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain(affiliate.username);
    await button(page, 'Share link').click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.getByRole('link').allInnerTexts()).toEqual(['Facebook', 'Twitter', 'LinkedIn', 'Telegram', 'WhatsApp']);
    for (const to of await dialog.getByRole('link').evaluateAll((all) => all.map((a) => (a as unknown as { href: string }).href)))
      expect(decodeURIComponent(to)).toContain(`ref=${affiliate.username}`);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByText('Copied to clipboard!').waitFor();
    expect(new URL(await page.evaluate<string>('navigator.clipboard.readText()')).search).toBe(new URL(link).search);
    await dialog.getByRole('button', { name: 'Instagram' }).click();
    await says(page, 'Instagram opened! Message copied to clipboard for easy pasting.');
  });

  it('shows the balance on demand, and figures of any time with the table behind them', async () => {
    const { page } = await seller();
    await button(page, 'Show balance').click();
    await button(page, 'Hide balance').waitFor();
    await page.locator('.recharts-surface').waitFor();
    await button(page, 'All time').click();
    await button(page, /^Sales 2/).click();
    await page.getByText('Show as table').click();
    await page.getByRole('table', { name: 'Performance, all time' }).getByRole('cell', { name: '€120.00' }).first().waitFor();
  });

  it('draws a bar for every day, and none for a day without sales', async () => {
    const { page } = await seller();
    await page.locator('.recharts-surface').waitFor();
    await button(page, '7 days').click();
    // Both sales are of today; with seven days a bar is as wide as it gets.
    await page.waitForFunction(`document.querySelector('[data-day]').getBBox().width === 34`);
    expect(await page.locator('[data-day]').count()).toBe(1);
    const bar = (await page.locator('[data-day]').boundingBox())!;
    const chart = (await page.locator('.recharts-surface').first().boundingBox())!;
    expect([bar.height > 50, bar.x > chart.x + chart.width * 0.8]).toEqual([true, true]);
  });

  it('says what failed and tries again; without a session it leads to the login', async () => {
    const { token } = await site.app.affiliate();
    let broken = true;
    const page = await site.visit('/affiliate/dashboard', {
      before: async (p) => {
        await signedInAs(token)(p);
        await p.route('**/api/affiliate/stats', (route) => (broken ? route.fulfill({ status: 502, body: '' }) : route.continue()));
      },
    });
    await says(page, 'Failed to fetch dashboard data');
    await page.getByRole('link', { name: 'Framelift home' }).waitFor();
    await button(page, 'Logout').waitFor();
    broken = false;
    await button(page, 'Retry').click();
    await button(page, 'Logout').click();
    await page.waitForURL(/\/affiliate\/login/);
    expect(await page.evaluate(`localStorage.getItem('affiliateToken')`)).toBeNull();
    const stranger = await site.visit('/affiliate/login');
    await stranger.goto(`${site.url}/affiliate/dashboard`);
    await stranger.waitForURL(/\/affiliate\/login/);
  });
});

describe('the admin dashboard', () => {
  it('refuses somebody who is no admin, and leads them home, to their own dashboard and out', async () => {
    const { token } = await site.app.affiliate();
    const page = await site.visit('/admin/dashboard', { before: signedInAs(token), viewport: { width: 360, height: 740 } });
    await says(page, refusals.adminOnly);
    await page.getByRole('link', { name: 'Framelift home' }).waitFor();
    await page.getByRole('link', { name: 'Your Dashboard' }).click();
    await page.getByText('Your Affiliate Link').waitFor();
    await page.goBack();
    await button(page, 'Logout').click();
    await page.waitForURL(/\/affiliate\/login/);
  });

  it('keeps the way home and Logout when a part of it failed', async () => {
    const { token } = await site.app.admin();
    const page = await site.visit('/admin/dashboard', {
      before: async (p) => {
        await signedInAs(token)(p);
        await p.route('**/api/admin/overview', (route) => route.fulfill({ status: 502, body: 'gone' }));
      },
    });
    await says(page, 'Failed to fetch overview: 502 - gone');
    await page.getByRole('link', { name: 'Framelift home' }).waitFor();
    await button(page, 'Logout').click();
    await page.waitForURL(/\/affiliate\/login/);
  });

  it('shows the chosen proof before it is sent, and says at once what is none', async () => {
    const { affiliate } = await seller();
    const { id } = (await affiliate.get('/api/affiliate/stats')).body.paymentMethods[0];
    await affiliate.post('/api/affiliate/cashouts', { amount: 50, paymentMethodId: id });
    const page = await openAdmin(site, `?tab=cashouts&search=${affiliate.username}`);
    await button(page, 'Process').click();
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.getByLabel('Proof Image (optional)').setInputFiles({ name, mimeType, buffer });
    await choose(
      'proof.png',
      'image/png',
      await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a8' } })
        .png()
        .toBuffer(),
    );
    const preview = page.getByRole('img', { name: 'Preview of proof.png' });
    await preview.waitFor();
    expect(await preview.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth)).toBe(60);
    await choose('broken.png', 'image/png', Buffer.from('no picture'));
    await says(page, refusals.proofInvalid);
    await preview.waitFor({ state: 'detached' });
    await choose('proof.pdf', 'application/pdf', Buffer.from('%PDF'));
    await says(page, refusals.proofInvalid);
  });
});
