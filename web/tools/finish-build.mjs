// After the build: the page for unknown addresses, sitemap and robots, the styles in each page, what its policy lets run, the budgets,
// and compressed siblings of every file the server sends as it is. What names the site's address is compressed by the server, which knows it.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ADDRESS_STAND_IN as origin } from '../../contracts/src/rules/rules.ts';
import { pages } from '../src/lib/pages.ts';

const folder = fileURLToPath(new URL('../build/client/', import.meta.url));

/** Compressed (Brotli) bytes a public page may load before anybody does anything. */
const budgets = { js: 150_000, css: 20_000 };

const compressed = {
  br: (data) =>
    promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length } }),
  gz: (data) => promisify(gzip)(data, { level: 9 }),
};

/** The server answers unknown paths with this file and status 404. */
function makeNotFoundPage() {
  const made = join(folder, pages.notFound.path, 'index.html');
  if (!existsSync(made)) return;
  renameSync(made, join(folder, '__spa-fallback.html'));
  rmSync(join(folder, pages.notFound.path), { recursive: true });
}

function writeSitemap() {
  const urls = Object.values(pages)
    .filter(({ indexed }) => indexed)
    .map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ];
  writeFileSync(join(folder, 'sitemap.xml'), xml.join('\n'));
  writeFileSync(join(folder, 'robots.txt'), `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`);
}

const filesIn = (path) =>
  readdirSync(path).flatMap((name) => {
    const inside = join(path, name);
    return statSync(inside).isDirectory() ? filesIn(inside) : [inside];
  });

/**
 * What a phone far away paints first comes first. The styles travel in the page; their link stays, switched off, as React looks for
 * it when it takes the page over. The store is for what somebody does on a page: it may come last.
 */
function putFirstThingsFirst() {
  for (const file of filesIn(folder).filter((name) => name.endsWith('.html'))) {
    const html = readFileSync(file, 'utf8')
      .replace('<link rel="modulepreload" href="/assets/store-', '<link rel="modulepreload" fetchpriority="low" href="/assets/store-')
      .replace(/<link rel="stylesheet" href="(\/assets\/[^"]+)"\/>/g, (_link, path) => {
        const css = readFileSync(join(folder, path), 'utf8');
        return `<style>${css}</style><link rel="stylesheet" href="${path}" disabled/>`;
      });
    writeFileSync(file, html);
  }
}

const entities = { amp: '&', quot: '"', '#x27': "'", '#39': "'", lt: '<', gt: '>' };
const unescaped = (attribute) => attribute.replace(/&(\w+|#x27|#39);/g, (all, name) => entities[name] ?? all);

/** A page's inline parts: scripts that run (unlike structured data), styles, style attributes. */
const inlineIn = (html) => ({
  scripts: [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes]) => !/\bsrc\s*=/.test(attributes) && !/type\s*=\s*"application\/(ld\+)?json"/.test(attributes))
    .map(([, , text]) => text),
  styles: [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, text]) => text),
  attributes: [...html.matchAll(/<[^>]*?\sstyle="([^"]*)"/gi)].map(([, text]) => unescaped(text)),
});

/** The server puts the site's address in later: text that names it would have another hash by then. */
function hashOf(text) {
  if (text.includes(origin)) throw new Error(`An inline script or style names the site's address: ${text.slice(0, 80)}`);
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** The hashes that each page's policy names; the server reads them (services/src/http/content-policy.ts). */
function writePolicies() {
  const pagesOf = filesIn(folder).filter((name) => name.endsWith('.html'));
  const hashes = pagesOf.map((file) => {
    const inline = Object.entries(inlineIn(readFileSync(file, 'utf8')));
    return [relative(folder, file), Object.fromEntries(inline.map(([kind, texts]) => [kind, [...new Set(texts.map(hashOf))]]))];
  });
  writeFileSync(join(folder, 'content-policy.json'), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
}

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

/** Every script and style a page names in its HTML, once each. */
function weigh(html, sizes) {
  const named = new Set([...html.matchAll(/["'](\/assets\/[^"']+\.(?:js|css))["']/g)].map(([, path]) => path));
  const sum = (ending) =>
    [...named].filter((path) => path.endsWith(ending)).reduce((total, path) => total + (sizes.get(join(folder, path)) ?? 0), 0);
  return { js: sum('.js'), css: sum('.css') };
}

makeNotFoundPage();
writeSitemap();
putFirstThingsFirst();
// What an affiliate checks an export of their account with.
copyFileSync(new URL('../../deploy/framelift-verify.mjs', import.meta.url), join(folder, 'framelift-verify.mjs'));
const sizes = await compressAll();
writePolicies();
let over = 0;
// The dashboards require a login: they load what they need.
const dashboards = [pages.dashboard, pages.admin, pages.account];
for (const page of Object.values(pages)) {
  if (dashboards.includes(page)) continue;
  const { path } = page;
  const file = path === pages.notFound.path ? '__spa-fallback.html' : join(path, 'index.html');
  const weight = weigh(readFileSync(join(folder, file), 'utf8'), sizes);
  const told = Object.entries(weight)
    .map(([kind, bytes]) => `${kind} ${(bytes / 1000).toFixed(1)} kB`)
    .join(', ');
  const heavy = Object.entries(budgets).some(([kind, most]) => weight[kind] > most);
  if (heavy) over++;
  console.log(`${heavy ? '✗' : '✓'} ${path}: ${told} (Brotli)`);
}
if (over) {
  console.error(`${over} pages load more than ${budgets.js / 1000} kB of scripts or ${budgets.css / 1000} kB of styles`);
  process.exit(1);
}
