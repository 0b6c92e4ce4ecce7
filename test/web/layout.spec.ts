import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { affiliateStream } from '@framelift/contracts';
import type { Locator, Page } from 'playwright-core';
import { SandboxMailbox } from '../../services/src/reactors/mail/sandbox-mailbox.ts';
import { openAdmin } from '../support/admin-screen.ts';
import { bought } from '../support/buying.ts';
import { paymentMethodAdded } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { signedInAs } from '../support/sessions.ts';
import { button, openSite, type Site } from '../support/web-site.ts';

/** Longest that a username may be. */
const LONG = 'a-very-long-name-of-somebody-432';

let site: Site;
let long: Awaited<ReturnType<Site['app']['affiliate']>>;
beforeAll(async () => {
  site = await openSite({ silent: true, alone: true });
  long = await site.app.affiliate(LONG);
  await append(site.app.system, affiliateStream(long.id), [paymentMethodAdded({ paymentMethodId: 'm1' })]);
});
afterAll(() => site.stop());

const boxOf = async (element: Locator) => (await element.boundingBox())!;

it('a question keeps its text and buttons off the edge of its dialog', async () => {
  const page = await site.visit('/affiliate/dashboard/settings', { reducedMotion: 'reduce', before: signedInAs(long.token) });
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
});

it('rows stay one line high beside the longest name', async () => {
  await site.app.affiliate();
  const page = await openAdmin(site, '/affiliates', { viewport: { width: 1280, height: 800 } });
  const name = page.locator('tbody').getByText(LONG, { exact: true });
  await name.waitFor();
  const heights = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(1);
  expect(Math.max(...heights)).toBeLessThanOrEqual(48);
});

it('the sales of an affiliate stay one line high beside long addresses', async () => {
  await bought(site.app, LONG, `${'a'.repeat(60)}@${'letters.'.repeat(3)}example`);
  const page = await site.visit('/affiliate/dashboard/sales', { viewport: { width: 1280, height: 800 }, before: signedInAs(long.token) });
  const row = page.locator('tbody tr').first();
  await row.waitFor();
  const { height, width } = await boxOf(row);
  expect(height).toBeLessThanOrEqual(48);
  expect(width).toBeLessThanOrEqual(1280);
});

it('what saves a long form is in sight when it opens', async () => {
  const page = await openAdmin(site, '/affiliates', { viewport: { width: 1280, height: 800 } });
  await page.getByRole('button', { name: `Edit ${LONG}` }).click();
  const { y, height } = await boxOf(button(page, 'Save Changes'));
  expect(y + height).toBeLessThanOrEqual(800);
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

it('no line of a tier crosses its words', async () => {
  const page = await site.visit('/affiliate', { viewport: { width: 1280, height: 800 } });
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
});

it('every place of the admin dashboard is in sight, with its whole name', async () => {
  const page = await openAdmin(site, '', { viewport: { width: 1280, height: 800 } });
  const places = await page.getByRole('tab').all();
  expect(places).toHaveLength(14);
  for (const place of places) {
    const { x, y, width, height } = await boxOf(place);
    expect(x).toBeGreaterThanOrEqual(0);
    expect([x + width <= 1280, y + height <= 800]).toEqual([true, true]);
    expect(
      await place
        .locator('span')
        .first()
        .evaluate((name) => name.scrollWidth - name.clientWidth),
    ).toBe(0);
  }
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

it.each(['/affiliates', '/sales', '/cashouts', '/actions'])('no choice of %s is cut on a phone', async (place) => {
  const page = await openAdmin(site, place, { viewport: { width: 390, height: 844 } });
  await page.locator('#place select').first().waitFor();
  expect(await page.evaluate(`[...document.querySelectorAll('#place select')].map(${IS_CUT}).filter(Boolean)`)).toEqual([]);
});

it.each([320, 390])('the title of a dashboard is whole at %i px', async (width) => {
  const page = await site.visit('/affiliate/dashboard', { viewport: { width, height: 844 }, before: signedInAs(long.token) });
  const title = page.getByRole('heading', { level: 1 });
  await title.waitFor();
  expect(await title.evaluate((h1) => [h1.scrollWidth - h1.clientWidth, h1.scrollHeight - h1.clientHeight])).toEqual([0, 0]);
});

const styleOf = (page: Page, selector: string, name: string) =>
  page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${name}`);

it.each(['/success', '/nothing-is-here'])('what is above the title of %s is in the font of the title', async (path) => {
  const page = await site.visit(path);
  expect(await styleOf(page, 'header:has(h1) > p', 'fontFamily')).toBe(await styleOf(page, 'h1', 'fontFamily'));
});

it('the API reference has an introduction, its calls in groups, and the colours of the site', async () => {
  const page = await site.visit('/', { colorScheme: 'dark' });
  const ground = await styleOf(page, 'html', 'backgroundColor');
  await page.goto(`${site.url}/api/docs`);
  const groups = page.locator('.opblock-tag');
  await groups.first().waitFor();
  expect(await groups.count()).toBeGreaterThan(10);
  expect(await page.locator('.opblock-tag', { hasText: 'default' }).count()).toBe(0);
  expect((await page.locator('.info .description').innerText()).length).toBeGreaterThan(100);
  expect([await styleOf(page, 'body', 'backgroundColor'), await page.locator('.topbar').isVisible()]).toEqual([ground, false]);
});

it.each([390, 1280])('the longest address leaves the date of a mail in its row at %i px', async (width) => {
  const to = `${'a'.repeat(60)}@${'letters.'.repeat(3)}example`;
  const subject = `To somebody with a long address at ${width}`;
  const accountId = affiliateStream(long.id);
  await site.app.api.get(SandboxMailbox).keep({ accountId, to, subject, html: '<p></p>', text: '', messageId: subject, headers: {} });
  const page = await site.visit('/', { viewport: { width, height: 800 } });
  await page.goto(`${site.url}/sandbox/mail`);
  const row = page.getByRole('link', { name: subject });
  const [outer, time] = [await boxOf(row), await boxOf(row.locator('time'))];
  expect(time.x + time.width).toBeLessThanOrEqual(outer.x + outer.width);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
});

it('the bar fits on the narrowest phone while its connection is lost', async () => {
  const viewport = { width: 320, height: 700 };
  const cut = (page: Page) => page.route('**/api/live', (route) => route.abort());
  const before = async (page: Page) => [await cut(page), await signedInAs(long.token)(page)];
  for (const page of [
    await site.visit('/affiliate/dashboard', { viewport, before }),
    await openAdmin(site, '', { viewport, before: cut }),
  ]) {
    await page.getByRole('status').filter({ hasText: 'Reconnecting…' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  }
});

it.each(['', '/settings', '/performance'])('nothing leaves its card on the narrowest phone: %s', async (place) => {
  const page = await site.visit(`/affiliate/dashboard${place}`, { viewport: { width: 320, height: 700 }, before: signedInAs(long.token) });
  await page.getByRole('tabpanel').locator('section, [class*="card"]').first().waitFor();
  const beyond = `[...document.querySelectorAll('[role=tabpanel] [class*="card"]')].flatMap((card) => {
    const inner = card.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(card).paddingRight) + 1;
    return [...card.children].filter((child) => child.getBoundingClientRect().right > inner).map((child) => child.textContent);
  })`;
  expect([await page.evaluate(beyond), await page.evaluate('document.documentElement.scrollWidth')]).toEqual([[], 320]);
  const title = page.getByRole('heading', { name: 'Affiliate Dashboard' });
  expect((await boxOf(title)).height).toBeLessThanOrEqual(40);
});
