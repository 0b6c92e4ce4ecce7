// After the build: compressed siblings of every file the server sends as it is, and the budgets of the pages.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import { ADDRESS_STAND_IN as origin } from '../../contracts/src/rules/rules.ts';
import { tweaks } from '../../contracts/src/content/tweaks.ts';
import { pages, renderPage } from '../build/server/index.js';

const folder = fileURLToPath(new URL('../build/client/', import.meta.url));

/** Compressed (Brotli) bytes a public page may load before a person comes, and its own part of the rest. */
const budgets = { early: 25_000, css: 20_000, js: 150_000 };
/** Of a dashboard all scripts of its first open (with fonts and answers: test/web/performance.spec.ts). */
const firstOpen = { dashboard: { css: 8_000, js: 158_000 }, admin: { css: 8_000, js: 162_000 } };

const compressed = {
  br: (data) =>
    promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length } }),
  gz: (data) => promisify(gzip)(data, { level: 9 }),
};

const filesIn = (path) =>
  readdirSync(path).flatMap((name) => {
    const inside = join(path, name);
    return statSync(inside).isDirectory() ? filesIn(inside) : [inside];
  });

/** What saves less than a tenth travels as it is. */
async function compressAll() {
  const sizes = new Map();
  const texts = filesIn(folder).filter((file) => /\.(js|css|svg|json)$/.test(file));
  await Promise.all(
    texts.map(async (file) => {
      const data = readFileSync(file);
      for (const [ending, compress] of Object.entries(compressed)) {
        const small = await compress(data);
        if (ending === 'br') sizes.set(file, small.length);
        if (small.length < data.length * 0.9) writeFileSync(`${file}.${ending}`, small);
      }
    }),
  );
  return sizes;
}

const small = (text) => brotliCompressSync(text).length;

/** `early`: scripts that run without a person; `css`: styles in the page; `js`: every script the page names. */
function weigh(html, sizes, waits) {
  const named = new Set([...html.matchAll(/(\/assets\/[^"' ]+\.js)/g)].map(([, path]) => path));
  const js = [...named].reduce((total, path) => total + (sizes.get(join(folder, path)) ?? 0), 0);
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text).join('\n');
  const css = small([...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join('\n'));
  return { early: small(inline) + (waits ? 0 : js), css, js };
}

// What an affiliate checks an export of their account with, and its hash as sha256sum writes it.
const VERIFIER = 'framelift-verify.mjs';
const verifier = readFileSync(new URL(`../../deploy/${VERIFIER}`, import.meta.url));
writeFileSync(join(folder, VERIFIER), verifier);
writeFileSync(join(folder, `${VERIFIER}.sha256`), `${hash('sha256', verifier)}  ${VERIFIER}\n`);
const sizes = await compressAll();
// The server's build has copies of the pages' fonts and pictures that nothing reads.
for (const file of filesIn(join(folder, '../server'))) if (!file.endsWith('.js')) rmSync(file);
let over = 0;
const tweak = `tweaks/${tweaks[0].slug}`;
for (const [name, { path, waits }] of Object.entries({ ...pages, [tweak]: { path: `/${tweak}`, waits: true } })) {
  const weight = weigh(await renderPage(name, origin, {}), sizes, waits);
  const text = Object.entries(weight)
    .map(([kind, bytes]) => `${kind} ${(bytes / 1000).toFixed(1)} kB`)
    .join(', ');
  // Other pages that load at once are rare: forms that a mail links to.
  const most = waits ? budgets : (firstOpen[name] ?? {});
  const heavy = Object.entries(most).some(([kind, bytes]) => weight[kind] > bytes);
  if (heavy) over++;
  console.log(`${heavy ? '✗' : '✓'} ${path}: ${text} (Brotli)`);
}
if (over) {
  console.error(`${over} pages load more than ${JSON.stringify({ ...budgets, ...firstOpen })} bytes`);
  process.exit(1);
}
