import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openAdmin } from '../support/admin-screen.ts';
import { said, typed } from '../support/patience.ts';
import { sold } from '../support/sales.ts';
import { openSite, pressEscape, type Site } from '../support/web-site.ts';

// An admin's main jobs without a pointer.
let site: Site;
beforeAll(async () => {
  site = await openSite({ silent: true, alone: true });
  for (const name of ['anna', 'bruno', 'carla', 'dora']) {
    const person = await site.app.affiliate(name);
    await sold(site.app.system.log, person.id, 100_00, `i-${name}`);
    await person.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: `${name}@pay.example` } });
    const { paymentMethods } = (await person.get('/api/affiliate/stats')).body;
    expect((await person.post('/api/affiliate/cashouts', { amount: 60, paymentMethodId: paymentMethods[0].id })).status).toBe(201);
  }
});
afterAll(() => site.stop());

const FOCUSED = `(({ ariaLabel, labels, textContent }) => ariaLabel ?? labels?.[0]?.textContent ?? textContent)(document.activeElement)`;
/** More than any place has on the way. */
const FARTHEST = 60;

/** Presses Tab until the element of that name has the focus. */
const tabTo = async (page: Page, name: string) => {
  const passed: unknown[] = [];
  while (passed.at(-1) !== name && passed.length < FARTHEST) {
    await page.keyboard.press('Tab');
    passed.push(await page.evaluate(FOCUSED));
  }
  expect(passed.at(-1)).toBe(name);
};

it('opens a cashout from the overview, and the focus goes back to its button', async () => {
  const page = await openAdmin(site);
  await tabTo(page, 'Overview');
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowDown');
  await page.getByRole('row', { name: /anna/ }).waitFor();
  await tabTo(page, 'Process');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Process Cashout' }).waitFor();
  await pressEscape(page);
  await page.waitForFunction(`document.activeElement.textContent === 'Process'`);
  expect(page.complaints).toEqual([]);
});

it('decides about what looks wrong: one by f, one by h with a reason', async () => {
  const page = await openAdmin(site, '/review');
  await page.getByRole('row', { name: /anna/ }).first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('f');
  await said(page, 'Marked as fine.');
  await page.keyboard.press('j');
  await page.keyboard.press('h');
  await page.getByRole('dialog', { name: 'Put on hold' }).waitFor();
  await typed(page, 'Two accounts of one person?');
  await tabTo(page, 'Put on hold');
  await page.keyboard.press('Enter');
  await said(page, 'Held.');
  expect(page.complaints).toEqual([]);
});

it('selects three cashouts and starts a run of them', async () => {
  const page = await openAdmin(site, '/cashouts');
  const boxes = page.locator('tbody input[type=checkbox]:enabled');
  await boxes.first().waitFor();
  const names = await boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-label')!));
  for (const name of names.slice(0, 3)) {
    await tabTo(page, name);
    await page.keyboard.press('Space');
  }
  await page.getByText(`3 of ${names.length} cashouts · €180.00`).waitFor();
  await tabTo(page, 'Pay selected');
  await page.keyboard.press('Enter');
  await page.getByText('Ready to pay').waitFor();
  expect(page.complaints).toEqual([]);
});

it('changes a tier on the page of an affiliate', async () => {
  const page = await openAdmin(site, '/affiliates?search=anna');
  await page.getByRole('link', { name: 'anna' }).waitFor();
  await tabTo(page, 'anna');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'anna' }).waitFor();
  await page.getByLabel('Tier', { exact: true }).waitFor();
  await tabTo(page, 'Tier');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Save');
  await page.keyboard.press('Enter');
  await said(page, 'Affiliate updated successfully!');
  const { affiliates } = (await (await site.app.admin()).get('/api/admin/affiliates?search=anna')).body;
  expect(affiliates[0].tier).toBe('silver');
  expect(page.complaints).toEqual([]);
});
