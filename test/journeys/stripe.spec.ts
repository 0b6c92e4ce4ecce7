import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { payAtStripe } from '../support/buying.ts';
import { signedInAs } from '../support/sessions.ts';
import { button, goTo, openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true, settings: { STORE_PROVIDER: 'stripe' } })));
afterAll(() => site.stop());

it('tells a buyer why a code has no effect before leaving for Stripe, is ready again for a returning buyer, and sells there', async () => {
  const { username, token } = await site.app.affiliate();
  const affiliate = await site.visit('/affiliate/dashboard/ledger', { before: signedInAs(token) });
  const link = `/premium/?ref=${username}`;
  const buyer = await site.visit(link);
  await buyer.getByLabel('Creator code (optional)').fill('NOBODY');
  await button(buyer, 'Buy Now').click();
  await buyer.getByRole('dialog').getByText('We don’t know this code').waitFor();
  await buyer.getByRole('link', { name: 'Continue to payment' }).click();
  await buyer.waitForURL(/\/c\/pay\/cs_test_/);
  await buyer.getByRole('link', { name: 'Back to the shop' }).click();
  await buyer.waitForURL(/\/premium\/?$/);
  await button(buyer, 'Buy Now').click();
  await buyer.waitForURL(/\/c\/pay\/cs_test_/);
  await buyer.goBack();
  expect(await button(buyer, 'Buy Now').isEnabled()).toBe(true);
  // Stripe leads to another name of this machine, where the browser knows no referral.
  await goTo(buyer, site.url + link);
  await button(buyer, 'Buy Now').click();
  await buyer.waitForURL(/\/c\/pay\/cs_test_/);
  await payAtStripe(buyer);
  await affiliate.getByText('Commission of 20% (bronze tier)').first().waitFor();
});
