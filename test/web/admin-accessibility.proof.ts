import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { affiliateStream } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import { openAdmin } from '../support/admin-screen.ts';
import { bought } from '../support/buying.ts';
import { checkAccessibility, type Appearance } from '../support/check-accessibility.ts';
import { tierReached } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { sold } from '../support/sales.ts';
import { openSite, type Site } from '../support/web-site.ts';

/** A narrow phone, a desktop at 200 %, and a desktop. */
const everywhere: Appearance[] = [320, 640, 1280].flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const]);
const phone: Appearance[] = [
  [320, 'light'],
  [320, 'dark'],
];
const desktop: Appearance[] = [
  [1280, 'light'],
  [1280, 'dark'],
];

let site: Site;
let anna: string;
beforeAll(async () => {
  site = await openSite({ silent: true, alone: true });
  const { app } = site;
  for (const name of ['anna', 'bruno', 'a-name-as-long-as-a-name-may-be']) {
    const person = await app.affiliate(name);
    await sold(app.system.log, person.id, 100_00, `i-${name}`);
    await person.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: `${name}@pay.example` } });
    const { paymentMethods } = (await person.get('/api/affiliate/stats')).body;
    await person.post('/api/affiliate/cashouts', { amount: 60, paymentMethodId: paymentMethods[0].id });
    if (name === 'anna') anna = person.id;
  }
  // A tier that a recalculation ends.
  await append(app.system, affiliateStream(anna), [tierReached({ from: 'bronze', to: 'silver', netSales: 20 })]);
  await bought(app, null, 'erin@mail.example');
  const boughtOn = new Date().toISOString().slice(0, 10);
  await (await app.affiliate('dora')).post('/api/affiliate/missing-sales', { boughtOn, customerEmail: 'erin@mail.example' });
});
afterAll(() => site.stop());

