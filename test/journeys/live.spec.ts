import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openAdmin } from '../support/admin-screen.ts';
import { sold } from '../support/sales.ts';
import { signedInAs } from '../support/sessions.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

it('two people see each other’s changes immediately, without reloading, even after a lost connection', async () => {
  const { app } = site;
  const { id, username, token, post, get } = await app.affiliate();
  const affiliate = await site.visit('/affiliate/dashboard', { before: signedInAs(token) });
  const admin = await openAdmin(site, '/cashouts');
  for (const page of [affiliate, admin]) await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();

  await sold(app.system.log, id, 60_00);
  await affiliate.getByText('€300.00').first().waitFor();

  await post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'pay@example.org' } });
  const { paymentMethods } = (await get('/api/affiliate/stats')).body;
  await post('/api/affiliate/cashouts', { amount: 50, paymentMethodId: paymentMethods[0].id });
  await admin.getByRole('row', { name: username }).getByRole('button', { name: 'Process' }).click();
  await admin.getByRole('dialog').locator('button[type=submit]').click();
  await affiliate.getByText('Completed', { exact: true }).first().waitFor();

  app.api.getHttpServer().closeAllConnections();
  await affiliate.getByRole('status').filter({ hasText: 'Reconnecting…' }).waitFor();
  await sold(app.system.log, id, 70_00);
  await affiliate.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  await affiliate.getByText('€350.00').first().waitFor();
  expect(affiliate.complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
});
