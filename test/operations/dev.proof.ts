import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { makeClone } from '../support/clone.ts';
import { type OwnStart, ownStart } from '../support/own-start.ts';
import { until } from '../support/until.ts';

/** `npm run dev` in a copy of this tree, whose sources the specs edit. */
let clone: { folder: string; remove(): Promise<void> };
let own: OwnStart;
let dev: ChildProcess;
let browser: Browser;
let output = '';

beforeAll(async () => {
  clone = await makeClone('framelift', { built: true });
  own = await ownStart();
  const { PATH = '', HOME = '' } = process.env;
  dev = spawn(process.execPath, [join(clone.folder, 'tools/run.mjs'), 'dev'], { cwd: clone.folder, env: { PATH, HOME, ...own.env } });
  for (const stream of [dev.stdout!, dev.stderr!]) stream.on('data', (chunk) => (output += chunk));
  await until(() => output.includes('Ctrl-C ends everything'), 200_000);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  dev?.kill('SIGTERM');
  await own?.remove();
  await clone?.remove();
});

async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(clone.folder, file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

async function open(path: string): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(() => localStorage.setItem('splashSeen', '1'));
  await page.goto(own.url + path);
  // React has hydrated the page. The first page waits for all packages to be bundled.
  await page.waitForFunction(`Object.keys(document.querySelector('#main') ?? {}).some((key) => key.startsWith('__react'))`);
  return page;
}

const alive = async () => (await fetch(`${own.url}/health/live`)).text();

it('shows a changed button in the open page, which keeps its state', async () => {
  const page = await open('/premium/');
  await page.getByRole('button', { name: 'Buy Now' }).first().waitFor();
  await page.evaluate('window.isSamePage = true');
  await edit('web/src/checkout/order/BuyNow.tsx', `label = 'Buy Now'`, `label = 'Buy It Now'`);
  await page.getByRole('button', { name: 'Buy It Now' }).first().waitFor();
  expect(await page.evaluate('window.isSamePage')).toBe(true);
  await page.close();
});

it('answers with the changed server, and as before while a change does not compile', async () => {
  const controller = 'services/src/http/health.controller.ts';
  expect(await alive()).toBe('{"status":"ok"}');
  await edit(controller, `live() {\n    return { status: 'ok' };`, `live() {\n    return { status: 'changed' };`);
  await until(async () => (await alive()) === '{"status":"changed"}', 60_000);

  await edit(controller, `{ status: 'changed' }`, `{ status: 'broken' as number }`);
  await until(() => output.includes('keeps running unchanged'), 60_000);
  expect(output.match(/error TS2352/g)).toHaveLength(1);
  expect(await alive()).toBe('{"status":"changed"}');

  await edit(controller, `{ status: 'broken' as number }`, `{ status: 'fixed' }`);
  await until(async () => (await alive()) === '{"status":"fixed"}', 60_000);
});

it('sells on the same address, and the sale shows on an open dashboard', async () => {
  const affiliate = await open('/affiliate/register');
  await affiliate.getByLabel('Username').fill('developer');
  await affiliate.getByLabel('Email').fill('developer@example.org');
  await affiliate.getByLabel('Password', { exact: true }).fill('a long password');
  await affiliate.getByLabel('Confirm Password').fill('a long password');
  await affiliate.locator('button[type=submit]').click();
  await affiliate.getByText('No recent sales.').waitFor();

  const buyer = await open('/premium/?ref=developer');
  await buyer.getByRole('button', { name: 'Buy It Now' }).first().click();
  const store = buyer.frameLocator('iframe[title="Checkout"]');
  await store.getByLabel('E-mail address').fill('buyer@example.com');
  await store.getByRole('button', { name: /^Pay/ }).click();
  await affiliate.getByText('No recent sales.').waitFor({ state: 'detached' });
});

it('ends everything on Ctrl-C', async () => {
  dev.kill('SIGINT');
  expect(await once(dev, 'exit')).toEqual([0, null]);
  await expect(alive()).rejects.toThrow('fetch failed');
  // PostgreSQL removes its lock file when it stops.
  await expect(readFile(join(own.folder, 'data/postgres/data/postmaster.pid'))).rejects.toThrow('ENOENT');
});
