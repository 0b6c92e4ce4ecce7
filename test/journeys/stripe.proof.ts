import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { payAtStripe } from '../support/buying.ts';
import { Journey } from '../support/journey.ts';

let journey: Journey;
beforeAll(async () => void (journey = await Journey.begin({ STORE_PROVIDER: 'stripe' })));
afterAll(() => journey.end());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
/** Waits until the affiliate's ledger shows it. */
const ledgerSays = async (page: Page, text: string) => {
  for (let i = 0; ; i++) {
    await page.goto(`${journey.url}/affiliate/dashboard/ledger`);
    const found = page.getByText(text).first();
    if (
      await found.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    )
      return;
    expect(i).toBeLessThan(20);
  }
};

it('buys at Stripe in the same tab and returns, and a dispute takes back and restores the commission', async () => {
  const affiliate = await journey.joins('stripes');
  const buyer = await journey.somebody();
  await buyer.goto(`${journey.url}/premium/?ref=stripes`);
  await button(buyer, 'Buy Now').click();
  await buyer.waitForURL(/\/c\/pay\/cs_test_/);
  const paymentPage = buyer.url();
  await payAtStripe(buyer);
  await ledgerSays(affiliate, 'Commission of 20% (bronze tier)');

  await buyer.goto(paymentPage);
  await button(buyer, 'Dispute it as the buyer').click();
  await button(buyer, 'Lose the dispute').click();
  await buyer.getByText('The dispute was lost').waitFor();
  await ledgerSays(affiliate, 'was taken back');
  await button(buyer, 'Win it after all').click();
  await buyer.getByText('The dispute was won').waitFor();
  await ledgerSays(affiliate, 'its dispute was won');

  const admin = await journey.signsIn(journey.admin);
  await admin.goto(`${journey.url}/admin/dashboard/sales`);
  await admin.getByRole('link', { name: /^stripe-cs_test_/ }).click();
  const timeline = admin.getByRole('list', { name: 'Timeline' });
  for (const step of ['Charged back', 'The dispute was lost', 'Counts again with €6.00', 'The dispute was won'])
    await timeline.getByText(step).waitFor();
  expect(journey.errors).toEqual([]);
});
