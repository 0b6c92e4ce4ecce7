// Lighthouse with its mobile defaults, five times per public route, medians; against the whole built system.
import { freePort } from '../services/dist/platform/embedded-postgres.js';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../tools/chromium/chromium.mjs';
import { pages } from '../web/src/lib/pages.ts';
import { row } from './measure.mjs';
import { startSite } from './site.mjs';

const RUNS = 5;
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Repeats a run once if Lighthouse itself gave up. */
async function measure(url, port) {
  const { lhr } = await lighthouse(url, { port, output: 'json', logLevel: 'error' });
  const score = (category) => Math.round((lhr.categories[category].score ?? 0) * 100);
  const failed = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 0.9).map(({ id }) => id),
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    seo: score('seo'),
    fcp: Math.round(lhr.audits['first-contentful-paint'].numericValue),
    lcp: Math.round(lhr.audits['largest-contentful-paint'].numericValue),
    shift: Number(lhr.audits['cumulative-layout-shift'].numericValue.toFixed(4)),
    failed: [...new Set(failed)],
  };
}

/** The unit of each measure; there are no peers. */
const units = {
  performance: 'of 100',
  accessibility: 'of 100',
  'best practices': 'of 100',
  seo: 'of 100',
  fcp: 'ms',
  lcp: 'ms',
  shift: '',
};

export async function web() {
  // BENCH_SITE: a file of `ops site export`, for the figures of a seller's own content.
  const site = await startSite({}, process.env.BENCH_SITE ? ['--site', process.env.BENCH_SITE] : []);
  const port = await freePort();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...flags, `--remote-debugging-port=${port}`] });
  const rows = [];
  try {
    const only = process.env.BENCH_ROUTES?.split(',');
    const paths = Object.values(pages)
      .map(({ path }) => path)
      .filter((path) => !path.endsWith('/dashboard') && path !== pages.notFound.path);
    for (const path of only ?? paths) {
      const runs = [];
      for (let run = 0; run < RUNS; run++) runs.push(await measure(site.url + path, port).catch(() => measure(site.url + path, port)));
      const { failed } = runs[0];
      console.log(`${path}${failed.length ? `: below 90 in ${failed.join(', ')}` : ''}`);
      for (const [name, unit] of Object.entries(units)) rows.push(row('web', `${path} ${name}`, unit, { ours: runs.map((r) => r[name]) }));
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  return rows;
}
