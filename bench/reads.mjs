// How long screens of a large programme wait: each call's p95 at the server, next to an empty programme's, and how long the browser
// takes to show the answer to a click or key (as Interaction to Next Paint counts it). BENCH_SALES sets the size.
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../tools/chromium/chromium.mjs';
import { projections } from '../services/dist/screens/screens.module.js';
import { replay } from '../services/dist/engine/projecting/replay.js';
import { withDatabase } from './database.mjs';
import { fill } from './history.mjs';
import { quantile, row } from './measure.mjs';
import { posted, startSite } from './site.mjs';

const SALES = Number(process.env.BENCH_SALES ?? 200_000);
const AFFILIATES = Math.max(10, Math.round(SALES / 200));
/** Of a sale in these histories. */
const EVENTS = 5.1;
const ASKED = 300;

/** A token of an account that never had a password. */
export async function tokenOf(owner, accountId, secret) {
  await owner.query(`insert into sign_in.credentials (account_id, password_hash) values ($1, 'none') on conflict do nothing`, [accountId]);
  const { JwtService } = createRequire(new URL('../services/package.json', import.meta.url))('@nestjs/jwt');
  const [now, names] = [Math.floor(Date.now() / 1000), { issuer: 'framelift', audience: 'framelift' }];
  return new JwtService().sign(
    { tv: 1, iat: now, exp: now + 3600 },
    { secret: Buffer.from(secret, 'hex'), subject: accountId, jwtid: randomUUID(), ...names },
  );
}

/** ms of each of many answers, one after the other, without the first few. */
export async function answers(url, path, token, asked = ASKED) {
  const times = [];
  for (let i = 0; i < asked + 20; i++) {
    const began = performance.now();
    const response = await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } });
    await response.arrayBuffer();
    if (i >= 20) times.push(performance.now() - began);
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`);
  }
  return times;
}

/** Presses through the tabs of a dashboard. @returns how long each press took until it was painted */
async function interactions(url, path, token, steps) {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.addInitScript((stored) => {
      localStorage.setItem('affiliateToken', stored);
      localStorage.setItem('splashSeen', '1');
      window.pressed = [];
      const keep = (list) => list.getEntries().forEach((e) => e.interactionId && window.pressed.push(e.duration));
      new PerformanceObserver(keep).observe({ type: 'event', durationThreshold: 16, buffered: true });
    }, token);
    await page.goto(url + path);
    const count = await steps(page);
    await page.waitForTimeout(500);
    const slow = await page.evaluate('window.pressed');
    // Paints within one frame are not reported.
    return [...slow, ...Array(Math.max(0, count - slow.length)).fill(16)];
  } finally {
    await browser.close();
  }
}

const pressing = (names) => async (page) => {
  let pressed = 0;
  await page.getByRole('tab', { name: names[0] }).waitFor();
  for (let round = 0; round < 5; round++)
    for (const name of names) {
      await page.getByRole('tab', { name, exact: true }).click();
      await page.waitForTimeout(150);
      pressed++;
    }
  return pressed;
};

export const reads = () =>
  withDatabase(async ({ owner, open, settings }) => {
    const { pool, vault, log } = await open();
    const events = await fill(log, Math.round(SALES * EVENTS), { affiliates: AFFILIATES });
    await replay({ pool, vault }, log, projections);
    await owner.query('vacuum analyze');
    const { rows: most } = await pool.query('select affiliate_id as id, net_sales from dashboard.totals order by net_sales desc limit 1');
    const site = await startSite({ ...settings, ADMIN_PASSWORD: 'the admin password' });
    const empty = await startSite({ ADMIN_PASSWORD: 'the admin password' });
    const about = `${Math.round(events / 1000)}k events`;
    try {
      const signIn = async (url) =>
        (await posted(url, '/api/affiliate/login', { username: 'admin', password: 'the admin password' })).token;
      const own = await tokenOf(owner, `affiliate-${most[0].id}`, settings.JWT_SECRET);
      const [admin, emptyAdmin] = [await signIn(site.url), await signIn(empty.url)];
      const calls = [
        [`dashboard of ${most[0].net_sales} sales`, '/api/affiliate/stats', own],
        ['its figures over time', '/api/affiliate/trends?range=all', own],
        ['its ledger, first page', '/api/affiliate/ledger', own],
        ['its sales, first page', '/api/affiliate/sales', own],
        [`admin overview of ${AFFILIATES} affiliates`, '/api/admin/overview', admin],
        ['programme over time', '/api/admin/trends?range=all', admin],
        ['affiliates, first page', '/api/admin/affiliates?limit=50', admin],
        [`event history of ${about}, first page`, '/api/admin/events?limit=50', admin],
        ['event history, one type', '/api/admin/events?limit=50&type=CashoutProcessed', admin],
        ['event history, one affiliate', `/api/admin/events?limit=50&affiliate=${most[0].id}`, admin],
      ];
      const rows = [];
      for (const [name, path, token] of calls) {
        const times = await answers(site.url, path, token);
        const forAdmins = path.includes('/admin/') && !path.includes('affiliate=');
        const peer = forAdmins ? { 'empty programme': [quantile(await answers(empty.url, path, emptyAdmin), 0.95)] } : {};
        rows.push(row('reads', `${name}, p95`, 'ms', { ours: [quantile(times, 0.95)], median: [quantile(times, 0.5)], ...peer }));
      }
      const screens = [
        ['affiliate dashboard', '/affiliate/dashboard', own, ['Sales', 'Cashouts', 'Ledger', 'Settings', 'Overview']],
        ['admin dashboard', '/admin/dashboard', admin, ['Affiliates', 'Cashouts', 'Actions', 'Events', 'Overview']],
      ];
      for (const [name, path, token, tabs] of screens) {
        const pressed = await interactions(site.url, path, token, pressing(tabs));
        rows.push(
          row('reads', `${name}: a press until it is painted, slowest`, 'ms', {
            ours: [Math.max(...pressed)],
            median: [quantile(pressed, 0.5)],
          }),
        );
      }
      return rows;
    } finally {
      await site.stop();
      await empty.stop();
    }
  });
