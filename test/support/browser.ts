import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** The headless shell first: the same engine without a desktop's parts, at two thirds of the processor time. */
const PLACES = [
  process.env['CHROME_PATH'] ?? '',
  ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`),
];

/** The machine's own Chromium, headless. @throws where there is none: a browser test that does not run has proved nothing. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  if (!executablePath) throw new Error('No Chromium: install it (apt-get install chromium) or set CHROME_PATH');
  return chromium.launch({ executablePath, args: FLAGS });
}
