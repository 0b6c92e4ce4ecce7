// More requests than the process can answer: how many it still serves, what happens to the rest, to admins and to the store's
// notifications, and how soon it recovers, behind nginx as in the containers and without. The whole server, its
// database included, has one core, the generator the other.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_WORKING } from '../services/dist/http/admission.js';
import { noNginxBecause, startNginx } from '../test/support/nginx.ts';
import { beside, Crowd, text, visit } from './crowd.mjs';
import { memoryOf, row, stolen } from './measure.mjs';
import { bought, posted, startSite } from './site.mjs';

const SECONDS = 10;
const ROUNDS = 6;
const SLOW_CLIENTS = 500;
const LARGE_BODIES = 20;
const LARGE = 50 * 1024 * 1024;

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

/** Ten times the peak through one front, measured right after that peak because the machine's speed drifts. */
async function round({ crowd, url, reserved }, visits, pid) {
  const busy = await beside(reserved, () => crowd.closed(MAX_WORKING, SECONDS, visits));
  const peak = busy.result;
  await crowd.arrive();
  const taken = await stolen();
  let memory = 0;
  const watching = setInterval(async () => (memory = Math.max(memory, await memoryOf(pid))), 250);
  const over = await beside(reserved, () => crowd.opened(10 * peak, SECONDS, visits));
  clearInterval(watching);
  const steal = await taken();
  const ended = performance.now();
  // Recovered: a second of visits, ten at a time, all served within twice the usual time.
  const after = new Crowd(url, 10);
  let well = 0;
  for (let n = 0; n < 10; well = performance.now()) {
    after.answers = [];
    after.ask(visits);
    await wait(100);
    n = after.answers.length && after.answers[0].status < 300 && after.answers[0].ms < 50 ? n + 1 : 0;
    if (performance.now() - ended > 60_000) break;
  }
  after.close();
  return { peak, busy, over, steal, memory, recovery: Math.max(0, (well - ended - 1000) / 1000) };
}

export async function overload() {
  const missing = noNginxBecause();
  if (missing) throw new Error(missing);
  // Everything started from here on inherits the first core; we move to the second one.
  execFileSync('taskset', ['-cp', '0', String(process.pid)]);
  const site = await startSite({ TRUST_PROXY: '2', ADMIN_PASSWORD: 'the admin password', STORE_WEBHOOK_SECRET: 'sandbox-secret' });
  let nginx;
  try {
    nginx = await startNginx(Number(new URL(site.url).port));
    execFileSync('taskset', ['-acp', '1', String(process.pid)]);
    const username = `u${randomBytes(6).toString('hex')}`;
    const email = `${username}@example.org`;
    const { token: own } = await posted(site.url, '/api/affiliate/register', { username, email, password: 'correct horse battery' });
    const { token: admin } = await posted(site.url, '/api/affiliate/login', { username: 'admin', password: 'the admin password' });
    const invoice = await bought(site.url);
    const visits = () => visit(username);
    const measured = {};
    for (const [name, { url }] of Object.entries({ ours: nginx, 'without nginx': site })) {
      const crowd = new Crowd(url, 4_000);
      const reserved = { overview: { url, about: admin }, notification: { url, about: invoice } };
      await crowd.closed(MAX_WORKING, 5, visits);
      const quiet = await beside(reserved, () => wait(5_000));
      measured[name] = { url, crowd, reserved, quiet, rounds: [], usual: [], nagged: [] };
    }
    for (let n = 0; n < ROUNDS; n++)
      for (const front of Object.values(measured)) {
        front.rounds.push(await round(front, visits, site.pid));
        await wait(2_000);
      }
    for (const { crowd } of Object.values(measured)) crowd.close();
    // The read models catch up with the visits first; that is not measured here.
    await wait(20_000);
    for (let n = 0; n < ROUNDS; n++)
      for (const { url, usual, nagged } of Object.values(measured)) {
        const affiliate = { dashboard: { url, about: own } };
        usual.push((await beside(affiliate, () => wait(10_000))).dashboard.p99);
        const stop = nuisance(url);
        await wait(1_000);
        nagged.push((await beside(affiliate, () => wait(10_000))).dashboard.p99);
        stop();
        await wait(1_000);
      }
    const of = (figure) => Object.fromEntries(Object.entries(measured).map(([name, front]) => [name, figure(front)]));
    const each = (figure) => of(({ rounds }) => rounds.map(figure));
    const ours = measured.ours;
    return [
      row(
        'overload',
        'visits at the peak, beside admins and notifications',
        '/s',
        each((r) => r.peak),
      ),
      row(
        'overload',
        'visits served at ten times the peak',
        '/s',
        each((r) => r.over.result.served),
      ),
      row(
        'overload',
        'the same, as a share of the peak right before',
        'of 1',
        each((r) => r.over.result.served / r.peak),
      ),
      row(
        'overload',
        'taken away by the machine meanwhile (steal)',
        '% of both cores',
        each((r) => r.steal),
      ),
      row(
        'overload',
        'asked to come back (503)',
        '/s',
        each((r) => r.over.result.refused),
      ),
      row(
        'overload',
        'answered otherwise',
        'requests',
        each((r) => r.over.result.others),
      ),
      row(
        'overload',
        'without a free connection',
        'requests',
        each((r) => r.over.result.unasked),
      ),
      row(
        'overload',
        'p99 of visits served',
        'ms',
        each((r) => r.over.result.p99),
      ),
      row(
        'overload',
        'memory of the api, peak',
        'MiB',
        each((r) => r.memory),
      ),
      row('overload', 'admin overview, p99', 'ms', {
        ...each((r) => r.over.overview.p99),
        'at the peak': ours.rounds.map((r) => r.busy.overview.p99),
        quiet: [ours.quiet.overview.p99],
      }),
      row(
        'overload',
        'admin overviews refused',
        'requests',
        each((r) => r.over.overview.refused),
      ),
      row('overload', 'notification, p99', 'ms', {
        ...each((r) => r.over.notification.p99),
        'at the peak': ours.rounds.map((r) => r.busy.notification.p99),
        quiet: [ours.quiet.notification.p99],
      }),
      row(
        'overload',
        'notifications refused',
        'requests',
        each((r) => r.over.notification.refused),
      ),
      row(
        'overload',
        'recovered after',
        's',
        each((r) => r.recovery),
      ),
      row(
        'overload',
        `dashboard p99 beside ${SLOW_CLIENTS} slow clients and ${LARGE_BODIES} of 50 MB`,
        'ms',
        of(({ nagged }) => nagged),
      ),
      row(
        'overload',
        'dashboard p99 without them',
        'ms',
        of(({ usual }) => usual),
      ),
    ];
  } finally {
    await nginx?.stop();
    await site.stop();
  }
}
