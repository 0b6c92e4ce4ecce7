import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { affiliateStream } from '@framelift/contracts';
import type { Locator } from 'playwright-core';
import { SandboxMailbox } from '../../services/src/reactors/mail/sandbox-mailbox.ts';
import { openAdmin } from '../support/admin-screen.ts';
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

it('what saves a long form is in sight when it opens', async () => {
  const page = await openAdmin(site, '/affiliates', { viewport: { width: 1280, height: 800 } });
  await page.getByRole('button', { name: `Edit ${LONG}` }).click();
  const { y, height } = await boxOf(button(page, 'Save Changes'));
  expect(y + height).toBeLessThanOrEqual(800);
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
