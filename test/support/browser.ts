import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../../tools/chromium/chromium.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Without a window, or with one (HEADED=1). @throws if there is none: a browser test that does not run proves nothing. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (!executablePath)
    throw new Error('No Chromium: `npm test -- web` fetches one on Linux (x64); elsewhere install it or set CHROME_PATH');
  return chromium.launch({ executablePath, args: FLAGS, headless: !process.env['HEADED'] });
}
