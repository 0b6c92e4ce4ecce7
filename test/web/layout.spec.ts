import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { affiliateStream } from '@framelift/contracts';
import type { Locator, Page } from 'playwright-core';
import { SandboxMailbox } from '../../services/src/reactors/mail/sandbox-mailbox.ts';
import { openAdmin } from '../support/admin-screen.ts';
import { bought } from '../support/buying.ts';
import { paymentMethodAdded } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { signedInAs } from '../support/sessions.ts';
import { button, goTo, openSite, pressEscape, type Site } from '../support/web-site.ts';

/** Longest that a username may be. */
const LONG = 'a-very-long-name-of-somebody-432';

let site: Site;
let long: Awaited<ReturnType<Site['app']['affiliate']>>;
beforeAll(async () => {
  site = await openSite({ silent: true });
  [long] = await Promise.all([site.app.affiliate(LONG), site.app.affiliate()]);
  await append(site.app.system, affiliateStream(long.id), [paymentMethodAdded({ paymentMethodId: 'm1' })]);
});
afterAll(() => site.stop());

const boxOf = async (element: Locator) => (await element.boundingBox())!;

const DESKTOP = { width: 1280, height: 800 };
const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth');
const styleOf = (page: Page, selector: string, name: string) =>
  page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${name}`);

it('on the affiliate dashboard a question keeps its text off the edge of its dialog, and long addresses leave rows one line high', async () => {
  await bought(site.app, LONG, `${'a'.repeat(60)}@${'letters.'.repeat(3)}example`);
  const options = { viewport: DESKTOP, reducedMotion: 'reduce' as const, before: signedInAs(long.token) };
  const page = await site.visit('/affiliate/dashboard/settings', options);
  await button(page, /^Delete PayPal/).click();
  const dialog = page.getByRole('alertdialog');
  const [outer, text, last] = [
    await boxOf(dialog),
    await boxOf(dialog.getByText('Are you sure', { exact: false })),
    await boxOf(dialog.getByRole('button').last()),
  ];
  expect(text.x - outer.x).toBeGreaterThanOrEqual(16);
  expect(outer.x + outer.width - last.x - last.width).toBeGreaterThanOrEqual(16);
  expect(outer.y + outer.height - last.y - last.height).toBeGreaterThanOrEqual(12);

  await pressEscape(page);
  await page.getByRole('tab', { name: 'Sales' }).click();
  const row = await boxOf(page.locator('tbody tr').first());
  expect(row.height).toBeLessThanOrEqual(48);
  expect(row.width).toBeLessThanOrEqual(1280);
});

it('the admin dashboard shows every place with its whole name, rows one line high, and what saves a long form', async () => {
  const page = await openAdmin(site, '', { viewport: DESKTOP });
  const places = await page.getByRole('tab').all();
  expect(places).toHaveLength(14);
  for (const place of places) {
    const { x, y, width, height } = await boxOf(place);
    expect(x).toBeGreaterThanOrEqual(0);
    expect([x + width <= 1280, y + height <= 800]).toEqual([true, true]);
    const name = place.locator('span').first();
    expect(await name.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  }

  await page.getByRole('tab', { name: /^Affiliates/ }).click();
  await page.locator('tbody').getByText(LONG, { exact: true }).waitFor();
  const heights = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(1);
  expect(Math.max(...heights)).toBeLessThanOrEqual(48);

  await button(page, `Edit ${LONG}`).click();
  const { y, height } = await boxOf(button(page, 'Save Changes'));
  expect(y + height).toBeLessThanOrEqual(800);
});

/** Whether the longest text of a select needs more room than it has. */
const IS_CUT = `(select) => {
  const whole = select.cloneNode(true);
  Object.assign(whole.style, { position: 'absolute', width: 'max-content' });
  select.after(whole);
  const [needed, room] = [whole, select].map((one) => one.getBoundingClientRect().width);
  whole.remove();
  return needed > room + 1 && select.ariaLabel;
}`;

it('on a phone no choice of the admin dashboard is cut, and its bar fits while the connection is lost', async () => {
  const before = (page: Page) => page.route('**/api/live', (route) => route.abort());
  const page = await openAdmin(site, '', { viewport: { width: 390, height: 844 }, before });
  for (const place of ['/affiliates', '/sales', '/cashouts', '/actions']) {
    await goTo(page, `${site.url}/admin/dashboard${place}`);
    await page.locator('#place select').first().waitFor();
    expect(await page.evaluate(`[...document.querySelectorAll('#place select')].map(${IS_CUT}).filter(Boolean)`)).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole('status').filter({ hasText: 'Reconnecting…' }).waitFor();
  expect(await widthOf(page)).toBe(320);
});

const BEYOND = `[...document.querySelectorAll('[role=tabpanel] [class*="card"]')].flatMap((card) => {
  const inner = card.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(card).paddingRight) + 1;
  return [...card.children].filter((child) => child.getBoundingClientRect().right > inner).map((child) => child.textContent);
})`;

it('on the narrowest phone the affiliate dashboard has a whole title, and nothing leaves its card or, offline, its bar', async () => {
  const page = await site.visit('/affiliate/dashboard', { viewport: { width: 390, height: 844 }, before: signedInAs(long.token) });
  const title = page.getByRole('heading', { name: 'Affiliate Dashboard' });
  await title.waitFor();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    expect([width, await title.evaluate((h1) => [h1.scrollWidth - h1.clientWidth, h1.scrollHeight - h1.clientHeight])]).toEqual([
      width,
      [0, 0],
    ]);
  }
  for (const place of ['', '/settings', '/performance']) {
    if (place) await goTo(page, `${site.url}/affiliate/dashboard${place}`);
    await page.getByRole('tabpanel').locator('section, [class*="card"]').first().waitFor();
    expect([place, await page.evaluate(BEYOND), await widthOf(page)]).toEqual([place, [], 320]);
    expect((await boxOf(title)).height).toBeLessThanOrEqual(40);
  }
  await page.route('**/api/live', (route) => route.abort());
  await goTo(page, `${site.url}/affiliate/dashboard`);
  await page.getByRole('status').filter({ hasText: 'Reconnecting…' }).waitFor();
  expect(await widthOf(page)).toBe(320);
});

it('a phone has the one Buy Now always in sight, above everything, and the page ends above it', async () => {
  const page = await site.visit('/premium', { viewport: { width: 390, height: 844 } });
  const buy = button(page, 'Buy Now');
  for (const place of ['0', 'document.body.scrollHeight / 2', 'document.body.scrollHeight']) {
    await page.evaluate(`scrollTo({ top: ${place}, behavior: 'instant' })`);
    await buy.click({ trial: true });
    const { y, height } = await boxOf(buy);
    expect([place, y > 0, y + height <= 844]).toEqual([place, true, true]);
  }
  const end = await boxOf(page.getByRole('contentinfo'));
  expect(end.y + end.height).toBeLessThanOrEqual((await boxOf(buy)).y);
});

it('no line of a tier crosses its words, and what is above a title is in the font of the title', async () => {
  const page = await site.visit('/affiliate', { viewport: DESKTOP });
  for (const tier of await page.locator('ol > li:has(h3)').filter({ hasText: '%' }).all()) {
    const level = await boxOf(tier.locator('[aria-hidden=true]').first());
    for (const words of await tier.locator('h3, p').all()) {
      const reaches = await words.evaluate((element) => {
        const range = element.ownerDocument.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().right;
      });
      expect(reaches).toBeLessThanOrEqual(level.x);
    }
  }
  for (const path of ['/success', '/nothing-is-here']) {
    await goTo(page, site.url + path);
    expect([path, await styleOf(page, 'header:has(h1) > p', 'fontFamily')]).toEqual([path, await styleOf(page, 'h1', 'fontFamily')]);
  }
});

it('the longest address leaves the date of a mail in its row', async () => {
  const to = `${'a'.repeat(60)}@${'letters.'.repeat(3)}example`;
  const subject = 'To somebody with a long address';
  const accountId = affiliateStream(long.id);
  await site.app.api.get(SandboxMailbox).keep({ accountId, to, subject, html: '<p></p>', text: '', messageId: subject, headers: {} });
  const page = await site.visit('/tos');
  await page.goto(`${site.url}/sandbox/mail`);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const row = page.getByRole('link', { name: subject });
    const [outer, time] = [await boxOf(row), await boxOf(row.locator('time'))];
    expect(time.x + time.width).toBeLessThanOrEqual(outer.x + outer.width);
    expect(await widthOf(page)).toBeLessThanOrEqual(width);
  }
});
