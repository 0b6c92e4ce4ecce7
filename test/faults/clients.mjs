// Clients that record every command before sending it and its answer, and retry until the outcome is known.
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { SeededRandom } from '../../services/dist/operating/demo/chance.js';
import { uuidFrom } from '../../services/dist/platform/keys.js';
import { checkoutStarted, saleCredited, saleRecorded } from '../support/facts.ts';

const PATIENCE = 90_000;

/** Every call of the campaign, in memory and, for commands, line by line in a file. Times are ms since the campaign's process began. */
export class Journal {
  commands = [];
  reads = [];
  /** When the database lost commits. */
  losses = [];
  /** Answers of the apis, with counts. */
  statuses = {};
  /** A summary of every call before the last check, with the number of commands and reads. */
  settled = { calls: [], commands: 0, reads: 0 };
  /** The furthest acknowledged position that is not lost. */
  furthest = 0;

  constructor(file) {
    this.file = file;
  }

  /** The input of the checker (checker.ts): the calls since the last check, after the state then. */
  get calls() {
    const { calls, commands, reads } = this.settled;
    return [...calls, ...this.commands.slice(commands), ...this.reads.slice(reads)];
  }

  /**
   * After a check that found nothing wrong, with no call in flight: each account has one command with its balance, at its furthest
   * position, and each client one empty read at the position it has seen.
   */
  settle() {
    const at = performance.now();
    const since = this.calls.filter((c) => !c.isLost && (c.kind === 'read' ? !c.isOlder : c.position !== undefined));
    const accounts = Map.groupBy(
      since.filter((c) => c.kind === 'command'),
      (c) => c.movement?.account,
    );
    const then = { sent: at, answered: at };
    const furthest = (own) => Math.max(...own.map((c) => c.position));
    const commands = [...accounts].map(([account, own]) => ({
      kind: 'command',
      client: 'before',
      ...then,
      position: furthest(own),
      ...(account && { movement: { account, cents: own.reduce((sum, c) => sum + c.movement.cents, 0) } }),
    }));
    const lost = this.losses.at(-1) ?? 0;
    const clients = Map.groupBy(
      since.filter((c) => c.kind === 'read' && c.sent >= lost),
      (c) => c.client,
    );
    const reads = [...clients].map(([client, own]) => ({
      kind: 'read',
      client,
      ...then,
      position: furthest(own),
      account: 'none',
      balanceCents: 0,
    }));
    this.settled = { calls: [...commands, ...reads], commands: this.commands.length, reads: this.reads.length };
  }

  before(command) {
    this.commands.push(Object.assign(command, { kind: 'command', sent: performance.now(), sends: 0 }));
    appendFileSync(this.file, `${JSON.stringify({ sends: command.commandId, what: command.what })}\n`);
  }

  after(command, accepted, answer, position) {
    Object.assign(command, { accepted, answered: performance.now() }, accepted && position ? { position } : {});
    this.furthest = Math.max(this.furthest, command.position ?? 0);
    appendFileSync(this.file, `${JSON.stringify({ answered: command.commandId, accepted, answer })}\n`);
  }

  /** Commands from this one on are lost. No call is in flight. */
  lose(first) {
    for (const command of this.commands.slice(first)) command.isLost = true;
    this.losses.push(performance.now());
    this.furthest = Math.max(0, ...this.commands.filter((c) => !c.isLost).map((c) => c.position ?? 0));
  }
}

/** 0 ≤ n < 1, the same for the same seed. */
export function randomFrom(seed) {
  const random = new SeededRandom(seed);
  return () => random.next();
}

/** The first admin of every system. */
export async function signIn(url) {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ username: 'admin', password: 'the admin password' });
  const { token } = await (await fetch(`${url}/api/affiliate/login`, { method: 'POST', headers, body })).json();
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  return { kind: 'admin', id: sub.replace(/^admin-/, ''), token };
}

/** Waits while the campaign checks. */
export class Gate {
  open = true;
  inside = 0;

  async pass(work) {
    while (!this.open) await wait(20);
    this.inside++;
    try {
      return await work();
    } finally {
      this.inside--;
    }
  }

  async close() {
    this.open = false;
    while (this.inside) await wait(20);
  }
}

const positionOf = (response) => Number(response.headers.get('log-position') ?? 0);

export class Client {
  /** The furthest position of any answer, lost ones included. */
  seen = 0;
  /** The position of the last read, by the number of losses before it. */
  hasRead = [];

  constructor(n, { urls, log, journal, gate, random, admin }) {
    Object.assign(this, { n, urls, log, journal, gate, random, admin, name: `client ${n}` });
  }

  /** Like a balancer: after a failure, the other. */
  url = (attempt) => this.urls[(this.n + attempt) % this.urls.length];