interface State {
  place?: string;
  appearances?: Appearance[];
  reach: (page: Page) => Promise<unknown>;
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const dialog = (page: Page) => page.getByRole('dialog').waitFor();
const confirm = (page: Page) => page.getByRole('alertdialog').waitFor();
const find = async (page: Page, text: string) => [
  await page.keyboard.press('Control+k'),
  await dialog(page),
  await page.keyboard.type(text),
];
const startRun = async (page: Page) => {
  const run = (await (await site.app.admin()).get('/api/admin/payout-runs')).body.runs.find(
    ({ state }: { state: string }) => state === 'open',
  );
  if (run) return page.goto(`${site.url}/admin/dashboard/payouts/${run.id}`);
  await press(page, 'Select all');
  return press(page, 'Pay selected');
};
const annas = (tab = '') => `/affiliates/:anna${tab && `?tab=${tab}`}`;

const states: Record<string, State> = {
  'the page editor': { place: '/site', reach: (page) => says(page, 'All fields') },
  'all fields of the site': { place: '/site/fields', reach: (page) => says(page, 'Announcement') },
  'the products': { place: '/site/products', reach: (page) => says(page, 'Add a product') },
  'the announcement': { place: '/site/announcement', reach: (page) => says(page, 'Leave empty for no announcement.') },
  'what needs an admin': { reach: (page) => says(page, 'Needs you') },
  'the places as icons': { appearances: desktop, reach: (page) => press(page, 'Show icons only') },
  'the places of a phone': {
    appearances: phone,
    reach: async (page) => [await page.setViewportSize({ width: 320, height: 700 }), await press(page, 'Open menu'), await dialog(page)],
  },
  'the menu under the name': { reach: async (page) => [await press(page, /^admin$/), await page.getByRole('menu').waitFor()] },
  'the search': { reach: (page) => find(page, '') },
  'the search with results': {
    reach: async (page) => [await find(page, 'anna'), await page.getByRole('option', { name: /^anna/ }).waitFor()],
  },
  'the search without results': { reach: async (page) => [await find(page, 'zzzz'), await says(page, /Nothing found/)] },
  'the affiliates': { place: '/affiliates', reach: (page) => says(page, 'bruno') },
  'who moves in a recalculation': {
    place: '/affiliates',
    reach: async (page) => [await press(page, 'Recalculate Tiers'), await says(page, '1 moves down')],
  },
  'a new affiliate': { place: '/affiliates', reach: async (page) => [await press(page, 'Add Affiliate'), await dialog(page)] },
  ...Object.fromEntries(
    ['sales', 'ledger', 'cashouts', 'codes', 'activity'].map((tab): [string, State] => [
      `the ${tab} on the page of an affiliate`,
      {
        place: annas(tab),
        reach: (page) =>
          page
            .getByRole('tabpanel')
            .last()
            .getByText(/i-anna|€60.00|New code|Sale recorded/)
            .first()
            .waitFor(),
      },
    ]),
  ),
  'a tier that is being changed': { place: annas(), reach: (page) => page.getByLabel('Tier', { exact: true }).selectOption('gold') },
  'an affiliate who is edited': { place: annas(), reach: async (page) => [await press(page, 'Edit anna'), await dialog(page)] },
  'an affiliate who is to be deleted': { place: annas(), reach: async (page) => [await press(page, 'Delete anna'), await confirm(page)] },
  'a missing sale to answer': {
    place: '/sales?status=missing',
    reach: async (page) => [await press(page, 'Answer dora'), await dialog(page)],
  },
  'the evidence of a sale': { place: '/sales', reach: async (page) => [await page.locator('tbody a').first().click(), await dialog(page)] },
  'cashouts that are chosen': { place: '/cashouts', reach: async (page) => [await press(page, 'Select all'), await says(page, /3 of 3/)] },
  'a cashout to reject': {
    place: '/cashouts',
    reach: async (page) => [await press(page, 'Process'), await page.getByRole('dialog').getByLabel('Status').selectOption('rejected')],
  },
  'what looks wrong, chosen and unfolded': {
    place: '/review',
    reach: async (page) => [await page.locator('tbody input').first().check(), await page.locator('summary').first().click()],
  },
  'a decision about it': { place: '/review', reach: async (page) => [await press(page, /^Put on hold/), await dialog(page)] },
  'terms with a change': {
    place: '/programme/change',
    reach: async (page) => [await page.getByLabel('Rate (%)').nth(1).fill('22'), await says(page, 'Silver: 25% → 22%')],
  },
  'terms to apply': {
    place: '/programme/change',
    reach: async (page) => [
      await page.getByLabel('Rate (%)').nth(1).fill('22'),
      await press(page, 'Preview'),
      await press(page, 'Apply changes'),
      await confirm(page),
    ],
  },
  'an event': { place: '/events/3', reach: (page) => says(page, 'Metadata') },
  'a place that is none': { place: '/nothing', reach: (page) => says(page, 'Page Not Found') },
  // From here on the cashouts are in a run.
  'a run in three steps': { place: '/cashouts', reach: async (page) => [await startRun(page), await says(page, 'Ready to pay')] },
  'a run to confirm': {
    place: '/cashouts',
    reach: async (page) => [await startRun(page), await press(page, 'Mark as paid'), await dialog(page)],
  },
  'a run to cancel': {
    place: '/cashouts',
    reach: async (page) => [await startRun(page), await press(page, 'Cancel run'), await confirm(page)],
  },
  'cashouts in a run': { place: '/cashouts', reach: (page) => says(page, 'In payout run') },
  'the runs': { place: '/payouts', reach: (page) => says(page, 'Ready to pay') },
};

describe('an admin’s screens, at 320, 640 and 1280 px in both themes', () => {
  it.each(Object.entries(states))('%s', async (_, { place = '', reach, appearances = everywhere }) => {
    const page = await openAdmin(site, place.replace(':anna', anna));
    page.setDefaultTimeout(20_000);
    await reach(page);
    await checkAccessibility(page, appearances);
  });
});
