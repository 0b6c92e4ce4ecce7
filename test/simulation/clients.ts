// The people outside: they send commands, get answers or none, and retry under the same id. Their answers must hold.
import { randomUUID } from 'node:crypto';
import { availableCents, firstTerms, heldCents } from '@framelift/contracts';
import { metaOf } from '../../services/dist/engine/log/deciding/command.js';
import * as affiliates from '../../services/dist/programme/affiliate/affiliate.commands.js';
import { affiliateSource } from '../../services/dist/programme/affiliate/affiliate.decider.js';
import { idFrom, uuidFrom } from '../../services/dist/platform/keys.js';
import { Refused } from '../../services/dist/platform/refused.js';
import { CreateAdmin, RegisterAffiliate } from '../../services/dist/programme/sign-in/sign-in.commands.js';
import { SetTerms } from '../../services/dist/programme/terms/terms.commands.js';
import { buyerOf } from '../../services/dist/store/buyer.js';
import * as store from '../../services/dist/store/store.commands.js';
import type { Checks } from './checks.ts';
import { keys, type Member } from './member.ts';
import type { Step } from './plan.ts';
import type { SimulatedShop } from './shop.ts';
import type { World } from './world.ts';

const ANSWER_MS = 8_000;
const ATTEMPTS = 4;

type Answer = { position: number };
type Command = { meta: { commandId: string } };

/** The answer to one command, as its client received it. */
interface Heard {
  what: string;
  answer: 'appended' | 'nothing to do' | 'refused' | 'unknown';
}

export class Clients {
  readonly world: World;
  readonly members: readonly Member[];
  readonly shop: SimulatedShop;
  readonly checks: Checks;
  /** By command id. */
  readonly heard = new Map<string, Heard>();
  /** Of invoices; each has its own key. */
  private changes = 0;
  /** Steps without an answer yet. */
  private readonly open = new Set<Promise<void>>();

  /** Once its account was asked for. */
  private admin: Promise<void> | undefined;

  constructor(world: World, members: readonly Member[], shop: SimulatedShop, checks: Checks) {
    this.world = world;
    this.members = members;
    this.shop = shop;
    this.checks = checks;
  }

  take(step: Step): void {
    const done = this.act(step).finally(() => this.open.delete(done));
    this.open.add(done);
    done.catch((error: Error) => (this.world.fault ??= error));
  }

  async settled(): Promise<void> {
    while (this.open.size) await Promise.all(this.open);
  }

  /** Answered commands must be in the log once, refused ones must not. @throws through `broken` */
  compare(broken: (what: string) => void): void {
    for (const [commandId, { what, answer }] of this.heard) {
      const at = this.checks.commands.get(commandId);
      if (answer === 'appended' && at === undefined) broken(`${what} was answered and is not in the log`);
      if (answer === 'refused' && at !== undefined) broken(`${what} was refused and is in the log at ${at}`);
    }
  }

  private async act(step: Step): Promise<void> {
    if (step.do === 'sell') return this.sell(step);
    if (step.do === 'refund' || step.do === 'dispute') return this.takeBack(step);
    await this.send(step, await this.command(step));
  }

  private async sell({ invoice, affiliate, cents }: Extract<Step, { do: 'sell' }>): Promise<void> {
    const invoiceId = invoiceIdOf(invoice);
    this.shop.open(invoiceId, cents, `buyer${invoice}@example.com`);
    const data = {
      ...ref(invoice),
      checkoutId: uuidFrom(`checkout ${invoice}`),
      sku: 'premium' as const,
      quantity: 1,
      listCents: 400_00,
      visitKnown: false,
      ...(affiliate === null ? {} : { affiliateId: affiliateIdOf(affiliate), referredAt: this.now }),
    };
    await this.send({ do: 'sell' }, (meta) => new store.StartCheckout({ meta, data }));
    // Some buy without an answer to their checkout, some not at all.
    if (this.world.random.happens(0.1)) return;
    await this.world.wait(this.world.random.between(10, 500));
    this.tellOf(invoice, this.shop.pay(invoiceId));
  }

