import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openAdmin } from '../support/admin-screen.ts';
import { camt054 } from '../support/bank-reports.ts';
import { type Appearance, lookInPassing } from '../support/check-accessibility.ts';
import { sold } from '../support/sales.ts';
import { signedInAs } from '../support/sessions.ts';
import { openSite, pressEscape, type Site } from '../support/web-site.ts';

const looks: Appearance[] = [
  [375, 'dark'],
  [1280, 'light'],
];
let site: Site;
beforeAll(async () => {
  site = await openSite({ silent: true, alone: true });
});
afterAll(() => site.stop());

/** Earned 100 euros and requested 60 of them. */
async function asking(name: string, method: string | object) {
  const person = await site.app.affiliate(name);
  await sold(site.app.system.log, person.id, 100_00, `i-${name}`);
  const body = typeof method === 'string' ? { paymentType: 'paypal', paymentDetails: { email: method } } : method;
  expect((await person.post('/api/affiliate/payment-methods', body)).status).toBe(201);
  const { paymentMethods } = (await person.get('/api/affiliate/stats')).body;
  expect((await person.post('/api/affiliate/cashouts', { amount: 60, paymentMethodId: paymentMethods[0].id })).status).toBe(201);
  return person;
}
const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

it('pays cashouts in one run: chosen, one removed, a file for the payer, one reference, and a returned payment', async () => {
  const [anna] = [await asking('anna', 'anna@pay.example'), await asking('bruno', 'bruno@pay.example')];
  const page = await openAdmin(site, '/cashouts');
  // Both are first cashouts of new accounts, which is worth a look: somebody has to choose them.
  await page.getByText('0 of 2 cashouts · €0.00').waitFor();
  await lookInPassing(page, looks);
  await press(page, 'Select all');
  await page.getByText('2 of 2 cashouts · €120.00').waitFor();
  await press(page, 'Pay selected');

  await page.getByText('Ready to pay').waitFor();
  await lookInPassing(page, looks);
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download for PayPal')]);
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toContain(
    `anna@pay.example,60.00,EUR,${anna!.id}-1,Affiliate commission,PAYPAL`,
  );
  // What the file pays stays in the run until nobody can use the file.
  await page.getByRole('row', { name: /bruno.*In a payment file/ }).waitFor();
  await lookInPassing(page, looks);
  await press(page, 'File was not used');
  await page.getByRole('alertdialog').getByRole('button', { name: 'File was not used' }).click();
  await press(page, 'Remove bruno');
  await page.getByRole('row', { name: /bruno.*Removed/ }).waitFor();

  await press(page, 'Mark as paid');
  await dialog(page).getByLabel('Payment reference').fill('PP-2026-11');
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a7d4f' } })
    .png()
    .toBuffer();
  await dialog(page).getByLabel('Proof Image').setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: picture });
  await lookInPassing(page, looks);
  await dialog(page).getByRole('button', { name: 'Mark as paid' }).click();
  await page.getByRole('row', { name: /anna.*Paid/ }).waitFor();
  await page.getByText('PP-2026-11').waitFor();

  await press(page, 'Proof Picture');
  await dialog(page).getByRole('img', { name: 'Proof of payment' }).waitFor();
  await pressEscape(page);
  await press(page, 'Upload the payer’s report');
  const report = `Unique ID,Amount,Status\n${anna!.id}-1,-60.00,Returned\nnobody-1,1.00,Completed\n`;
  await dialog(page)
    .getByLabel('Report (CSV or XML)')
    .setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(report) });
  await dialog(page).getByText('Row 2: No cashout of this run has this id').waitFor();
  await lookInPassing(page, looks);
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /anna.*Returned, back in the balance/ }).waitFor();
  expect((await anna!.get('/api/affiliate/stats')).body).toMatchObject({
    affiliate: { balance: 100 },
    notifications: [{ title: 'Payment returned' }, {}, {}, {}],
  });
  await press(page, 'Back to payouts');
  await page.getByRole('row', { name: /PP-2026-11.*Paid/ }).waitFor();
  expect(page.complaints).toEqual([]);
});

it('pays a run through PayPal at once: one payment arrives, one is taken back, and both affiliates see it', async () => {
  const [gil, hal] = [await asking('gil', 'gil@pay.example'), await asking('hal', 'unclaimed.hal@pay.example')];
  const admin = await site.app.admin();
  const { body } = await admin.post('/api/admin/payout-runs', { cashouts: [`${gil!.id}-1`, `${hal!.id}-1`] });
  const page = await openAdmin(site, `/payouts/${body.id}`);
  await page.getByText('Pay 2 cashouts with €120.00 from your PayPal balance.').waitFor();
  await lookInPassing(page, looks);
  await press(page, 'Pay now');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pay now' }).click();
  await page.getByRole('row', { name: /hal.*At PayPal/ }).waitFor();
  await lookInPassing(page, looks);
  // PayPal's notification settles it.
  await page.getByRole('row', { name: /gil.*Paid/ }).waitFor();
  await page.getByRole('row', { name: /hal.*Not claimed yet.*no PayPal account/ }).waitFor();
  await lookInPassing(page, looks);
  await press(page, 'Take back the payment of hal');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('row', { name: /hal.*Returned, back in the balance/ }).waitFor();
  expect(page.complaints).toEqual([]);
  const seenBy = async (one: typeof gil, texts: string[]) => {
    const theirs = await site.visit('/affiliate/dashboard/cashouts', {
      before: (p) => p.addInitScript((token) => localStorage.setItem('affiliateToken', token), one!.token),
    });
    for (const text of texts) await theirs.getByText(text).first().waitFor();
    await theirs.close();
  };
  await seenBy(gil, ['Completed', '€40.00']);
  await seenBy(hal, ['Returned', '€100.00']);
});

