import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openAdmin } from '../support/admin-screen.ts';
import { expectPage, said } from '../support/patience.ts';
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

/** An affiliate with a balance and a payment method. */
async function rich() {
  const affiliate = await site.app.affiliate();
  for (let i = 0; i < 2; i++) await sold(site.app.system.log, affiliate.id, 60_00);
  await affiliate.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'own@pay.example' } });
  return affiliate;
}

/** And their dashboard. */
async function seller(options: Parameters<Site['visit']>[1] = {}) {
  const affiliate = await rich();
  const page = await site.visit('/affiliate/dashboard', { ...options, before: signedInAs(affiliate.token) });
  page.setDefaultTimeout(30_000);
  await page.getByText('Your Affiliate Link').waitFor();
  return { affiliate, page };
}

describe('the affiliate dashboard', () => {
  it('opens every modal by keyboard; Escape closes it and returns the focus', async () => {
    const { page } = await seller();
    /** `presses`: of Tab, which keep the focus in the dialog. */
    const opens = async (opener: ReturnType<typeof button>, title: string | RegExp, presses = 0) => {
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: title }).or(page.getByRole('alertdialog', { name: title }));
      await dialog.waitFor();
      expect([title, await dialog.evaluate((d) => d.contains(d.ownerDocument.activeElement))]).toEqual([title, true]);
      for (let i = 0; i < presses; i++) await page.keyboard.press('Tab');
      expect([title, await dialog.evaluate((d) => d.contains(d.ownerDocument.activeElement))]).toEqual([title, true]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      // Returned a moment after the dialog is gone.
      await expectPage(opener, String(title)).toBeFocused();
    };
    const arrowTo = async (name: string) => {
      const selected = page.getByRole('tablist', { name: 'Dashboard' }).getByRole('tab', { selected: true });
      await selected.focus();
      for (let i = 0; (await selected.innerText()) !== name; i++) {
        expect(i).toBeLessThan(8);
        const before = await selected.innerText();
        await page.keyboard.press('ArrowRight');
        await expectPage(selected).not.toHaveText(before);
      }
    };
    await opens(button(page, 'Share link'), 'Share Your Affiliate Link', 15);
    await opens(button(page, /^Notifications/), 'Notifications');
    await arrowTo('Settings');
    await opens(button(page, 'Add'), 'Add Payment Method');
    await opens(button(page, 'Edit PayPal own@pay.example'), 'Edit Payment Method');
    await opens(button(page, 'Delete PayPal own@pay.example'), 'Delete Payment Method', 3);
    await arrowTo('Cashouts');
    await opens(button(page, 'Request Cashout'), 'Request Cashout');
    expect(page.complaints).toEqual([]);
  });

  it('takes one click to copy the link and two to withdraw everything, and a reload, Back and a link lead to the open tab', async () => {
    const { page, affiliate } = await seller({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate(`window.clicks = 0; addEventListener('click', () => window.clicks++, true)`);
    const clicks = () => page.evaluate('window.clicks');
    // It says so for 2 s: the spec looks from before the click.
    await Promise.all([says(page, 'Copied!'), button(page, 'Copy').first().click()]);
    await expectPage.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain(affiliate.username);
    expect(await clicks()).toBe(1);
    await button(page, 'Withdraw').click();
    await button(page, 'Submit Request').click();
    await said(page, 'Cashout request submitted successfully!');
    expect(await clicks()).toBe(3);
    await expectPage(button(page, 'Withdraw')).toBeDisabled();

    const isOpen = (name: string) => page.getByRole('tab', { name, selected: true }).waitFor();
    await tab(page, 'Ledger');
    expect(new URL(page.url()).pathname).toBe('/affiliate/dashboard/ledger');
    await page.reload();
    await isOpen('Ledger');
    await tab(page, 'Overview');
    expect(new URL(page.url()).pathname).toBe('/affiliate/dashboard');
    await page.goBack();
    await isOpen('Ledger');
  });
});

it('an admin sees the chosen proof before it is sent, and an invalid one is refused immediately', async () => {
  const affiliate = await rich();
  const { id } = (await affiliate.get('/api/affiliate/stats')).body.paymentMethods[0];
  await affiliate.post('/api/affiliate/cashouts', { amount: 50, paymentMethodId: id });
  const page = await openAdmin(site, `/cashouts?search=${affiliate.username}`);
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
});
