import type { Page } from 'playwright-core';
import type { App } from './system.ts';
import { oneLicence, press, proofFor } from './orders.ts';

/** Buys one licence at the sandbox store by an affiliate's link, or with `body`. Answers the invoice once its outcome is in the log. */
export async function bought(app: App, ref: string | null, email: string, more: object = {}): Promise<string> {
  const { body } = await app.anybody.post('/api/store/checkout', { ...oneLicence, altcha: await proofFor(app.url), ref, ...more });
  await press(body.url, 'pay', email);
  const admin = await app.admin();
  for (let i = 0; i < 200; i++) {
    const { sales } = (await admin.get('/api/admin/sales?limit=1')).body;
    if (sales[0] && sales[0].outcome !== 'open') return sales[0].transactionId;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  throw new Error('The invoice has no outcome after ten seconds');
}

/** Pays on Stripe's page, and returns to the shop. */
export async function payAtStripe(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill('buyer@example.com');
  await page.getByRole('button', { name: 'Pay €29.99' }).click();
  await page.getByText('Payment successful').waitFor();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL('**/success');
  await page.getByRole('heading', { name: 'Purchase Successful' }).waitFor();
}
