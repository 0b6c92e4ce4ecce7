// More than the process can answer: what it still gets done, what becomes of the rest, of admins and of the store's
// notifications, and how soon it is well again. Server and database share one core, the generator has the other.
import { execFileSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { rules } from '../contracts/dist/index.js';
import { quantile, row } from './measure.mjs';
import { somewhere, startSite } from './site.mjs';

const SECONDS = 15;
const SLOW_CLIENTS = 500;
const LARGE_BODIES = 20;
const LARGE = 50 * 1024 * 1024;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Keep-alive connections that speak just enough HTTP: each asks one thing at a time, over and over, from another address each time. */
class Crowd {
  idle = [];
  open = 0;
  answers = [];

  constructor(url, most) {
    this.port = Number(new URL(url).port);
    this.most = most;
  }

  /** Asks at once if a connection is free or may be opened. @returns whether it did */
  ask(request) {
    const socket = this.idle.pop() ?? (this.open < this.most ? this.connect() : undefined);
    if (!socket) return false;
    socket.askedAt = performance.now();
    socket.write(request());
    return true;
  }

  connect() {
    this.open++;
    const socket = connect(this.port, '127.0.0.1').setNoDelay();
    let head = '';
    let missing = 0;
    socket.on('data', (chunk) => {
      if (!missing) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        missing = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - head.length;
      } else missing -= chunk.length;
      if (missing > 0) return;
      this.answers.push({ status: Number(head.slice(9, 12)), ms: performance.now() - socket.askedAt });
      [head, missing] = ['', 0];
      this.idle.push(socket);
      this.answered?.();
    });
    socket.on('error', () => {}).on('close', () => {
      this.open--;
      this.idle = this.idle.filter((s) => s !== socket);
    }); // prettier-ignore
    return socket;
  }

  /** As many as get answered with `size` at once; answers requests that were served per second. */
  async closed(size, seconds, request) {
    this.answers = [];
    const end = performance.now() + seconds * 1000;
    await new Promise((over) => {
      this.answered = () => (performance.now() < end ? this.ask(request) : over());
      for (let n = 0; n < size; n++) this.ask(request);
    });
    this.answered = undefined;
    await wait(500);
    return this.answers.filter(({ status }) => status < 300).length / seconds;
  }

  /** `perSecond` of them whatever becomes of them; those for which no connection is left could not even ask. */
  async opened(perSecond, seconds, request) {
    this.answers = [];
    let unasked = 0;
    const began = performance.now();
    for (let asked = 0; ;) {
      const elapsed = performance.now() - began;
      if (elapsed > seconds * 1000) break;
      for (; asked < (elapsed * perSecond) / 1000; asked++) if (!this.ask(request)) unasked++;
      await wait(2);
    }
    const answers = this.answers;
    return {
      served: answers.filter(({ status }) => status < 300).length / seconds,
      refused: answers.filter(({ status }) => status === 503 || status === 429).length / seconds,
      others: answers.filter(({ status }) => status >= 300 && status !== 503 && status !== 429).length,
      p99: quantile(answers.filter(({ status }) => status < 300).map(({ ms }) => ms), 0.99),
      unasked,
    }; // prettier-ignore
  }

  close() {
    for (const socket of this.idle) socket.destroy();
  }
}

