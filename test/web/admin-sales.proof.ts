import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkoutStream } from '../../contracts/src/index.ts';
import { Freshness } from '../../services/src/engine/projecting/freshness.ts';
import { openAdmin } from '../support/admin-screen.ts';
import { bought } from '../support/buying.ts';
import { append } from '../support/history.ts';
import { type Appearance, checkAccessibility, lookInPassing, phoneAndDesktop } from '../support/check-accessibility.ts';
import { said, typed } from '../support/patience.ts';
import { refunded, sold } from '../support/sales.ts';
import { openSite, type Site } from '../support/web-site.ts';
import { ref } from '../support/invoices.ts';
import { partialRefundSeen, saleNotCredited } from '../support/facts.ts';

const looks: Appearance[] = [
  [375, 'dark'],
  [1280, 'light'],
];
let site: Site;
let anna: Awaited<ReturnType<Site['app']['affiliate']>>;
/** Paid at the sandbox store while anna was suspended. */
let uncredited: string;

beforeAll(async () => {
  site = await openSite({ silent: true, alone: true });
  const { app } = site;
  anna = await app.affiliate('anna');
  const admin = await app.admin();
  await sold(app.system.log, anna.id, 6_00, 'credited-1');
  await sold(app.system.log, anna.id, 7_00, 'refunded-1');
  await refunded(app.system.log, anna.id, 7_00, 'refunded-1');
  await sold(app.system.log, anna.id, 8_00, 'partial-1');
  const partial = partialRefundSeen({ ...ref('partial-1'), refundedCents: 5_00, currency: 'EUR', affiliateId: anna.id });
  await append(app.system, checkoutStream(ref('partial-1')), [partial]);
  const unknown = saleNotCredited({
    ...ref('unknown-1'),
    reason: 'unknownCheckout',
    paidCents: 29_99,
    soldAt: '2025-05-01T12:00:00.000Z',
    customerEmail: 'who@mail.com',
    buyer: 'c'.repeat(40),
  });
  await append(app.system, checkoutStream(ref('unknown-1')), [unknown]);
  await app.db.pool.query(`insert into store.intents (checkout_id, affiliate_id, created_at) values ('c1', $1, '2025-05-01T11:50:00Z')`, [
    anna.id,
  ]);
  await admin.put(`/api/admin/affiliates/${anna.id}`, { status: 'suspended' });
  uncredited = await bought(app, 'anna', 'buyer@mail.com');
  await admin.put(`/api/admin/affiliates/${anna.id}`, { status: 'active' });
});
afterAll(() => site.stop());

const visit = (query: string) => openAdmin(site, query);
const dialog = (page: Page) => page.getByRole('dialog');
const evidence = (page: Page, invoice: string) => page.getByRole('link', { name: invoice });
/** Her dashboard with the whole log: her client has not seen the position of the admin's action. */
async function balance(): Promise<number> {
  const { log, pool } = site.app.system;
  const { position } = await log.head();
  while (!(await new Freshness(pool).reached('dashboard', 'all', position)));
  return (await anna.get('/api/affiliate/stats')).body.affiliate.balance;
}

describe('sales', () => {
  it('are credited by hand with a reason, and reversed by hand, by keyboard alone, and the affiliate sees it', async () => {
    const before = await balance();
    const page = await visit(`/sales?invoice=${uncredited}`);
    const focusOn = async (name: string) => {
      await dialog(page).getByText(name, { exact: true }).last().waitFor();
      for (let i = 0; i < 15; i++) {
        const at = await page.evaluate(`document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText`);
        if (at === name) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${name} is not reached`);
    };
    const steps = dialog(page).getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await steps.getByText('Not credited: The affiliate was suspended at the time of the sale').waitFor();
    await focusOn('Credit by hand');
    await page.keyboard.press('Enter');
    await focusOn('Reason (the affiliate sees this)');
    await typed(page, 'they were suspended by mistake');
    await focusOn('Credit sale');
    await page.keyboard.press('Enter');
    await said(page, 'Sale credited successfully!');
    expect(await balance()).toBe(before + 6);

    await evidence(page, uncredited).click();
    await dialog(page).getByText('Reason: they were suspended by mistake').waitFor();
    await focusOn('Reverse');
    await page.keyboard.press('Enter');
    await focusOn('Reason (the affiliate sees this)');
    await typed(page, 'it was right after all');
    await focusOn('Reverse sale');
    await page.keyboard.press('Enter');
    await said(page, 'Sale reversed successfully!');
    expect(await balance()).toBe(before);
  });
});

describe('a missing sale', () => {
  it('is reported by an affiliate, credited by an admin, and shown to the affiliate', async () => {
    const zoe = await site.app.affiliate('zoe');
    const transaction = await bought(site.app, null, 'erin@mail.com');
    const hers = await site.visit('/affiliate/dashboard/sales', {
      reducedMotion: 'reduce',
      before: (p) => p.addInitScript((t) => localStorage.setItem('affiliateToken', t), zoe.token),
    });
    await hers.getByRole('button', { name: 'Report a Missing Sale' }).click();
    await hers.getByLabel('Day of the purchase').fill(new Date().toISOString().slice(0, 10));
    await hers.getByRole('button', { name: 'Report Sale' }).click();
    await hers.getByText('so that we can find the sale').waitFor();
    await hers.getByLabel('Buyer’s email').fill('erin@mail.com');
    await lookInPassing(hers, looks);
    await hers.getByRole('button', { name: 'Report Sale' }).click();
    await hers.getByRole('row', { name: /erin@mail.com.*Under review/ }).waitFor();

    const page = await visit('/sales?status=missing');
    await lookInPassing(page, looks);
    await page.getByRole('button', { name: 'Answer zoe' }).click();
    await lookInPassing(page, looks);
    await dialog(page).getByLabel('Reason').fill('She bought without the link.');
    await dialog(page)
      .getByRole('button', { name: `Credit ${transaction}` })
      .click();
    await said(page, 'Sale credited to zoe.');
    await page.getByRole('row', { name: /zoe.*Credited/ }).waitFor();
    await hers.getByRole('row', { name: /Credited.*She bought without the link/ }).waitFor();
    expect([...hers.complaints, ...page.complaints]).toEqual([]);
  });
});

describe('accessibility', () => {
  const decide = (name: string) => (page: Page) => dialog(page).getByRole('button', { name }).click();
  const states: Record<string, [string, (page: Page) => Promise<unknown>]> = {
    'the list': ['/sales', (page) => evidence(page, 'sellauth-credited-1').waitFor()],
    'no sales': ['/sales?search=zzz', (page) => page.getByText('No sales found.').waitFor()],
    'what never reached the store': ['/sales?status=intents', (page) => page.getByText('anna').waitFor()],
    'the evidence': ['/sales?invoice=sellauth-unknown-1', (page) => dialog(page).getByText('anna').waitFor()],
    'a sale to credit': ['/sales?invoice=sellauth-unknown-1', decide('Credit by hand')],
    'a sale to reverse': ['/sales?invoice=sellauth-credited-1', decide('Reverse')],
    'evidence that is not there': ['/sales?invoice=none', (page) => dialog(page).getByText('Sale not found').waitFor()],
  };
  it.each(Object.entries(states))('%s, on a phone and a desktop, light and dark', async (_, [at, reach]) => {
    const page = await visit(at);
    await reach(page);
    await checkAccessibility(page, phoneAndDesktop);
  });
});