  private async takeBack({ do: what, invoice }: Extract<Step, { do: 'refund' | 'dispute' }>): Promise<void> {
    const found = this.shop.invoices.get(invoiceIdOf(invoice));
    const mayBe =
      what === 'refund' ? found?.status === 'completed' && !found.dispute : found && ['completed', 'chargedBack'].includes(found.status);
    if (mayBe) this.tellOf(invoice, this.shop[what](invoiceIdOf(invoice)));
  }

  /** Notifications of one change: all of them under one key, as the store repeats itself. */
  private tellOf(invoice: number, afterMs: readonly number[]): void {
    const key = `${invoiceIdOf(invoice)} ${++this.changes}`;
    const raw = Buffer.from(JSON.stringify({ provider: 'sellauth', key, event: 'changed', invoice: invoiceIdOf(invoice) }));
    for (const ms of afterMs)
      this.world.after(ms, undefined, () => {
        const member = this.anyApi();
        if (!member) return;
        this.world.after(0.2, member.owner, () => {
          void member.inbox.keep('sellauth', raw, {}).then(
            () => member.notified(),
            () => {},
          );
        });
      });
  }

  private anyApi(): Member | undefined {
    const ready = this.members.filter((m) => m.isReady && (m.role === 'whole' || m.role === 'api'));
    return ready.length ? this.world.random.pick(ready) : undefined;
  }

  /** Retries a few times until there is an answer, each time under the same id. */
  private async send(step: { do: string }, make: ((meta: never) => Command) | undefined): Promise<void> {
    if (!make) return;
    const commandId = randomUUID();
    const meta = {
      ...metaOf({ kind: 'system', id: 'simulation' }, this.world.nowMs, commandId, true),
      fingerprint: keys.fingerprint(step),
    };
    const command = make(meta as never);
    let isSettled = true;
    for (let n = 1; n <= ATTEMPTS; n++) {
      const member = this.anyApi();
      if (!member) {
        await this.world.wait(300);
        continue;
      }
      const answer = await this.ask(member, command);
      this.world.trace(
        `${step.do} at ${member.name}: ${answer instanceof Error ? answer.message : answer ? `position ${answer.position}` : 'no answer'}`,
      );
      if (answer instanceof Refused) {
        // An earlier attempt may still be in flight, and meet another state.
        this.heard.set(commandId, { what: this.nameOf(step, commandId), answer: isSettled ? 'refused' : 'unknown' });
        return;
      }
      if (answer && !(answer instanceof Error)) {
        this.heard.set(commandId, { what: this.nameOf(step, commandId), answer: answer.position ? 'appended' : 'nothing to do' });
        await this.world.real(this.checks.readOn());
        return;
      }
      isSettled = false;
    }
    this.heard.set(commandId, { what: this.nameOf(step, commandId), answer: 'unknown' });
  }

  private nameOf(step: { do: string }, commandId: string): string {
    return `${step.do} ${commandId}`;
  }

  /** @returns undefined: no answer in time. */
  private ask(member: Member, command: Command): Promise<Answer | Error | undefined> {
    return new Promise((answered) => {
      this.world.after(ANSWER_MS, undefined, () => answered(undefined));
      // A paused process receives it when it resumes, a dead one never.
      this.world.after(0.2, member.owner, () => void member.execute(command as never).then(answered as never, answered));
    });
  }

