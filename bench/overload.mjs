// More than the process can answer: what it still gets done, what becomes of the rest, of admins and of the store's
// notifications, and how soon it is well again. Server and database share one core, the generator has the other.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beside, Crowd, text } from './crowd.mjs';
import { quantile, row } from './measure.mjs';
import { posted, startSite } from './site.mjs';

const SECONDS = 15;
const SLOW_CLIENTS = 500;
const LARGE_BODIES = 20;
const LARGE = 50 * 1024 * 1024;

const memory = async (pid) => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

const account = async (url, path, body) => (await posted(url, path, body)).token;

/** Clients that send a byte a second, and clients that send far too much. */
function nuisance(url) {
  const port = Number(new URL(url).port);
  const open = () => connect(port, '127.0.0.1').on('error', () => {});
  const slow = Array.from({ length: SLOW_CLIENTS }, (_, n) => {
    const socket = open();
    socket.write(n % 2 ? 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ' : text('POST', '/api/affiliate/login', 'x'.repeat(1000)).slice(0, -900));
    return socket;
  });
  const dripping = setInterval(() => slow.forEach((socket) => socket.writable && socket.write('a')), 1000);
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const large = () => {
    const socket = open();
    let left = LARGE;
    const more = () => {
      while (left > 0 && socket.writable) {
        left -= chunk.length;
        if (!socket.write(chunk)) return;
      }
    };
    socket.write(`POST /api/affiliate/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${LARGE}\r\n\r\n`);
    socket.on('drain', more);
    more();
    socket.on('close', () => on && setTimeout(() => (sockets[sockets.indexOf(socket)] = large()), 100));
    return socket;
  };
  let on = true;
  const sockets = Array.from({ length: LARGE_BODIES }, large);
  return () => {
    on = false;
    clearInterval(dripping);
    for (const socket of [...slow, ...sockets]) socket.destroy();
  };
}

export async function overload() {
  // Everything that is started from here on inherits the first core; we move to the second one.
  execFileSync('taskset', ['-cp', '0', String(process.pid)]);
  const site = await startSite({ TRUST_PROXY: '1', ADMIN_PASSWORD: 'the admin password', STORE_WEBHOOK_SECRET: 'sandbox-secret' });
  execFileSync('taskset', ['-acp', '1', String(process.pid)]);
  try {
    const { url, pid } = site;
    const username = `u${randomBytes(6).toString('hex')}`;
    const own = await account(url, '/api/affiliate/register', {
      username,
      email: `${username}@example.org`,
      password: 'correct horse battery',
    });
    const admin = await account(url, '/api/affiliate/login', { username: 'admin', password: 'the admin password' });
    const visit = () =>
      text('POST', '/api/track/track-visit', JSON.stringify({ ref: username, pageUrl: '/' }), {
        'User-Agent': 'Mozilla/5.0 (X11) Firefox/130',
      });
    const reserved = { overview: { url, token: admin }, notification: { url } };
    const affiliate = { dashboard: { url, token: own } };
    const crowd = new Crowd(url, 4_000);
    await crowd.closed(32, 5, visit);
    const peaks = [];
    for (let round = 0; round < 3; round++) peaks.push(await crowd.closed(64, 5, visit));
    const peak = quantile(peaks, 0.5);
    const quiet = await beside(reserved, () => wait(5_000));
    const busy = await beside(reserved, () => crowd.closed(64, 5, visit));
    const before = await memory(pid);
    const rounds = [];
    for (let round = 0; round < 3; round++) {
      let most = 0;
      const watching = setInterval(async () => (most = Math.max(most, await memory(pid))), 250);
      const { result, ...watched } = await beside(reserved, () => crowd.opened(10 * peak, SECONDS, visit));
      clearInterval(watching);
      const ended = performance.now();
      // Well again: a second of visits, ten at a time apart, all served within twice the usual.
      const after = new Crowd(url, 10);
      let well = 0;
      for (let n = 0; n < 10; well = performance.now()) {
        after.answers = [];
        after.ask(visit);
        await wait(100);
        n = after.answers.length && after.answers[0].status < 300 && after.answers[0].ms < 50 ? n + 1 : 0;
        if (performance.now() - ended > 60_000) break;
      }
      after.close();
      rounds.push({ ...result, ...watched, most, recovery: (well - ended - 1000) / 1000 });
    }
    crowd.close();
    // The read models have visits to catch up with, which is not what is asked here.
    await wait(20_000);
    const usual = (await beside(affiliate, () => wait(10_000))).dashboard.p99;
    const stop = nuisance(url);
    await wait(1_000);
    const nagged = (await beside(affiliate, () => wait(10_000))).dashboard.p99;
    stop();
    const of = (figure) => rounds.map(figure);
    return [
      row('overload', 'visits served at ten times the peak', '/s', { ours: of((r) => r.served), peak: peaks }),
      row('overload', 'told to come back (503)', '/s', { ours: of((r) => r.refused) }),
      row('overload', 'answered anything else', 'requests', { ours: of((r) => r.others) }),
      row('overload', 'had no connection left to ask on', 'requests', { ours: of((r) => r.unasked) }),
      row('overload', 'p99 of visits served', 'ms', { ours: of((r) => r.p99) }),
      row('overload', 'memory of the process, most', 'MiB', { ours: of((r) => r.most), before: [before] }),
      row('overload', 'admin overview, p99', 'ms', { ours: of((r) => r.overview.p99), quiet: [quiet.overview.p99], 'at the peak': [busy.overview.p99] }),
      row('overload', 'admin overviews refused', 'requests', { ours: of((r) => r.overview.refused) }),
      row('overload', 'notification, p99', 'ms', { ours: of((r) => r.notification.p99), quiet: [quiet.notification.p99], 'at the peak': [busy.notification.p99] }),
      row('overload', 'notifications refused', 'requests', { ours: of((r) => r.notification.refused) }),
      row('overload', 'well again after', 's', { ours: of((r) => Math.max(0, r.recovery)) }),
      row('overload', `dashboard p99 beside ${SLOW_CLIENTS} slow clients and ${LARGE_BODIES} of 50 MB`, 'ms', { ours: [nagged], 'without them': [usual] }),
    ]; // prettier-ignore
  } finally {
    await site.stop();
  }
}
