import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream, DAY_MS, type Fact } from '@framelift/contracts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { saleRecorded, saleReversed } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { ref } from '../support/invoices.ts';
import { expectPage } from '../support/patience.ts';
import { signedInAs } from '../support/sessions.ts';
import { button, openSite, type Site } from '../support/web-site.ts';

// The system's clock is at noon, so that no day ends meanwhile.
const began = Date.now();
const noon = (Math.floor(began / DAY_MS + 0.5) + 0.5) * DAY_MS;
const daysAgo = (days: number) => new Date(noon - days * DAY_MS).toISOString();
const label = (days: number) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(daysAgo(days)));
const sale = (invoiceId: string, commissionCents: number): Fact =>
  saleRecorded({ ...ref(invoiceId), amountCents: 100_00, commissionCents });
const refund = (invoiceId: string, commissionCents: number): Fact =>
  saleReversed({ ...ref(invoiceId), amountCents: 100_00, commissionCents, cause: 'refund' });

let site: Site;
let token: string;
beforeAll(async () => {
  site = await openSite({ silent: true });
  site.app.system.config.clockAheadMs = noon - began;
  const anna = await site.app.affiliate();
  token = anna.token;
  for (const [days, facts] of [
    [8, [sale('i1', 10_00), sale('i2', 10_00)]],
    [3, [sale('i3', 26_00)]],
    [1, [refund('i1', 10_00)]],
  ] as const)
    await append(site.app.system, affiliateStream(anna.id), [...facts], { at: daysAgo(days) });
});
afterAll(() => site.stop());

async function open(options: BrowserContextOptions = {}) {
  const page = await site.visit('/affiliate/dashboard', { timezoneId: 'UTC', ...options, before: signedInAs(token) });
  page.setDefaultTimeout(30_000);
  await button(page, '7 days').click();
  const slider = page.getByRole('slider', { name: 'Commission – Performance, 7 days' });
  await slider.waitFor();
  await page.locator('[data-level]').first().waitFor({ state: 'attached' });
  // The chart of the days comes in place of the one before.
  await expectPage(() => slider.scrollIntoViewIfNeeded()).toPass();
  return { page, slider, tip: page.locator('[class*=tip]'), plot: (await slider.boundingBox())! };
}
const rows = (tip: ReturnType<Page['locator']>) =>
  tip.locator('tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent).join(' | ')));

describe('a chart', () => {
  it('draws a day with more refunds than sales below zero, and shows its numbers by arrow keys, as one tab stop', async () => {
    const { page, slider, tip } = await open();
    const of = async (day: number) => (await page.locator(`[data-point="${day}"]`).boundingBox())!;
    const zero = (await page.locator('[data-level="0"] line').boundingBox())!.y;
    const [up, down] = [await of(3), await of(5)];
    expect([Math.abs(up.y + up.height - zero) < 2, Math.abs(down.y - zero) < 2, down.height > 10]).toEqual([true, true, true]);
    expect(Math.abs(up.height / down.height - 2.6)).toBeLessThan(0.1);
    await expectPage.poll(() => page.locator('[data-point]').count()).toBe(2);
    await page.locator('path[class*=before]').first().waitFor({ state: 'attached' });
    await button(page, /^Clicks \d/).focus();
    await page.keyboard.press('Tab');
    expect(await slider.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
    expect((await rows(tip))[0]).toBe(`Figure | ${label(0)} | ${label(7)}`);
    await page.keyboard.press('ArrowLeft');
    expect(await rows(tip)).toEqual([
      `Figure | ${label(1)} | ${label(8)}`,
      'Commission | −€10.00 | €20.00',
      'Sales | −1 | 2',
      'Clicks | 0 | 0',
    ]);
    for (const [key, days] of [
      ['Home', 6],
      ['ArrowLeft', 6],
      ['ArrowRight', 5],
      ['End', 0],
      ['ArrowRight', 0],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, (await rows(tip))[0]]).toEqual([key, `Figure | ${label(days)} | ${label(days + 7)}`]);
    }
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    await tip.waitFor();
    await page.keyboard.press('Tab');
    await tip.waitFor({ state: 'detached' });
    await expectPage.poll(() => page.locator('summary:focus').innerText()).toBe('Show as table');
  });

  it('shows them under the pointer and on touch, inside the window', async () => {
    const { page, tip, plot } = await open({ viewport: { width: 390, height: 800 }, hasTouch: true });
    const inside = async () => {
      const { x, width } = (await tip.boundingBox())!;
      return x >= 0 && x + width <= 390;
    };
    const middle = plot.y + plot.height / 2;
    await page.mouse.move(plot.x + 2, middle);
    expect([(await rows(tip))[0], await inside()]).toEqual([`Figure | ${label(6)} | ${label(13)}`, true]);
    await page.mouse.move(plot.x + plot.width * 0.5, middle);
    expect([(await rows(tip))[1], await inside()]).toEqual(['Commission | €26.00 | €0.00', true]);
    await page.mouse.move(5, 5);
    await tip.waitFor({ state: 'detached' });
    await page.touchscreen.tap(plot.x + plot.width - 2, middle);
    await tip.waitFor();
    expect([(await rows(tip))[0], await inside()]).toEqual([`Figure | ${label(0)} | ${label(7)}`, true]);
    await page.touchscreen.tap(20, 20);
    await tip.waitFor({ state: 'detached' });
  });
});