  private async command(step: Exclude<Step, { do: 'sell' | 'refund' | 'dispute' }>): Promise<((meta: never) => Command) | undefined> {
    if (step.do === 'register') return (meta) => new RegisterAffiliate({ meta, ...namesOf(step.affiliate), agrees: true });
    if (step.do === 'recalculate') return (meta) => new affiliates.RecalculateTiers({ meta });
    if (step.do === 'terms') {
      const { holdDays, silverFrom } = step;
      const tiers = firstTerms.tiers.map((t) => (t.tier === 'silver' ? { ...t, threshold: silverFrom } : t));
      return (meta) =>
        new SetTerms({ meta, terms: { ...firstTerms, tiers, holdDays, minimumCashoutCents: 5_00 }, editBase: Number.MAX_SAFE_INTEGER });
    }
    if (step.do === 'delete') return (meta) => new affiliates.DeleteAffiliate({ meta, affiliateId: affiliateIdOf(step.affiliate) });
    if (step.do === 'edit') {
      const { status, rateBps } = step;
      return (meta) =>
        new affiliates.EditAffiliate({ meta, affiliateId: affiliateIdOf(step.affiliate), fields: { status, commissionBps: rateBps } });
    }
    if (step.do === 'ask') return this.cashout(step);
    if (step.do === 'decide') {
      const cashoutId = await this.cashoutOf(step.affiliate, step.n);
      if (!cashoutId) return undefined;
      await (this.admin ??= this.send({ do: 'admin' }, (meta) => new CreateAdmin({ meta, ...ADMIN } as never)));
      const by = { actor: { kind: 'admin', id: ADMIN.adminId } } as const;
      return (meta: object) =>
        new affiliates.ProcessCashout({ meta: { ...meta, ...by } as never, cashoutId, from: step.from, status: step.status });
    }
    const invoice = this.shop.invoices.get(invoiceIdOf(step.invoice));
    if (!invoice) return undefined;
    const fields = { ref: ref(step.invoice), reason: 'simulated' };
    if (step.do === 'reverse') return (meta) => new store.ReverseSaleByHand({ meta, ...fields });
    if (step.do === 'release') return (meta) => new store.ReleaseHold({ meta, ...fields });
    const credited = { ...fields, affiliateId: affiliateIdOf(step.affiliate), invoice, buyer: buyerOf(keys, invoice) };
    return (meta) => new store.CreditSaleByHand({ meta, ...credited });
  }

  /** Requests a share of the available amount in the log, so that many request the same money. */
  private async cashout({ affiliate, share }: Extract<Step, { do: 'ask' }>): Promise<((meta: never) => Command) | undefined> {
    const affiliateId = affiliateIdOf(affiliate);
    const state = await this.stateOf(affiliateId);
    if (!state) return undefined;
    if (!state.paymentMethods.length) {
      const details = { email: `${affiliateId}@example.org` };
      const method = {
        affiliateId,
        paymentMethodId: `${affiliateId}-m`,
        paymentType: 'paypal' as const,
        details,
        detailsHash: keys.payout(details.email),
      };
      await this.send({ do: 'method' }, (meta) => new affiliates.AddPaymentMethod({ meta, ...method }));
    }
    const amountCents = Math.floor(availableCents(state.books, heldCents(state.holds, this.now)) * share);
    return (meta) => new affiliates.RequestCashout({ meta, affiliateId, amountCents, paymentMethodId: `${affiliateId}-m` });
  }

  private async cashoutOf(affiliate: number, n: number): Promise<string | undefined> {
    const state = await this.stateOf(affiliateIdOf(affiliate));
    return state?.openCashouts.at(-n)?.id ?? (state?.cashouts ? `${affiliateIdOf(affiliate)}-${state.cashouts}` : undefined);
  }

  /** From any process; undefined if none answers. */
  private async stateOf(affiliateId: string): Promise<any> {
    const member = this.anyApi();
    if (!member) return undefined;
    const loaded = this.world.as(member.owner, () => member.streams.load(affiliateSource(affiliateId)));
    const late = this.world.wait(ANSWER_MS).then(() => undefined);
    return (await Promise.race([loaded.catch(() => undefined), late]))?.state;
  }

  private get now(): string {
    return new Date(this.world.nowMs).toISOString();
  }
}

export const affiliateIdOf = (n: number): string => idFrom(`simulated affiliate ${n}`);
export const invoiceIdOf = (n: number): string => String(1_000 + n);
const ref = (n: number) => ({ provider: 'sellauth' as const, invoiceId: invoiceIdOf(n) });
/** Who decides about cashouts. */
const ADMIN = {
  adminId: 'simulation',
  username: 'admin',
  email: 'admin@example.org',
  usernameClaim: keys.claim('username', 'admin'),
  emailClaim: keys.claim('email', 'admin@example.org'),
};
const namesOf = (n: number) => ({
  affiliateId: affiliateIdOf(n),
  username: `name${n}`,
  email: `name${n}@example.org`,
  usernameClaim: keys.claim('username', `name${n}`),
  emailClaim: keys.claim('email', `name${n}@example.org`),
});
