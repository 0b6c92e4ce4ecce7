import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { affiliateStream } from '../../contracts/src/index.ts';
import { openAdmin } from '../support/admin-screen.ts';
import { bought } from '../support/buying.ts';
import { cashoutProcessed, cashoutRequested, paymentMethodAdded } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { said, typed } from '../support/patience.ts';
import { sold } from '../support/sales.ts';
import { openSite, type Site, type Visitor } from '../support/web-site.ts';

// How many clicks an admin's daily work takes from Home; typing is not counted.
let site: Site;
/** Paid for by somebody who came without a link. */
let uncredited: string;

beforeAll(async () => {
  site = await openSite({ silent: true, alone: true });
  const { app } = site;
  const nina = await app.affiliate('nina');
  await sold(app.system.log, nina.id, 4_000_00);
  const payTo = { email: 'nina@pay.example' };
  const asked = (n: number) =>
    cashoutRequested({
      cashoutId: `${nina.id}-${n}`,
      amountCents: 50_00,
      paymentMethodId: 'm1',
      paymentType: 'paypal',
      payTo: payTo as never,
    });
  const first = { cashoutId: `${nina.id}-1`, amountCents: 50_00, from: 'pending', status: 'completed' } as const;
  await append(app.system, affiliateStream(nina.id), [
    paymentMethodAdded({ paymentMethodId: 'm1', paymentType: 'paypal', details: payTo as never, detailsHash: 'f'.repeat(32) }),
    asked(1),
    cashoutProcessed(first),
  ]);
  const others = Array.from({ length: 60 }, (_, i) => asked(i + 2));
  await append(app.system, affiliateStream(nina.id), others, { at: '2025-05-01T12:00:00.000Z' });
  const admin = await app.admin();
  // Her first sale is a jump, which is worth a look: it has been looked at.
  for (const { id, position, signals } of (await admin.get('/api/admin/review')).body.items)
    await admin.post(`/api/admin/review/${id}`, {
      decision: 'fine',
      reason: 'A launch',
      upTo: position,
      rules: [...new Set(signals.map(({ rule }: { rule: string }) => rule))],
    });
  uncredited = await bought(app, null, 'erin@mail.example');
  const today = new Date().toISOString().slice(0, 10);
  await nina.post('/api/affiliate/missing-sales', { boughtOn: today, customerEmail: 'erin@mail.example' });
});
afterAll(() => site.stop());

const home = (): Promise<Visitor> =>
  openAdmin(site, '', {
    before: (page) =>
      page.addInitScript(() => {
        const counted = globalThis as unknown as {
          clicks: string[];
          addEventListener: (type: string, on: (event: { target: { textContent: string } }) => void, capture: boolean) => void;
        };
        counted.clicks = [];
        counted.addEventListener('click', ({ target }) => void counted.clicks.push(target.textContent), true);
      }),
  });
/** What was clicked. */
const clicks = (page: Page): Promise<string[]> => page.evaluate('clicks');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

it('pays 60 cashouts in 5', async () => {
  const page = await home();
  await page.getByRole('link', { name: 'Pay: 60 open cashouts' }).click();
  await page.getByText('60 of 60 cashouts · €3,000.00').waitFor();
  await press(page, 'Pay selected');
  await page.getByRole('heading', { name: '60 cashouts · €3,000.00' }).first().waitFor();
  await Promise.all([page.waitForEvent('download'), press(page, 'Download for PayPal')]);
  // It moves what is below.
  await page.getByRole('button', { name: 'Download again' }).waitFor();
  await press(page, 'Mark as paid');
  await typed(page, 'PP-60');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await said(page, 'Payout run marked as paid successfully!');
  await page.getByText('PP-60').waitFor();
  expect(await clicks(page)).toEqual(['Pay', 'Pay selected', 'Download for PayPal', 'Mark as paid', 'Mark as paid']);
  expect(page.complaints).toEqual([]);
});

it('finds why a sale was not credited in 2', async () => {
  const page = await home();
  await page.getByRole('tab', { name: /^Sales/ }).click();
  await page.getByRole('searchbox').click();
  await typed(page, 'erin@mail.example');
  await page.getByRole('row', { name: /The buyer did not come through a referral link/ }).waitFor();
  expect(await clicks(page)).toEqual([expect.stringMatching(/^Sales/), '']);
});

it('answers a missing sale in 3', async () => {
  const page = await home();
  await page.getByRole('link', { name: 'Answer: 1 missing sale' }).click();
  await press(page, 'Answer nina');
  await press(page, `Credit ${uncredited}`);
  await said(page, 'Sale credited to nina.');
  expect(await clicks(page)).toEqual(['Answer', 'Answer', 'Credit']);
  expect(page.complaints).toEqual([]);
});
