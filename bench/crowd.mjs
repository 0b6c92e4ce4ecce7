// Many clients in little memory, and a few that are measured more closely.
import { createHmac, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { sellauth } from '../contracts/dist/index.js';
import { quantile } from './measure.mjs';
import { browser, somewhere } from './site.mjs';

/** Keep-alive connections that speak just enough HTTP: each sends one request after another, each from another address. */
export class Crowd {
  idle = [];
  open = 0;
  answers = [];

  constructor(url, most) {
    this.port = Number(new URL(url).port);
    this.most = most;
  }

  /** Sends the request if a connection is free or may be opened. @returns whether it did */
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
      // Node answers an idle connection with a timeout, and closes it.
      if (!socket.askedAt) return;
      if (!missing) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        missing = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - head.length;
      } else missing -= chunk.length;
      if (missing > 0) return;
      this.heard?.(head);
      this.answers.push({ status: Number(head.slice(9, 12)), ms: performance.now() - socket.askedAt });
      [head, missing, socket.askedAt] = ['', 0, undefined];
      this.idle.push(socket);
      this.answered?.();
    });
    socket
      .on('error', () => {})
      .on('close', () => {
        this.open--;
        this.idle = this.idle.filter((s) => s !== socket);
      });
    return socket;
  }

  /** Opens all connections in advance: opening thousands together would keep us from reading answers. */
  async arrive() {
    for (; this.open < this.most; await wait(10)) for (let n = 0; n < 20; n++) this.idle.push(this.connect());
    await wait(500);
  }

  /** Keeps `size` requests in flight. @returns requests served per second */
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

  /** Sends `perSecond` regardless of the answers; those without a free connection are not sent. */
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
      p99: quantile(
        answers.filter(({ status }) => status < 300).map(({ ms }) => ms),
        0.99,
      ),
      unasked,
    };
  }

  close() {
    for (const socket of this.idle) socket.destroy();
  }
}

export const text = (method, path, body, headers = {}) => {
  const lines = Object.entries({ Host: 'bench', 'X-Forwarded-For': somewhere(), ...headers }).map(([k, v]) => `${k}: ${v}\r\n`);
  const about = body ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` : '';
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}${about}\r\n${body ?? ''}`;
};

/** The store may repeat a notification of a sale; an unknown invoice would be looked up again and again. */
const notification = (invoice) => {
  const data = { invoice_id: invoice };
  const body = JSON.stringify({ event: 'NOTIFICATION.SHOP_INVOICE_PROCESSED', shop_id: sellauth.shopId, data });
  const signature = createHmac('sha256', 'sandbox-secret').update(body).digest('hex');
  return text('POST', '/api/store/notifications', body, { 'X-Signature': signature, 'Idempotency-Key': randomBytes(32).toString('hex') });
};

/** A view as our pages request it: after the first answer with the position they have seen. */
const view = (path) => (token, seen) =>
  text('GET', path, undefined, { Authorization: `Bearer ${token}`, ...(seen && { 'Log-After': seen }) });

/** A visitor through an affiliate's link. */
export const visit = (ref) => text('POST', '/api/track/track-visit', JSON.stringify({ ref, pageUrl: '/' }), browser);

/** Requests beside a crowd, by name: with the caller's token, the notification's invoice, or the link's affiliate. */
const requests = {
  overview: view('/api/admin/overview'),
  dashboard: view('/api/affiliate/stats'),
  page: () => text('GET', '/'),
  visit,
  notification,
};

/** Sends twenty a second in a separate thread until stopped, so it waits for the server, not for our own crowd. */
async function watch({ url, name, about }) {
  const crowd = new Crowd(url, 50);
  let on = true;
  let seen;
  crowd.heard = (head) => (seen = /log-position: (\d+)/i.exec(head)?.[1] ?? seen);
  parentPort.once('message', () => (on = false));
  for (; on; await wait(50)) crowd.ask(() => requests[name](about, seen));
  await wait(500);
  crowd.close();
  parentPort.postMessage(crowd.answers, []);
}
if (workerData?.watches) await watch(workerData);

/** The p99 (ms) of the `watched` requests and how many were refused meanwhile; with the result of `meanwhile`. */
export async function beside(watched, meanwhile) {
  const workers = Object.entries(watched).map(([name, { url, about }]) => [
    name,
    new Worker(new URL(import.meta.url), { workerData: { watches: true, url, name, about } }),
  ]);
  await Promise.all(workers.map(([, worker]) => new Promise((begun) => worker.once('online', begun))));
  const result = await meanwhile();
  const figures = workers.map(async ([name, worker]) => {
    const answers = await new Promise((done) => (worker.once('message', done), worker.postMessage('stop', [])));
    const refused = answers.filter(({ status }) => status >= 300).length;
    return [
      name,
      {
        p99: quantile(
          answers.map(({ ms }) => ms),
          0.99,
        ),
        refused,
      },
    ];
  });
  return { result, ...Object.fromEntries(await Promise.all(figures)) };
}
