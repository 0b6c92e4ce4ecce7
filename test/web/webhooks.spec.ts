import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { openAdmin, signedInBefore } from '../support/admin-screen.ts';
import { type Appearance, checkAccessibility } from '../support/check-accessibility.ts';
import { answersWith, type Receiver, startReceiver } from '../support/receiver.ts';
import type { Client } from '../support/system.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
let receiver: Receiver;
let admin: Client;
beforeAll(async () => {
  receiver = await startReceiver();
  site = await openSite({ silent: true, settings: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
  admin = await site.app.admin();
});
afterAll(async () => {
  receiver.stop();
  await site.stop();
});
beforeEach(async () => {
  for (const { id } of (await admin.get('/api/admin/webhooks')).body.webhooks) await admin.send('DELETE', `/api/admin/webhooks/${id}`);
  Object.assign(receiver, { heard: [], answers: {} });
});

const visit = (options: Parameters<typeof openAdmin>[2] = {}) => openAdmin(site, '?tab=integrations', options);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
const add = async (name: string, more: object = {}): Promise<{ id: string; secret: string }> =>
  (await admin.post('/api/admin/webhooks', { name, url: receiver.urlOf(`/${name}`), types: [], personal: false, ...more })).body;
const sell = async () => {
  const [seller, shop] = [await site.app.affiliate(), await site.app.program(['write:sales'])];
  const { status, body } = await shop.post('/api/sales', { id: randomUUID(), amount: 49, currency: 'EUR', ref: seller.username });
  expect(status).toBe(201);
  return body.transactionId as string;
};
const toldOf = (type: string) => receiver.heard.filter(({ body }) => JSON.parse(body).type === type);

describe('webhooks', () => {
  it('are added, tried, told of a sale with a good signature, and told again after a failure', async () => {
    const page = await visit();
    await page.getByText('No webhooks.').waitFor();
    await button(page, 'Add a webhook').click();
    await page.keyboard.type('Books');
    await page.getByLabel('Address', { exact: true }).fill(receiver.urlOf('/books'));
    await page.getByRole('dialog').getByLabel('Events').selectOption('Only these');
    expect(await button(page, 'Add Webhook').isDisabled()).toBe(true);
    await page.getByLabel('sale.credited').check();
    await button(page, 'Add Webhook').click();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await button(page, 'Done').click();
    await row(page, 'Books').getByText('Active').waitFor();

    receiver.answers['/books'] = answersWith(418, 'teapot');
    await button(page, 'Test Books').click();
    await button(page, 'Send a test event').click();
    await page.getByText('teapot').waitFor();
    await page.getByText('418').waitFor();
    expect(toldOf('webhook.test')).toHaveLength(1);
    await page.keyboard.press('Escape');

    receiver.answers['/books'] = answersWith(500, 'out of paper');
    const transactionId = await sell();
    await until(() => toldOf('sale.credited').length > 0, 20_000);
    await button(page, 'Deliveries of Books').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('out of paper').waitFor();
    await dialog.getByText('Waiting').waitFor();
    await dialog.getByText('next try').waitFor();

    receiver.answers = {};
    await dialog.getByText('Sent').waitFor({ timeout: 30_000 });
    const times = toldOf('sale.credited').length;
    await dialog.getByRole('button', { name: 'Send sale.credited again' }).click();
    await until(() => toldOf('sale.credited').length > times, 20_000);
    for (const { body, headers } of toldOf('sale.credited'))
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ data: { transactionId } });
    expect(new Set(toldOf('sale.credited').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(page.complaints).toEqual([]);
  }, 120_000);

  it('are paused, resumed with all that happened since, given another secret, edited and removed', async () => {
    const { secret: old } = await add('Stock');
    const page = await visit();
    await button(page, 'Pause Stock').click();
    await button(page, 'Pause').click();
    await row(page, 'Stock').getByText('Paused').waitFor();
    await sell();
    await row(page, 'Stock').getByRole('cell', { name: '2', exact: true }).waitFor({ timeout: 30_000 });
    expect(receiver.heard).toEqual([]);

    await button(page, 'New secret for Stock').click();
    await button(page, 'Make a New Secret').click();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    await button(page, 'Done').click();

    await button(page, 'Edit Stock').click();
    await page.getByLabel('Name', { exact: true }).fill('Stores');
    await button(page, 'Save').click();
    await row(page, 'Stores').getByText('Paused').waitFor();

    await button(page, 'Resume Stores').click();
    await page.getByText('sends everything since, in order').waitFor();
    await button(page, 'Resume').click();
    await row(page, 'Stores').getByText('Active').waitFor();
    await until(() => receiver.heard.length === 2, 20_000);
    expect(receiver.heard.map(({ body }) => JSON.parse(body).type)).toEqual(['affiliate.registered', 'sale.credited']);
    for (const { body, headers } of receiver.heard) for (const good of [old, secret]) new Webhook(good).verify(body, headers);

    await button(page, 'Remove Stores').click();
    await button(page, 'Remove').click();
    await page.getByText('No webhooks.').waitFor();
    expect(page.complaints).toEqual([]);
  }, 120_000);

  it('ask for the password where the session is older, and say what is refused', async () => {
    await add('Taken');
    const page = await visit(await signedInBefore(site));
    await button(page, 'Add a webhook').click();
    await page.keyboard.type('taken');
    await page.getByLabel('Address', { exact: true }).fill(receiver.urlOf('/taken'));
    await button(page, 'Add Webhook').click();
    await page.getByLabel('Password', { exact: true }).fill('the admin password');
    await page.keyboard.press('Enter');
    await page.getByText('Another webhook has this name').waitFor();
  });

  it('have no accessibility problem', async () => {
    const appearances: Appearance[] = [
      [375, 'light'],
      [375, 'dark'],
      [1280, 'light'],
      [1280, 'dark'],
    ];
    receiver.answers['/Shop'] = answersWith(500, 'out of paper');
    await add('Shop', { personal: true, types: ['sale.credited', 'sale.reversed', 'cashout.requested'] });
    await sell();
    await until(() => toldOf('sale.credited').length > 0, 20_000);
    const page = await visit();
    await row(page, 'Shop').waitFor();
    await checkAccessibility(page, appearances);
    for (const open of [
      'Add a webhook',
      'Deliveries of Shop',
      'Test Shop',
      'Pause Shop',
      'New secret for Shop',
      'Edit Shop',
      'Remove Shop',
    ]) {
      await button(page, open).click();
      const dialog = page.locator('[role=dialog], [role=alertdialog]');
      await dialog.waitFor();
      await checkAccessibility(page, appearances);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  }, 120_000);
});