const text = (method, path, body, headers = {}) => {
  const lines = Object.entries({ Host: 'bench', 'X-Forwarded-For': somewhere(), ...headers }).map(([k, v]) => `${k}: ${v}\r\n`);
  const about = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : '';
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}${about}\r\n${body ?? ''}`;
};

const notification = () => {
  const data = { invoice_id: `n${randomBytes(6).toString('hex')}` };
  const body = JSON.stringify({ event: 'NOTIFICATION.SHOP_INVOICE_PROCESSED', shop_id: rules.store.shopId, data });
  const signature = createHmac('sha256', 'sandbox-secret').update(body).digest('hex');
  return text('POST', '/api/store/notifications', body, { 'X-Signature': signature, 'Idempotency-Key': randomBytes(32).toString('hex') });
};

/** Ten admins' requests, notifications or dashboards a second beside whatever else happens. */
async function beside(url, request, while_) {
  const crowd = new Crowd(url, 50);
  let on = true;
  const asking = (async () => {
    for (; on; await wait(100)) crowd.ask(request);
  })();
  const result = await while_();
  on = false;
  await asking;
  await wait(500);
  crowd.close();
  const refused = crowd.answers.filter(({ status }) => status >= 300).length;
  return { result, p99: quantile(crowd.answers.map(({ ms }) => ms), 0.99), refused }; // prettier-ignore
}

const memory = async (pid) => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

async function account(url, path, body) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': somewhere() },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).token;
}

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
    const overview = () => text('GET', '/api/admin/overview', undefined, { Authorization: `Bearer ${admin}` });
    const dashboard = () => text('GET', '/api/affiliate/stats', undefined, { Authorization: `Bearer ${own}` });
    const crowd = new Crowd(url, 4_000);
    await crowd.closed(32, 5, visit);
    const peaks = [];
    for (let round = 0; round < 3; round++) peaks.push(await crowd.closed(64, 5, visit));
    const peak = quantile(peaks, 0.5);
    const quiet = await beside(url, overview, () => beside(url, notification, () => wait(5_000)));
    const busy = await beside(url, overview, () => beside(url, notification, () => crowd.closed(64, 5, visit)));
    const before = await memory(pid);
    const rounds = [];
    for (let round = 0; round < 3; round++) {
      let most = 0;
      const watching = setInterval(async () => (most = Math.max(most, await memory(pid))), 250);
      const admins = await beside(url, overview, () => beside(url, notification, () => crowd.opened(10 * peak, SECONDS, visit)));
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
      rounds.push({ ...admins.result.result, admins, notifications: admins.result, most, recovery: (well - ended - 1000) / 1000 });
    }
    crowd.close();
    // The read models have visits to catch up with, which is not what is asked here.
    await wait(20_000);
    const usual = (await beside(url, dashboard, () => wait(10_000))).p99;
    const stop = nuisance(url);
    await wait(1_000);
    const nagged = (await beside(url, dashboard, () => wait(10_000))).p99;
    stop();
    const of = (figure) => rounds.map(figure);
    return [
      row('overload', 'visits served at ten times the peak', '/s', { ours: of((r) => r.served), peak: peaks }),
      row('overload', 'told to come back (503)', '/s', { ours: of((r) => r.refused) }),
      row('overload', 'answered anything else', 'requests', { ours: of((r) => r.others) }),
      row('overload', 'had no connection left to ask on', 'requests', { ours: of((r) => r.unasked) }),
      row('overload', 'p99 of visits served', 'ms', { ours: of((r) => r.p99) }),
      row('overload', 'memory of the process, most', 'MiB', { ours: of((r) => r.most), before: [before] }),
      row('overload', 'admin overview, p99', 'ms', { ours: of((r) => r.admins.p99), quiet: [quiet.p99], 'at the peak': [busy.p99] }),
      row('overload', 'admin overviews refused', 'requests', { ours: of((r) => r.admins.refused) }),
      row('overload', 'notification, p99', 'ms', { ours: of((r) => r.notifications.p99), quiet: [quiet.result.p99], 'at the peak': [busy.result.p99] }),
      row('overload', 'notifications refused', 'requests', { ours: of((r) => r.notifications.refused) }),
      row('overload', 'well again after', 's', { ours: of((r) => Math.max(0, r.recovery)) }),
      row('overload', `dashboard p99 beside ${SLOW_CLIENTS} slow clients and ${LARGE_BODIES} of 50 MB`, 'ms', { ours: [nagged], 'without them': [usual] }),
    ]; // prettier-ignore
  } finally {
    await site.stop();
  }
}
