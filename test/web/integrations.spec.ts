import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { openAdmin } from '../support/admin-screen.ts';
import { checkAccessibility, describeLooks, phoneAndDesktop } from '../support/check-accessibility.ts';
import { isProof } from '../support/counts.ts';
import { said, typed } from '../support/patience.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  site = await openSite({ silent: true, ...(isProof ? { settings: { WEBHOOK_ALLOW_PRIVATE: 'on' } } : {}) });
});
afterAll(async () => {
  receiver.stop();
  await site.stop();
});

const visit = () => openAdmin(site, '/integrations');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
const sell = async () => {
  const [seller, shop] = [await site.app.affiliate(), await site.app.program(['write:sales'])];
  const { body } = await shop.post('/api/sales', { id: randomUUID(), amount: 49, currency: 'EUR', ref: seller.username });
  return body.transactionId as string;
};
const received = (type: string) => receiver.heard.filter(({ body }) => JSON.parse(body).type === type);

it('a key is made by keyboard alone, shown once, and works until it is revoked', async () => {
  const page = await visit();
  await button(page, 'Create API key').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await typed(page, 'Warehouse');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  const ask = async () => (await site.app.as(key).get('/api/admin/overview')).status;
  expect([key.startsWith('flk_'), await ask()]).toEqual([true, 200]);
  await button(page, 'Done').click();
  await row(page, 'Warehouse').getByText('read:programme').waitFor();
  expect(await page.content()).not.toContain(key);
  await button(page, 'Revoke Warehouse').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await said(page, 'Warehouse revoked');
  expect(await ask()).toBe(401);
  expect(page.complaints).toEqual([]);
});

describeLooks('webhooks', () => {
  it('a webhook is added, receives a sale with a valid signature, receives it again, and is removed', async () => {
    const page = await visit();
    await button(page, 'Add a webhook').click();
    await typed(page, 'Books');
    await page.getByLabel('Address', { exact: true }).fill(receiver.urlOf('/books'));
    await page.getByRole('dialog').getByLabel('Events').selectOption('Selected events');
    await page.getByLabel('sale.credited').check();
    await button(page, 'Add Webhook').click();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    await button(page, 'Done').click();
    await row(page, 'Books').getByText('Active').waitFor();

    const transactionId = await sell();
    await button(page, 'Deliveries of Books').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Sent').waitFor();
    await dialog.getByRole('button', { name: 'Send again: sale.credited' }).click();
    await until(() => received('sale.credited').length === 2);
    for (const { body, headers } of received('sale.credited'))
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ data: { transactionId } });
    await page.keyboard.press('Escape');
    await button(page, 'Actions for Books').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await button(page, 'Remove').click();
    await page.getByText('No webhooks.').waitFor();
    expect(page.complaints).toEqual([]);
  });
});

describeLooks('accessibility', () => {
  beforeAll(async () => {
    await site.app.program(['read:events', 'read:personal', 'write:sales'], { name: 'Shop key' });
    const admin = await site.app.admin();
    const types = ['sale.credited', 'sale.reversed', 'cashout.requested'];
    await admin.post('/api/admin/webhooks', { name: 'Shop', url: receiver.urlOf('/Shop'), types, personal: true });
    await sell();
    await until(() => receiver.heard.some(({ path }) => path === '/Shop'));
  });

  it.each([
    ['Create API key', ''],
    ['Revoke Shop key', ''],
    ['Add a webhook', ''],
    ['Deliveries of Shop', ''],
    ...['Test', 'Pause', 'Rotate secret', 'Edit', 'Remove'].map((item) => ['Actions for Shop', item] as const),
  ])('"%s %s", on a phone and a desktop, light and dark', async (open, item) => {
    const page = await visit();
    await button(page, open).click();
    if (item) await page.getByRole('menuitem', { name: item }).click();
    await page.locator('[role=dialog], [role=alertdialog]').waitFor();
    await checkAccessibility(page, phoneAndDesktop);
  });
});
