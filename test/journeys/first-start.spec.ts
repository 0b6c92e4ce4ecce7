import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { Journey } from '../support/journey.ts';
import { expectPage, said } from '../support/patience.ts';

let journey: Journey;
beforeAll(async () => void (journey = await Journey.begin()));
afterAll(() => journey.end());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const dialogButton = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name });

it('goes from a visit to a commission to a payment, each step in the log', async () => {
  // An affiliate joins and finds their link.
  const affiliate = await journey.joins('journey');
  await affiliate.getByText('No recent sales.').waitFor();
  const link = `${journey.url}/premium/?ref=journey`;
  await expectPage.poll(() => affiliate.locator(`input[value="${link}"]`).count()).toBeGreaterThan(0);

  // An admin logs in and sets a rate of 100 %, so that few sales reach the minimum.
  const admin = await journey.signsIn(journey.admin);
  await admin.getByRole('tab', { name: 'Affiliates' }).click();
  await admin.getByText('journey@example.org').waitFor();
  await button(admin, /Edit/).click();
  await admin.getByRole('dialog').getByLabel(/rate/i).fill('100');
  await dialogButton(admin, /Save|Update/).click();
  await admin.getByRole('dialog').waitFor({ state: 'detached' });

  // Two visitors come by the link and buy.
  for (const n of [1, 2]) await journey.buys(link, `buyer${n}@example.com`);

  // The commission is on the dashboard, the buyers' addresses masked.
  await affiliate.bringToFront();
  await expectPage(affiliate.getByText('59.98').first()).toBeVisible();
  await expectPage.poll(() => affiliate.getByText('buyer1@example.com').count()).toBe(0);

  // They enter a payment method and request a cashout.
  await affiliate.getByRole('tab', { name: 'Settings' }).click();
  await button(affiliate, /Add/).click();
  await affiliate.getByLabel('PayPal Email').fill('payme@example.org');
  await affiliate.getByRole('dialog').locator('button[type=submit]').click();
  await said(affiliate, 'Payment method added successfully!');
  await affiliate.getByRole('tab', { name: 'Cashouts' }).click();
  await button(affiliate, 'Request Cashout').click();
  await affiliate.getByLabel('Amount (€)').fill('50');
  await dialogButton(affiliate, 'Submit Request').click();
  await said(affiliate, 'Cashout request submitted successfully!');

  // The admin pays it, with a proof.
  await admin.bringToFront();
  await admin.reload();
  await admin.getByRole('tab', { name: 'Cashouts' }).click();
  await button(admin, 'Process').click();
  const proof = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a8' } })
    .png()
    .toBuffer();
  await admin.getByLabel('Proof Image (optional)').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: proof });
  await admin.getByRole('dialog').locator('button[type=submit]').click();
  await said(admin, 'Cashout processed successfully!');
  await admin.getByRole('tab', { name: 'Actions' }).click();
  await admin
    .getByText(/process.?cashout/i)
    .first()
    .waitFor();

  // The affiliate is notified, and sees the proof.
  await affiliate.bringToFront();
  await affiliate.reload();
  await button(affiliate, /Notifications, \d+ unread/).click();
  await affiliate
    .getByRole('dialog')
    .getByText(/cashout/i)
    .first()
    .waitFor();
  await affiliate.keyboard.press('Escape');
  await affiliate.getByRole('tab', { name: 'Cashouts' }).click();
  await button(affiliate, 'Proof Picture').click();
  const image = affiliate.getByRole('dialog').locator('img');
  await image.waitFor();
  expect(await image.evaluate((img: { naturalWidth: number }) => img.naturalWidth)).toBe(60);
  expect(journey.errors).toEqual([]);
});
