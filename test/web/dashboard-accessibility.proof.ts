import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { affiliateStream, programmeStream } from '@framelift/contracts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { append } from '../support/history.ts';
import { checkAccessibility, type Appearance } from '../support/check-accessibility.ts';
import { sold } from '../support/sales.ts';
import { signedInAs } from '../support/sessions.ts';
import { openSite, type Site } from '../support/web-site.ts';
import { otherEntry } from '../support/published-entries.ts';
import { headSigned, tierReached } from '../support/facts.ts';

const everywhere: Appearance[] = [375, 1280].flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const]);

let site: Site;
let tokens: Record<'busy' | 'fresh' | 'late', string>;
beforeAll(async () => {
  site = await openSite({ silent: true, alone: true });
  const { app } = site;
  const busy = await app.affiliate('busy');
  for (let i = 0; i < 3; i++) await sold(app.system.log, busy.id, 60_00);
  await append(app.system, affiliateStream(busy.id), [tierReached({ from: 'bronze', to: 'silver', netSales: 20 })]);
  const head = { position: 41, hash: 'ab'.repeat(32), publicKey: 'key', signature: 'c2lnbmF0dXJl' };
  await append(app.system, programmeStream, [headSigned(head)]);
  await busy.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'busy@pay.example' } });
  await busy.post('/api/affiliate/payment-methods', { paymentType: 'solana', paymentDetails: { address: '7'.repeat(44) } });
  const method = (await busy.get('/api/affiliate/stats')).body.paymentMethods[0].id;
  for (const amount of [60, 50]) await busy.post('/api/affiliate/cashouts', { amount, paymentMethodId: method });
  const image = await sharp({ create: { width: 40, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const proofImage = `data:image/png;base64,${image.toString('base64')}`;
  await (await app.admin()).put(`/api/admin/cashouts/${busy.id}-1/process`, { status: 'completed', proofImage });
  tokens = {
    busy: busy.token,
    fresh: (await app.affiliate('fresh')).token,
    late: app.tokenOf(affiliateStream(busy.id), { minutesAgo: 11 }),
  };
});
afterAll(() => site.stop());

interface State {
  who?: keyof typeof tokens;
  path?: string;
  /** A tab to open first. */
  tab?: string;
  before?: (page: Page) => Promise<unknown>;
  reach?: (page: Page) => Promise<unknown>;
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const dialog = (page: Page) => page.getByRole('dialog').waitFor();
const fails = (url: string) => (page: Page) =>
  page.route(url, (route) => route.fulfill({ status: 500, json: { error: 'An error occurred' } }));
const hangs = (url: string) => (page: Page) => page.route(url, () => {});
const setUp = async (page: Page) => [await press(page, 'Set Up'), await page.getByRole('img', { name: /QR/ }).waitFor()];

const ledgerPlace = async (page: Page, name: string, text: string) => [
  await page.getByRole('tab', { name }).click(),
  await says(page, text),
];

const checked = async (page: Page, text: string | RegExp) => [
  await ledgerPlace(page, 'Proof', 'Download proof'),
  await press(page, 'Check now'),
  await says(page, text),
];

const states: Record<string, State> = {
  'the overview': { reach: (page) => page.locator('[data-point]').last().waitFor() },
  'a day of a chart': { reach: async (page) => [await page.getByRole('slider').focus(), await page.locator('[class*=tip]').waitFor()] },
  'the table behind a chart': { reach: async (page) => [await says(page, 'Show as table'), await page.getByText('Show as table').click()] },
  'the performance': { tab: 'Sources', reach: (page) => page.getByRole('table').waitFor() },
  'the performance of somebody new': { who: 'fresh', tab: 'Sources', reach: (page) => says(page, 'No activity in this period.') },
  'a performance that failed': { tab: 'Sources', before: fails('**/api/affiliate/breakdown*'), reach: (page) => says(page, 'Retry') },
  'the sales': { tab: 'Sales', reach: (page) => page.getByRole('table').waitFor() },
  'the cashouts': { tab: 'Cashouts', reach: (page) => says(page, 'Proof Picture') },
  'the ledger': { tab: 'Ledger', reach: (page) => page.getByRole('table').waitFor() },
  'what was not credited': {
    tab: 'Ledger',
    reach: (page) => ledgerPlace(page, 'Not credited', 'All sales through your link were credited.'),
  },
  'the statements': { tab: 'Ledger', reach: (page) => ledgerPlace(page, 'Statements', 'Monthly statements') },
  'the proof': {
    tab: 'Ledger',
    reach: async (page) => [
      await ledgerPlace(page, 'Proof', 'Download proof'),
      await page.getByText('How to check it').click(),
      await says(page, 'Download Statement'),
    ],
  },
  'a proof that is being checked': {
    tab: 'Ledger',
    before: hangs('**/log/tile/entries/**'),
    reach: (page) => checked(page, 'Reading your records'),
  },
  'a proof that was checked': { tab: 'Ledger', reach: (page) => checked(page, /^Checked \d+ events/) },
  'a proof that is of another log': {
    tab: 'Ledger',
    before: (page) => page.route('**/log/tile/entries/**', otherEntry),
    reach: (page) => checked(page, 'Others may see a different history than you'),
  },
  'the settings': { tab: 'Settings', reach: (page) => says(page, 'Primary') },
  'more places on a phone': {
    reach: async (page) => [await page.setViewportSize({ width: 375, height: 700 }), await press(page, 'More'), await dialog(page)],
  },
  'the menu under the name': { reach: async (page) => [await press(page, /^busy$/), await page.getByRole('menu').waitFor()] },
  'the notifications': { reach: async (page) => [await press(page, /Notifications/), await dialog(page)] },
  'the share dialog': { reach: async (page) => [await press(page, 'Share link'), await dialog(page)] },
  'a campaign that is none': {
    reach: async (page) => [
      await press(page, 'Share link'),
      await page.getByLabel('Campaign').fill('<b>'),
      await says(page, 'A campaign has'),
    ],
  },
  'adding a payment method': {
    tab: 'Settings',
    reach: async (page) => [await press(page, 'Add'), await page.getByLabel('Payment Type').selectOption('solana')],
  },
  'editing a payment method': { tab: 'Settings', reach: async (page) => [await press(page, /Edit PayPal/), await dialog(page)] },
  'deleting a payment method': {
    tab: 'Settings',
    reach: async (page) => [await press(page, /Delete PayPal/), await page.getByRole('alertdialog').waitFor()],
  },
  'the password before payout details': {
    who: 'late',
    tab: 'Settings',
    reach: async (page) => [
      await press(page, 'Add'),
      await page.getByLabel('PayPal Email').fill('a@b.example'),
      await press(page, 'Add Payment Method'),
      await says(page, 'Confirm Your Password'),
    ],
  },
  'asking for a cashout': {
    tab: 'Cashouts',
    reach: async (page) => [
      await press(page, 'Request Cashout'),
      await page.getByLabel('Amount (€)').fill('10'),
      await says(page, 'Minimum cashout amount is €50'),
    ],
  },
  'a proof': {
    tab: 'Cashouts',
    reach: async (page) => [await press(page, /Proof Picture/), await page.getByRole('dialog').getByRole('img').waitFor()],
  },
  'a proof that is gone': {
    tab: 'Cashouts',
    before: fails('**/proof'),
    reach: async (page) => [await press(page, /Proof Picture/), await says(page, 'Image not found')],
  },
  'a success': {
    tab: 'Settings',
    before: (page) => page.clock.install(),
    reach: async (page) => [
      await press(page, /Edit PayPal/),
      await press(page, 'Update Payment Method'),
      await says(page, 'Payment method updated successfully!'),
    ],
  },
  'an overview without anything': { who: 'fresh', reach: (page) => says(page, 'Get Started') },
  'no sales': { who: 'fresh', tab: 'Sales', reach: (page) => says(page, 'No sales found.') },
  'no cashouts': { who: 'fresh', tab: 'Cashouts', reach: (page) => says(page, 'No cashouts found.') },
  'an empty ledger': { who: 'fresh', tab: 'Ledger', reach: (page) => says(page, 'No entries found.') },
  'no payment methods': { who: 'fresh', tab: 'Settings', reach: (page) => says(page, 'No payment methods added.') },
  'no notifications': { who: 'fresh', reach: async (page) => [await press(page, 'Notifications'), await says(page, 'No notifications.')] },
  'a dashboard that loads': { before: hangs('**/api/affiliate/stats'), reach: (page) => says(page, 'Loading dashboard...') },
  'a dashboard that failed': { before: fails('**/api/affiliate/stats'), reach: (page) => says(page, 'An error occurred') },
  'figures that failed': { before: fails('**/api/affiliate/trends*'), reach: (page) => says(page, 'Failed to fetch figures') },
  'a ledger that failed': { before: fails('**/api/affiliate/ledger*'), tab: 'Ledger', reach: (page) => says(page, 'An error occurred') },
  'the account': { path: '/account', reach: (page) => says(page, 'Two-factor sign-in') },
  'an account whose new address waits': {
    path: '/account',
    who: 'fresh',
    before: (page) =>
      page.route('**/api/account/mails', (route) =>
        route.fulfill({
          json: { email: 'f@example.org', confirmed: true, pendingEmail: 'new@example.org', sales: 'daily', cashouts: true, tiers: false },
        }),
      ),
    reach: (page) => says(page, 'takes effect once you open the link'),
  },
  'an address that is taken': {
    path: '/account',
    reach: async (page) => [
      await page.getByLabel('New Address').fill('fresh@example.org'),
      await press(page, 'Change Address'),
      await page.getByRole('alert').waitFor(),
    ],
  },
  'a password that was refused': {
    path: '/account',
    reach: async (page) => [await press(page, 'Change Password'), await page.getByRole('alert').waitFor()],
  },
  'setting up codes': { path: '/account', who: 'fresh', reach: setUp },
  'a code that was refused': {
    path: '/account',
    who: 'fresh',
    reach: async (page) => [
      await setUp(page),
      await page.getByLabel('Code', { exact: true }).fill('000000'),
      await press(page, 'Turn On'),
      await says(page, /code is not correct/),
    ],
  },
  'recovery codes': {
    path: '/account',
    who: 'fresh',
    before: (page) =>
      page.route('**/api/account/totp', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ json: { recoveryCodes: ['abcd-efgh-jkmn', 'pqrs-tvwx-yz01'] } })
          : route.continue(),
      ),
    reach: async (page) => [
      await setUp(page),
      await page.getByLabel('Code', { exact: true }).fill('123456'),
      await press(page, 'Turn On'),
      await says(page, 'Save Your Recovery Codes'),
    ],
  },
  'codes turned on, few of them left': {
    path: '/account',
    before: (page) =>
      page.route('**/api/account', (route) =>
        route.fulfill({
          json: {
            username: 'busy',
            email: 'b@example.org',
            isAdmin: false,
            passwordChangedAt: '2026-01-01T00:00:00.000Z',
            totp: true,
            totpRequired: false,
            recoveryCodesLeft: 1,
          },
        }),
      ),
    reach: async (page) => [
      await says(page, '1 recovery code is left.'),
      await press(page, 'Turn Off'),
      await page.getByRole('alertdialog').waitFor(),
    ],
  },
  'an account that failed': { path: '/account', before: fails('**/api/account'), reach: (page) => says(page, 'An error occurred') },
  'a login that asks for a code': {
    path: '/affiliate/login',
    before: async (page) => [
      // Signed-in people are led to their dashboard.
      await page.addInitScript(() => localStorage.removeItem('affiliateToken')),
      await page.route('**/api/affiliate/login', (route) =>
        route.fulfill({ status: 403, json: { error: 'Please enter the code from your authenticator app', code: 'codeRequired' } }),
      ),
    ],
    reach: async (page) => [
      await page.getByLabel('Username or Email').fill('busy'),
      await page.getByLabel('Password', { exact: true }).fill('whatever'),
      await press(page, 'Login'),
      await page.getByLabel('Authentication Code').waitFor(),
    ],
  },
};

describe('an affiliate’s screens, at 375 and 1280 px in both themes', () => {
  it.each(Object.entries(states))('%s', async (_, { who = 'busy', path = '/affiliate/dashboard', tab, before, reach }) => {
    const page = await site.visit(path, {
      reducedMotion: 'reduce',
      before: async (p) => {
        await signedInAs(tokens[who])(p);
        await before?.(p);
      },
    });
    page.setDefaultTimeout(20_000);
    if (tab) await page.getByRole('tab', { name: tab }).click();
    await reach?.(page);
    await checkAccessibility(page, everywhere);
  });
});
