// How long after the first sign of a person a page answers, on Lighthouse's phone: on the first page and on the next one.
import { chromium } from 'playwright-core';
import { chromiumPath } from '../tools/chromium/chromium.mjs';
import { row } from './measure.mjs';
import { startSite } from './site.mjs';

const RUNS = 9;
/** Lighthouse's mobile defaults: 4 times slower, 1.6 Mbit/s, 150 ms. */
const PHONE = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const SLOWER = 4;
const READ_MS = 2_500;

/** In the page: the time from the first touch until React has taken it over (ms). */
const recorded = `window.took = new Promise((done) => {
  let touched = 0;
  addEventListener('touchstart', () => (touched ||= performance.now()), true);
  addEventListener('alive', () => done(touched ? performance.now() - touched : -1));
})`;

export async function alive() {
  const site = await startSite();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
  const times = { '/': [], '/premium': [], '/tweaks after /': [] };
  try {
    for (let run = 0; run < RUNS; run++)
      for (const name of Object.keys(times)) {
        const context = await browser.newContext({ viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true });
        const page = await context.newPage();
        await page.addInitScript(recorded);
        const cdp = await context.newCDPSession(page);
        await cdp.send('Network.enable');
        await cdp.send('Network.emulateNetworkConditions', PHONE);
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
        const [path, before] = name.split(' after ');
        if (before) {
          await page.goto(site.url + before, { waitUntil: 'load' });
          await page.waitForTimeout(READ_MS);
        }
        await page.goto(site.url + path, { waitUntil: 'load' });
        await page.waitForTimeout(READ_MS);
        await page.touchscreen.tap(5, 300);
        const took = await page.evaluate('window.took');
        if (took < 0) throw new Error(`${name} ran its code before anybody touched it`);
        times[name].push(took);
        await context.close();
      }
  } finally {
    await browser.close();
    await site.stop();
  }
  return Object.entries(times).map(([name, ours]) => row('alive', `${name}: from a touch until the page answers`, 'ms', { ours }));
}
