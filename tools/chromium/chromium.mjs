// The Chromium that browser specs and benchmarks drive. The one from npm is 67 MB, so it is not a dependency that `npm start` installs.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const version = dependencies['@sparticuz/chromium'];
/** Where fetch.mjs unpacks the one from npm. */
export const fetchedFolder = join(here, '../../.cache', `chromium-${version}`);

const { CHROME_PATH } = process.env;
/** The headless shell first: the same engine without a desktop's parts, at two thirds of the processor time. */
const PLACES = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  join(fetchedFolder, 'chrome'),
];

/** CHROME_PATH, otherwise the machine's own, otherwise the one from npm; undefined until that is fetched. */
export const chromiumPath = () => CHROME_PATH || PLACES.find((place) => existsSync(place));

/** Whether npm has one for this machine. */
export const isFetchable = process.platform === 'linux' && process.arch === 'x64';
