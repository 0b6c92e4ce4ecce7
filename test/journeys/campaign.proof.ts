import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { Journey } from '../support/journey.ts';
import { expectPage } from '../support/patience.ts';

let journey: Journey;
beforeAll(async () => void (journey = await Journey.begin()));
afterAll(() => journey.end());

const button = (page: Page, name: string) => page.getByRole('button', { name });
/** The file that a button downloads: its name and its bytes. */
const saved = async (page: Page, name: string) => {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return [file.suggestedFilename(), await readFile(await file.path())] as const;
};
/** Whether each module is dark, measured in its middle. */
const modules = async (image: Buffer, across: number) => {
  const { data, info } = await sharp(image).flatten().greyscale().raw().toBuffer({ resolveWithObject: true });
  const at = (n: number) => Math.floor(((n + 0.5) * info.width) / across);
  const isDark = (n: number) => data[(at(Math.floor(n / across)) * info.width + at(n % across)) * info.channels]! < 128;
  return Array.from({ length: across ** 2 }, (_, n) => Number(isDark(n))).join('');
};
const row = (page: Page, name: string) => page.getByRole('row', { name }).waitFor();

it('a sale through a campaign’s link appears under its campaign', async () => {
  const affiliate = await journey.joins('maker');
  await button(affiliate, 'Other page, campaign or QR code').click();
  await affiliate.getByLabel('Page').selectOption('Premium Utility');
  const link = affiliate.getByRole('dialog').getByLabel('Affiliate link');
  await affiliate.getByLabel('Campaign').fill('spring-video');
  await expectPage.poll(() => link.inputValue()).toBe(`${journey.url}/premium/?ref=maker&c=spring-video`);
  const [svgName, svg] = await saved(affiliate, 'Save as SVG');
  const [pngName, png] = await saved(affiliate, 'Save as PNG');
  expect([svgName, pngName]).toEqual(['qr-maker-premium-spring-video.svg', 'qr-maker-premium-spring-video.png']);
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 });
  const across = Number(/viewBox="0 0 (\d+) /.exec(svg.toString())![1]);
  const drawn = await sharp(svg, { density: 600 }).png().toBuffer();
  expect(await modules(drawn, across)).toEqual(await modules(png, across));
  await affiliate.keyboard.press('Escape');

  await journey.buys(`${journey.url}/premium/?ref=maker&c=spring-video`, 'first@example.com');

  await affiliate.getByRole('tab', { name: 'Sales' }).click();
  await affiliate.getByText('by link · campaign spring-video · to /premium').waitFor();
  await affiliate.getByRole('tab', { name: 'Sources' }).click();
  await row(affiliate, 'spring-video 1 1 100% €6.00');
  const [csvName, csv] = await saved(affiliate, 'Download CSV');
  expect([csvName, csv.toString()]).toEqual([
    'performance-by-campaign.csv',
    'name,clicks,sales,conversion,commission\r\n"spring-video",1,1,100,6\r\n',
  ]);
  expect(journey.errors).toEqual([]);
});