  /** Over HTTP under an Idempotency-Key: retried until the answer is not a fault. */
  async send(actor, method, path, body, movement) {
    const key = randomUUID();
    const commandId = uuidFrom(JSON.stringify([actor.kind, actor.id, method, path, key]));
    const command = { client: this.name, what: `${method} ${path}`, commandId, movement };
    this.journal.before(command);
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
    if (actor.token) headers.Authorization = `Bearer ${actor.token}`;
    for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(100)) {
      command.sends++;
      try {
        const options = { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) };
        const response = await fetch(this.url(command.sends) + path, options);
        const { statuses } = this.journal;
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        const answer = await response.json();
        // 429 is not an answer yet: on a busy machine passwords take long enough to expire.
        if (response.status >= 500 || response.status === 429) continue;
        this.journal.after(command, response.status < 300, response.status, positionOf(response));
        return answer;
      } catch {
        // The outcome is unknown.
      }
    }
    throw new Error(`${command.what} got no answer for ${PATIENCE / 1000} s`);
  }

  /** Reads a balance as fresh as all answers so far; an answer marked as older is recorded, and retried. */
  async read(actor, path, account, balanceIn) {
    const { journal } = this;
    let [since, attempts] = [0, 0];
    for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(100)) {
      since = Math.max(journal.furthest, this.hasRead[journal.losses.length] ?? 0);
      const sent = performance.now();
      try {
        const response = await fetch(this.url(attempts++) + path, {
          headers: { Authorization: `Bearer ${actor.token}`, 'Log-After': String(Math.max(since, this.seen)) },
          signal: AbortSignal.timeout(10_000),
        });
        if (!response.ok) continue;
        const [answer, position] = [await response.json(), positionOf(response)];
        const read = { kind: 'read', client: this.name, sent, answered: performance.now(), account, position };
        const isOlder = position < since;
        journal.reads.push({ ...read, isOlder, balanceCents: Math.round((balanceIn(answer) ?? 0) * 100) });
        this.seen = Math.max(this.seen, position);
        if (isOlder) continue;
        this.hasRead[journal.losses.length] = position;
        return answer;
      } catch {
        // again
      }
    }
    throw new Error(`GET ${path} had no answer as fresh as ${since} for ${PATIENCE / 1000} s`);
  }

  /** The balance that an affiliate sees. */
  own = () => this.read(this.me, '/api/affiliate/stats', this.me.id, ({ affiliate }) => affiliate.balance);

  /** The balance that an admin sees of any affiliate, while others send commands. */
  another() {
    const { me, username } = this.all[Math.floor(this.random() * this.all.length)];
    if (!me) return undefined;
    const balanceIn = ({ affiliates }) => affiliates.find((a) => a.id === me.id)?.balance;
    return this.read(this.admin, `/api/admin/affiliates?search=${username}`, me.id, balanceIn);
  }

  /** As the store's command appends it: a sale on both of its streams. */
  async sell(affiliateId, commissionCents) {
    const invoiceId = randomUUID();
    const invoice = { provider: 'sellauth', invoiceId };
    const movement = { account: affiliateId, cents: commissionCents };
    const command = { client: this.name, what: 'sale', commandId: randomUUID(), movement };
    this.journal.before(command);
    const amountCents = commissionCents * 5;
    const at = new Date().toISOString();
    const amounts = { ...invoice, amountCents, commissionCents };
    const sale = saleRecorded({ ...amounts, paidCents: amountCents, soldAt: at, customerEmail: 'b@example.org', buyer: 'b'.repeat(40) });
    const started = checkoutStarted({ checkoutId: invoiceId, ...invoice, listCents: amountCents, affiliateId });
    const credited = saleCredited({ ...amounts, affiliateId });
    for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(100)) {
      command.sends++;
      try {
        const { position } = await this.log.append({
          streams: [
            { streamId: `affiliate-${affiliateId}`, expected: 'any', facts: [sale] },
            { streamId: `checkout-sellauth-${invoiceId}`, expected: 0, facts: [started, credited] },
          ],
          metadata: { occurredAt: at, actor: { kind: 'store', id: 'campaign' }, commandId: command.commandId, correlationId: invoiceId },
        });
        return this.journal.after(command, true, 'appended', position);
      } catch (error) {
        if (error.constructor.name !== 'CommandInLog') continue;
        const events = await this.log.readCommand(command.commandId).catch(() => []);
        if (events.length) return this.journal.after(command, true, 'was in the log', events.at(-1).position);
      }
    }
    throw new Error(`a sale got no answer for ${PATIENCE / 1000} s`);
  }

  async join() {
    const username = `f${this.n}x${randomUUID().slice(0, 8)}`;
    this.username = username;
    const visitor = { kind: 'visitor', id: 'anonymous' };
    const { affiliate, token } = await this.send(visitor, 'POST', '/api/affiliate/register', {
      username,
      email: `${username}@example.org`,
      password: 'long enough',
    });
    this.me = { kind: 'affiliate', id: affiliate.id, token };
    await this.send(this.me, 'POST', '/api/affiliate/payment-methods', this.details());
    const own = await this.log.readStream(`affiliate-${affiliate.id}`);
    this.method = own.find((e) => e.type === 'PaymentMethodAdded').data.paymentMethodId;
  }

  details = () => ({ paymentType: 'paypal', paymentDetails: { email: `${randomUUID().slice(0, 8)}@example.org` } });

  moved = (amount) => ({ account: this.me.id, cents: Math.round(amount * 100) });

  /** Requests an amount in euros. */
  cashout = (amount) =>
    this.send(this.me, 'POST', '/api/affiliate/cashouts', { amount, paymentMethodId: this.method }, this.moved(-amount));

  async step() {
    const { me, admin } = this;
    const steps = [
      () => this.sell(me.id, 60_00),
      () => this.cashout(50),
      () => this.cashout(100_000),
      () => this.send(me, 'PUT', `/api/affiliate/payment-methods/${this.method}`, this.details()),
      async () => {
        const { recentCashouts } = await this.own();
        const pending = recentCashouts.find((c) => c.status === 'pending');
        if (!pending) return;
        const status = this.random() < 0.7 ? 'completed' : 'rejected';
        const path = `/api/admin/cashouts/${pending.id}/process`;
        await this.send(admin, 'PUT', path, { status }, status === 'rejected' ? this.moved(pending.amount) : undefined);
      },
    ];
    await steps[Math.floor(this.random() * steps.length)]();
    const looks = this.random();
    if (looks < 0.6) await (looks < 0.3 ? this.own() : this.another());
  }

  /** Until `on` is false. */
  async work(on) {
    while (on()) {
      await this.gate.pass(() => this.step());
      await wait(100 + this.random() * 300);
    }
  }
}
