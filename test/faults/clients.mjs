// Clients that write down every command before they send it and what was answered, and ask again until they know.
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { uuidFrom } from '../../services/dist/platform/keys.js';
import { checkoutStarted, saleCredited, saleRecorded } from '../support/facts.ts';

const PATIENCE = 90_000;

/** Every command of the campaign, in memory and line by line in a file. */
export class Journal {
  commands = [];
  asked = 0;

  constructor(file) {
    this.file = file;
  }

  before(command) {
    this.commands.push(command);
    appendFileSync(this.file, `${JSON.stringify({ sends: command.commandId, what: command.what })}\n`);
  }

  after(command, accepted, answer) {
    command.accepted = accepted;
    appendFileSync(this.file, `${JSON.stringify({ answered: command.commandId, accepted, answer })}\n`);
  }
}

/** Waits while the campaign looks at what is there. */
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

export class Client {
  constructor(n, { url, log, journal, gate, random, admin }) {
    Object.assign(this, { n, url, log, journal, gate, random, admin });
  }

  /** Over HTTP under an Idempotency-Key: the same again until the answer is no fault. */
  async send(actor, method, path, body) {
    const key = randomUUID();
    const command = { what: `${method} ${path}`, commandId: uuidFrom(JSON.stringify([actor.kind, actor.id, method, path, key])), sends: 0 };
    this.journal.before(command);
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
    if (actor.token) headers.Authorization = `Bearer ${actor.token}`;
    for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(100)) {
      command.sends++;
      try {
        const options = { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) };
        const response = await fetch(this.url + path, options);
        const answer = await response.json();
        // 429 is no answer yet: on a busy machine passwords wait long enough to be asked for again.
        if (response.status >= 500 || response.status === 429) continue;
        this.journal.after(command, response.status < 300, response.status);
        return answer;
      } catch {
        // Nobody knows whether it happened.
      }
    }
    throw new Error(`${command.what} got no answer for ${PATIENCE / 1000} s`);
  }

  async get(actor, path) {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(100)) {
      try {
        const response = await fetch(this.url + path, {
          headers: { Authorization: `Bearer ${actor.token}` },
          signal: AbortSignal.timeout(10_000),
        });
        if (response.ok) return await response.json();
      } catch {
        // again
      }
    }
    throw new Error(`GET ${path} got no answer for ${PATIENCE / 1000} s`);
  }

  /** As the store's command appends it: a sale on both of its streams. */
  async sell(affiliateId, commissionCents) {
    const invoiceId = randomUUID();
    const invoice = { provider: 'sellauth', invoiceId };
    const command = { what: 'sale', commandId: randomUUID(), sends: 0 };
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
        await this.log.append({
          streams: [
            { streamId: `affiliate-${affiliateId}`, expected: 'any', facts: [sale] },
            { streamId: `checkout-sellauth-${invoiceId}`, expected: 0, facts: [started, credited] },
          ],
          metadata: { occurredAt: at, actor: { kind: 'store', id: 'campaign' }, commandId: command.commandId, correlationId: invoiceId },
        });
        return this.journal.after(command, true, 'appended');
      } catch (error) {
        if (error.constructor.name === 'CommandInLog') return this.journal.after(command, true, 'was in the log');
      }
    }
    throw new Error(`a sale got no answer for ${PATIENCE / 1000} s`);
  }

  async join() {
    const username = `f${this.n}x${randomUUID().slice(0, 8)}`;
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

  async step() {
    const { me, admin } = this;
    const cashout = (amount) => this.send(me, 'POST', '/api/affiliate/cashouts', { amount, paymentMethodId: this.method });
    const steps = [
      () => this.sell(me.id, 60_00),
      () => cashout(50),
      () => cashout(100_000),
      () => this.send(me, 'PUT', `/api/affiliate/payment-methods/${this.method}`, this.details()),
      async () => {
        const { recentCashouts } = await this.get(me, '/api/affiliate/stats');
        const pending = recentCashouts.find((c) => c.status === 'pending');
        const status = this.random() < 0.7 ? 'completed' : 'rejected';
        if (pending) await this.send(admin, 'PUT', `/api/admin/cashouts/${pending.id}/process`, { status });
      },
    ];
    await steps[Math.floor(this.random() * steps.length)]();
  }

  /** Until `on` says stop. */
  async work(on) {
    while (on()) {
      await this.gate.pass(() => this.step());
      await wait(100 + this.random() * 300);
    }
  }
}
