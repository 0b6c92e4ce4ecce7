// Draws the picture that each page of the first brand shows when it is shared, into public/social. Run it after a build and a change of
// words; the server draws those of other brands (services/src/http/site/share-picture.ts):
// node tools/social-images.mjs
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../tools/chromium/chromium.mjs';
import { named } from '../../contracts/src/rules/brand.ts';
import { sharePictures } from '../build/server/index.js';

const font = createRequire(import.meta.url).resolve('@fontsource-variable/mona-sans/files/mona-sans-latin-wght-normal.woff2');

const bars = Array.from({ length: 60 }, (_, i) => {
  const calm = i / 60;
  const noise = Math.abs(Math.sin(i * 12.9898) * 43758.5453) % 1;
  const height = 30 + 230 * calm + (1 - calm * 0.8) * 150 * (noise - 0.3);
  return `<rect x="${i * 20 + 4}" y="${630 - height}" width="11" height="${height}"/>`;
}).join('');

const html = ({ title, small }) => `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Mona; src: url(data:font/woff2;base64,${readFileSync(font).toString('base64')}); font-weight: 200 900 }
body { margin: 0; width: 1200px; height: 630px; position: relative; background: radial-gradient(900px 420px at 20% 0, #2a3a10, #0a0c0b 75%); color: #eef2ea; font-family: Mona; overflow: hidden }
svg.bars { position: absolute; inset: 0; fill: #bdf430; opacity: .38; mask-image: linear-gradient(to right, transparent 30%, #000) }
main { position: absolute; inset: 72px 80px; display: flex; flex-direction: column; justify-content: space-between }
.logo { display: flex; align-items: center; gap: 18px; font-size: 40px; font-weight: 700; letter-spacing: -.03em } .logo svg { width: 48px; fill: #c3f542 }
h1 { margin: 0; max-width: 860px; font-size: 92px; line-height: .98; letter-spacing: -.045em; font-weight: 740; text-wrap: balance } p { margin: 0; font-size: 34px; color: #c6cfc2 }
</style><svg class="bars" width="1200" height="630">${bars}</svg><main><div class="logo"><svg viewBox="0 0 24 24"><rect x="1" y="14" width="4.5" height="9" rx="1.2"/><rect x="7" y="9" width="4.5" height="14" rx="1.2"/><rect x="13" y="11.5" width="4.5" height="11.5" rx="1.2" opacity=".55"/><rect x="19" y="1" width="4.5" height="22" rx="1.2"/></svg>Framelift</div><h1>${title}</h1><p>${small}</p></main>`;

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
for (const [path, words] of Object.entries(sharePictures)) {
  await page.setContent(html(named(words, 'Framelift')));
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: fileURLToPath(new URL(`../public${path}`, import.meta.url)), type: 'jpeg', quality: 84 });
}
await browser.close();
