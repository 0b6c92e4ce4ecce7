import { describe, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAccessibility, type Appearance } from '../support/check-accessibility.ts';
import { expectPage } from '../support/patience.ts';
import { openBothSites, type Visitor } from '../support/web-site.ts';

const both = openBothSites();

const everywhere: Appearance[] = [320, 768, 1280].flatMap((width) => [[width, 'light'] as const, [width, 'dark'] as const]);

const routes = [
  '/',
  '/pricing',
  '/free',
  '/premium',
  '/fortnite-optimizer',
  '/tweaks',
  '/tweaks/network-latency-pack',
  '/tos',
  '/success',
  '/statistics',
  '/affiliate',
  '/affiliate/register',
  '/affiliate/login',
  '/account/forgot',
  '/account/reset',
  '/account/confirm-email',
  '/account/not-me',
  '/account/unsubscribe',
  '/socials',
  '/about-us',
  '/no/such/page',
];

/** Each at 3 widths in 2 themes. */
it.each(routes)('%s at 320, 768 and 1280 px in both themes', async (path) => {
  const page = await both.site.visit(path, { reducedMotion: 'reduce' });
  await page.waitForLoadState('networkidle');
  await checkAccessibility(page, everywhere);
});

interface State {
  path: string;
  /** Without an answer from any public source. */
  silent?: boolean;
  before?: (page: Page) => Promise<unknown>;
  reach: (page: Visitor) => Promise<unknown>;
  appearances?: Appearance[];
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const says = (page: Page, text: string) => page.getByText(text).first().waitFor();
/** A page that the server sends has its answers; one that is opened from another asks for them. */
async function goOn(page: Page, path: string) {
  await page.mouse.move(5, 5);
  await page.mouse.move(20, 20);
  await expectPage.poll(() => page.evaluate('Boolean(window.__reactRouterDataRouter?.state.initialized)')).toBe(true);
  await page.evaluate(`window.__reactRouterDataRouter.navigate('${path}')`);
}
const checkout = (answer: object) => (page: Page) => page.route('**/api/store/checkout', (route) => route.fulfill(answer));

const states: Record<string, State> = {
  'the More menu open': {
    path: '/',
    reach: (page) => press(page, 'More'),
    appearances: [
      [768, 'light'],
      [1280, 'dark'],
    ],
  },
  'the menu of a phone open': {
    path: '/',
    reach: async (page) => {
      await page.setViewportSize({ width: 320, height: 700 });
      await press(page, 'Open menu');
    },
    appearances: [
      [320, 'light'],
      [320, 'dark'],
    ],
  },
  'an answer open': { path: '/', reach: (page) => press(page, 'Is Framelift safe to use?') },
  'another answer open': { path: '/', reach: (page) => press(page, 'Can I get a refund?') },
  'the preview zoomed': { path: '/', reach: async (page) => [await press(page, /Zoom/), await page.getByRole('dialog').waitFor()] },
  'the preview zoomed on a low screen': {
    path: '/',
    reach: async (page) => [await press(page, /Zoom/), await page.getByRole('dialog').waitFor()],
    appearances: [[700, 'dark', 320]],
  },
  'Framelift switched on': { path: '/', reach: (page) => page.getByRole('switch', { name: 'Framelift' }).check() },
  'home without feeds': { path: '/', silent: true, reach: (page) => says(page, '10,000+ of 50K') },
  'another page of benefits': {
    path: '/',
    reach: (page) => page.locator('[aria-label=Benefits]').getByRole('button', { name: 'Next' }).click(),
  },
  'another page of reviews': { path: '/pricing', reach: (page) => press(page, 'Page 3 of 4') },
  'another page of the team': { path: '/about-us', reach: (page) => press(page, 'Page 2 of 2') },
  'about without feeds': { path: '/about-us', silent: true, reach: (page) => says(page, 'N/A') },
  'a download that loads': {
    path: '/',
    before: (page) => page.route('**/api/public/releases/*', () => {}),
    reach: async (page) => [await goOn(page, '/free'), await says(page, 'Loading...')],
  },
  'a download that failed': { path: '/free', silent: true, reach: (page) => says(page, 'Error') },
  'the Fortnite download that failed': { path: '/fortnite-optimizer', silent: true, reach: (page) => says(page, 'Error') },
  'premium without feeds': { path: '/premium', silent: true, reach: (page) => says(page, '–') },
  'a checkout open': {
    path: '/premium',
    before: checkout({ json: { url: 'https://pay.example/' } }),
    reach: async (page) => [await press(page, 'Buy Now'), await page.getByRole('dialog').waitFor({ timeout: 20_000 })],
  },
  'a checkout refused': {
    path: '/premium',
    before: checkout({ json: { error: 'This product is not available' } }),
    reach: async (page) => [await press(page, 'Buy Now'), await says(page, 'This product is not available')],
  },
  'a code that does nothing': { path: '/premium?coupon=nobody', reach: (page) => says(page, 'We don’t know this code') },
  'a purchase refused': {
    path: '/pricing',
    before: checkout({ status: 502, body: '' }),
    reach: async (page) => [await press(page, 'Purchase'), await says(page, 'Checkout failed')],
  },
  'tweaks found': {
    path: '/tweaks?search=fortnite&sort=oldest',
    reach: (page) => page.getByText('2 of 8 tweaks shown').waitFor({ state: 'attached' }),
  },
  'no tweaks found': { path: '/tweaks?search=zzz', reach: (page) => says(page, 'No tweaks found.') },
  'a tweak playing': { path: '/tweaks', reach: (page) => press(page, /Play video: Nvidia Low/) },
  'a link copied': {
    path: '/tweaks',
    reach: async (page) => {
      await page.evaluate(
        `navigator.share = undefined; Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => {} } })`,
      );
      await press(page, 'Share Nvidia Low Latency Profile');
      await says(page, 'Link copied to clipboard!');
    },
    appearances: [
      [1280, 'light'],
      [1280, 'dark'],
    ],
  },
  'a link to copy by hand': {
    path: '/tweaks',
    reach: async (page) => {
      await page.evaluate(`navigator.share = undefined; Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
      await press(page, 'Share Nvidia Low Latency Profile');
      await page.getByRole('dialog').waitFor();
    },
  },
  'the terms open': { path: '/tos#terms', reach: (page) => page.getByRole('dialog', { name: 'Terms of Use' }).waitFor() },
  'the privacy policy open': { path: '/tos#privacy', reach: (page) => page.getByRole('dialog', { name: 'Privacy Policy' }).waitFor() },
  'the refund policy open': { path: '/tos#refunds', reach: (page) => page.getByRole('dialog', { name: 'Refund Policy' }).waitFor() },
  'statistics loading': {
    path: '/tos',
    before: (page) => page.route('**/api/public/statistics', () => {}),
    reach: async (page) => [await goOn(page, '/statistics'), await says(page, 'Loading statistics...')],
  },
  'statistics failed': { path: '/statistics', silent: true, reach: (page) => says(page, 'Using fallback data.') },
  'statistics broken': {
    path: '/tos',
    before: (page) => page.route('**/api/public/statistics', (route) => route.fulfill({ json: { freeUtilityVersion: {} } })),
    reach: async (page) => [await goOn(page, '/statistics'), await says(page, 'Something went wrong.')],
  },
  'a login refused': {
    path: '/affiliate/login',
    reach: async (page) => {
      await page.getByLabel('Username or Email').fill('nobody');
      await page.getByLabel('Password', { exact: true }).fill('wrong password');
      await press(page, 'Login');
      await page.getByRole('alert').waitFor();
    },
  },
  'a link to set another password asked for': {
    path: '/account/forgot',
    reach: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.org');
      await press(page, 'Send Link');
      await page.getByRole('status').waitFor();
    },
  },
  'a link of a mail refused': {
    path: '/account/confirm-email#token=none',
    reach: async (page) => [await press(page, 'Confirm This Address'), await page.getByRole('alert').waitFor()],
  },
  'a registration refused': {
    path: '/affiliate/register',
    reach: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('123');
      await press(page, 'Create Account');
      await says(page, 'Password must be at least 6 characters long');
    },
  },
};

describe('with something open', () => {
  it.each(Object.entries(states))(
    '%s',
    async (
      _,
      {
        path,
        silent: without,
        before,
        reach,
        appearances = [
          [320, 'light'],
          [1280, 'dark'],
        ],
      },
    ) => {
      const page = await (without ? both.silent : both.site).visit(path, { reducedMotion: 'reduce', ...(before ? { before } : {}) });
      await reach(page);
      await checkAccessibility(page, appearances);
    },
  );
});
