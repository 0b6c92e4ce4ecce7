import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { Journey } from '../support/journey.ts';

let journey: Journey;
beforeAll(async () => void (journey = await Journey.begin()), 120_000);
afterAll(() => journey.end());

const button = (page: Page, name: string) => page.getByRole('button', { name });
/** The file that a button hands over: its name and its bytes. */
const saved = async (page: Page, name: string) => {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return [file.suggestedFilename(), await readFile(await file.path())] as const;
};
/** Whether each module is dark, looked at in its middle. */
const modules = async (image: Buffer, across: number) => {
  const { data, info } = await sharp(image).flatten().greyscale().raw().toBuffer({ resolveWithObject: true });
  const at = (n: number) => Math.floor(((n + 0.5) * info.width) / across);
  const isDark = (n: number) => data[(at(Math.floor(n / across)) * info.width + at(n % across)) * info.channels]! < 128;
  return Array.from({ length: across ** 2 }, (_, n) => Number(isDark(n))).join('');
};
const row = (page: Page, name: string) => page.getByRole('row', { name }).waitFor();

it('a campaign’s link is built, bought through, and found under its campaign', async () => {
  const affiliate = await journey.joins('maker');
  await button(affiliate, 'Other page, campaign or QR code').click();
  await affiliate.getByLabel('Page').selectOption('Premium Utility');
  const link = affiliate.getByRole('dialog').getByLabel('Affiliate link');
  for (const wrong of ['<b>', 'x'.repeat(41), 'a b']) {
    await affiliate.getByLabel('Campaign').fill(wrong);
    await affiliate.getByText('A campaign has at most 40 letters, digits, _ and -').waitFor();
    expect(await affiliate.locator('[inert]').getByLabel('Affiliate link').count()).toBe(1);
  }
  await affiliate.getByLabel('Campaign').fill('spring-video');
  expect(await link.inputValue()).toBe(`${journey.url}/premium/?ref=maker&c=spring-video`);
  const [svgName, svg] = await saved(affiliate, 'Save as SVG');
  const [pngName, png] = await saved(affiliate, 'Save as PNG');
  expect([svgName, pngName]).toEqual(['qr-maker-premium-spring-video.svg', 'qr-maker-premium-spring-video.png']);
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 });
  const across = Number(/viewBox="0 0 (\d+) /.exec(svg.toString())![1]);
  const drawn = await sharp(svg, { density: 600 }).png().toBuffer();
  expect(await modules(drawn, across)).toEqual(await modules(png, across));
  await affiliate.keyboard.press('Escape');

  // Two buyers come by it; the second one's browser lets no visit be told.
  await journey.buys(`${journey.url}/premium/?ref=maker&c=spring-video`, 'first@example.com');
  const blocked = async (page: Page) => {
    // Of the same address, but not the same visitor.
    await page.setExtraHTTPHeaders({ 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' });
    await page.route('**/api/track/**', (route) => route.abort());
  };
  const before = journey.errors.length;
  await journey.buys(`${journey.url}/premium/?ref=maker&c=spring-video`, 'second@example.com', blocked);
  for (const error of journey.errors.splice(before)) expect(error).toMatch(/ERR_FAILED/);

  await affiliate.getByRole('tab', { name: 'Sales' }).click();
  await affiliate.getByText('by link · campaign spring-video · to /premium').nth(1).waitFor();
  await affiliate.getByRole('tab', { name: 'Performance' }).click();
  await row(affiliate, 'spring-video 2 2 100% €12.00');
  await button(affiliate, 'By page').click();
  await row(affiliate, '/premium 2 2 100% €12.00');
  await button(affiliate, 'By referring site').click();
  await row(affiliate, 'Not known, or none 2 2 100% €12.00');
  await button(affiliate, '7 days').click();
  await button(affiliate, 'By campaign').click();
  const [csvName, csv] = await saved(affiliate, 'Download CSV');
  expect([csvName, csv.toString()]).toEqual([
    'performance-by-campaign.csv',
    'name,clicks,sales,conversion,commission\r\n"spring-video",2,2,100,12\r\n',
  ]);
  expect(journey.errors).toEqual([]);
}, 180_000);