it('pays to a bank account: file, reference, and a payment that the bank sends back, which the affiliate sees with its reason', async () => {
  const admin = await site.app.admin();
  const { terms, position } = (await admin.get('/api/admin/terms')).body;
  const offered = { ...terms, paymentTypes: ['paypal', 'bank'] };
  expect((await admin.put('/api/admin/terms', offered, { 'Edit-Base': String(position) })).status).toBe(200);
  const gina = await asking('gina', { paymentType: 'bank', paymentDetails: { iban: 'NL91ABNA0417164300', name: 'Gina Łoś' } });
  const page = await openAdmin(site, '/cashouts');
  await page.getByLabel('Pay gina').check();
  await press(page, 'Pay selected');
  await press(page, 'Set account');
  await dialog(page).getByLabel('IBAN').fill('DE02 1203 0000 0000 2020 51');
  await dialog(page).getByLabel('Account holder').fill('Framelift Ltd');
  await dialog(page).getByRole('button', { name: 'Save account' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download for your bank')]);
  const xml = await readFile(await file.path(), 'utf8');
  // The cashout's id, and the attempt.
  expect(xml).toMatch(new RegExp(`<EndToEndId>${gina.id}-1-[0-9a-z]{8}</EndToEndId>`));
  expect(xml).toContain('<Nm>Gina Los</Nm>');
  await press(page, 'Mark as paid');
  await dialog(page).getByLabel('Payment reference').fill('BANK-7');
  await dialog(page).getByRole('button', { name: 'Mark as paid' }).click();
  await page.getByRole('row', { name: /gina.*Paid/ }).waitFor();

  await press(page, 'Upload the payer’s report');
  const upload = async (name: string, content: string) =>
    dialog(page)
      .getByLabel('Report (CSV or XML)')
      .setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(content) });
  await upload('other.xml', camt054('camt.054.001.08', [{ cashoutId: 'x-1', cents: 60_00 }]));
  await dialog(page).getByText('This file names no payment of this run.').waitFor();
  await upload('returned.xml', camt054('camt.054.001.08', [{ cashoutId: `${gina.id}-1`, cents: 60_00, back: 'AC04' }]));
  await dialog(page).getByText('Failed or returned').waitFor();
  await lookInPassing(page, looks);
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /gina.*Returned, back in the balance.*The account is closed/ }).waitFor();
  await lookInPassing(page, looks);
  // The one refusal above.
  expect(page.complaints).toEqual([expect.stringContaining('409')]);

  const own = await site.visit('/affiliate/dashboard/cashouts', { reducedMotion: 'reduce', before: signedInAs(gina.token) });
  await own.getByText('The account is closed').waitFor();
  await own.getByText('returned', { exact: false }).first().waitFor();
  await lookInPassing(own, looks);
  expect((await gina.get('/api/affiliate/stats')).body).toMatchObject({ affiliate: { balance: 100 } });
  expect(own.complaints).toEqual([]);
});

it('reviews an account with the payout address of another: held with a reason, and released', async () => {
  const [eve] = [await asking('eve', 'both@pay.example'), await asking('fay', 'both@pay.example')];
  const page = await openAdmin(site, '/review');
  const item = page.getByRole('row').filter({ hasText: 'Is paid to an address of fay too.' });
  await item.first().waitFor();
  await lookInPassing(page, looks);
  await item.getByRole('button', { name: 'Put on hold: affiliate of eve' }).click();
  await dialog(page).getByLabel('Reason').fill('One address, two people?');
  await lookInPassing(page, looks);
  await dialog(page).getByRole('button', { name: 'Put on hold' }).click();
  await item.first().waitFor({ state: 'detached' });
  await press(page, 'Held');
  await page.getByText('One address, two people?').waitFor();
  expect((await eve.get('/api/affiliate/stats')).body).toMatchObject({
    affiliate: { underReview: true },
    notifications: [{ title: 'Under review' }, {}, {}],
  });
  await press(page, 'Mark as fine: affiliate of eve');
  await dialog(page).getByLabel('Internal note').fill('They live together.');
  await dialog(page).getByRole('button', { name: 'Mark as fine' }).click();
  await page.getByText('Nothing on hold.').waitFor();
  expect((await eve.get('/api/affiliate/stats')).body).toMatchObject({ affiliate: { underReview: false } });
  expect(page.complaints).toEqual([]);
});
