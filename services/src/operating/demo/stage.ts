import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import {
  availableCents,
  DAY_MS,
  detailNames,
  firstTerms,
  heldCents,
  invoiceKey,
  type PaymentType,
  type PayoutDetails,
  premium,
  visitsStream,
} from '@framelift/contracts';
import { Injectable } from '@nestjs/common';
import * as programme from '../../programme/affiliate/affiliate.commands.ts';
import { affiliateSource, ownerOf } from '../../programme/affiliate/affiliate.decider.ts';
import { type ProofImage, Proofs } from '../../programme/affiliate/proofs.ts';
import { type CommandMeta, metaOf, visitor } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { networkOf } from '../../platform/network.ts';
import type { Actor } from '../../engine/log/event.ts';
import { idFrom, Keys, uuidFrom } from '../../platform/keys.ts';
import { RegisterAffiliate } from '../../programme/sign-in/sign-in.commands.ts';
import { buyerOf } from '../../store/buyer.ts';
import type { Invoice, InvoiceStatus } from '../../store/invoice.ts';
import { attributionOf, originOf } from '../../store/checkout.decider.ts';
import type { Supported } from '../../store/coupon.decider.ts';
import * as store from '../../store/store.commands.ts';
import { siteOf, trackVisit } from '../../programme/visits/visit.decider.ts';
import type { PlannedAffiliate } from './affiliates.ts';
import { SeededRandom } from './chance.ts';
import { address, campaigns, pages, referrers, userAgents } from './people.ts';
import type { PlannedSale } from './sales.ts';
import type { DemoAction, Kind } from './happenings.ts';
import { idOfPlanned } from './signals-found.ts';

export interface Cast {
  /** The admin who acts in the demo. */
  adminId: string;
  /** The hash of the password that all people of the demo have. */
  passwordHash: string;
  proofs: readonly ProofImage[];
  seed: number;
}

const iso = (ms: number): string => new Date(ms).toISOString();

export type Play = { [K in Kind]: (h: DemoAction<K>) => Promise<unknown> };

/** Plays actions with the commands that the api would have called. */
@Injectable()
export class DemoRunner {
  private cast!: Cast;

  constructor(
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly vault: Vault,
    private readonly commands: CommandBus,
    private readonly proofs: Proofs,
  ) {}

  playing(cast: Cast): Play {
    this.cast = cast;
    return { ...this.affiliates(), ...this.cashouts(), ...this.store() } as Play;
  }

  private meta({ at, n }: DemoAction, actor: Actor, commandId = uuidFrom(`demo ${this.cast.seed} ${n}`)): CommandMeta {
    return metaOf(actor, at, commandId);
  }

  private get admin(): Actor {
    return { kind: 'admin', id: this.cast.adminId };
  }

  /** An affiliate's id follows from the planned one's number, so everything that names it can be planned too. */
  private id(who: PlannedAffiliate): string {
    return idOfPlanned(who, this.cast.seed);
  }

  private self = (who: PlannedAffiliate): Actor => ({ kind: 'affiliate', id: this.id(who) });

  private by = (h: DemoAction, actor: Actor) => ({ meta: this.meta(h, actor), affiliateId: this.id(h.who!) });
  private bySelf = (h: DemoAction) => this.by(h, this.self(h.who!));
  private byAdmin = (h: DemoAction) => this.by(h, this.admin);

  private async state(who: PlannedAffiliate) {
    return (await this.streams.load(affiliateSource(this.id(who)))).state;
  }

  /** The code a buyer enters: the affiliate's added code, else the username. */
  private async coupon(who: PlannedAffiliate): Promise<Supported> {
    const { id: affiliateId, username, coupons } = await this.state(who);
    return { affiliateId, username: username!, code: coupons[0]?.code ?? username!, discountBps: null };
  }

  private affiliates(): Partial<Play> {
    const { keys } = this;
    const { passwordHash } = this.cast;
    const details = (who: PlannedAffiliate, paymentType: PaymentType, n: number, typed?: string) => {
      const detail = typed ?? (paymentType === 'paypal' ? `pay.${n}.${who.email}` : who.wallet);
      return { paymentType, details: { [detailNames(paymentType)[0]!]: detail } as PayoutDetails, detailsHash: keys.payout(detail) };
    };
    return {
      registers: async (h) => {
        const who = h.who!;
        const { username, email } = who;
        const claims = { usernameClaim: keys.claim('username', username), emailClaim: keys.claim('email', email) };
        return this.commands.execute(
          new RegisterAffiliate({ ...this.by(h, visitor), username, email, ...claims, agrees: true, passwordHash }),
        );
      },
      addsMethod: (h) => {
        const method = details(h.who!, h.what.paymentType, h.n, h.what.detail);
        const by = this.bySelf(h);
        return this.commands.execute(new programme.AddPaymentMethod({ ...by, paymentMethodId: idFrom(by.meta.commandId), ...method }));
      },
      changesMethod: async (h) => {
        const [method] = (await this.state(h.who!)).paymentMethods;
        const changed = details(h.who!, method!.paymentType, h.n, h.what.detail);
        return this.commands.execute(new programme.ChangePaymentMethod({ ...this.bySelf(h), paymentMethodId: method!.id, ...changed }));
      },
      removesMethod: async (h) => {
        const { paymentMethods } = await this.state(h.who!);
        if (paymentMethods.length < 2) return undefined;
        return this.commands.execute(new programme.RemovePaymentMethod({ ...this.bySelf(h), paymentMethodId: paymentMethods[0]!.id }));
      },
      reads: async (h) => {
        const { unread } = await this.state(h.who!);
        if (!unread.length) return undefined;
        return this.commands.execute(
          new programme.ReadNotifications({ ...this.bySelf(h), notification: h.what.all ? 'all' : unread.at(-1)! }),
        );
      },
      isEdited: (h) => {
        const { username } = h.what;
        const fields = username ? { username, usernameClaim: keys.claim('username', username) } : h.what;
        return this.commands.execute(new programme.EditAffiliate({ ...this.byAdmin(h), fields }));
      },
      isGivenCode: (h) => {
        const { code } = h.what;
        return this.commands.execute(new store.GiveCoupon({ ...this.byAdmin(h), code, codeClaim: keys.claim('username', code) }));
      },
      leaves: async (h) => {
        for (const cashout of (await this.state(h.who!)).openCashouts)
          await this.process(h, cashout.id, cashout.status, 'rejected', undefined, randomUUID());
        return this.commands.execute(new programme.DeleteAffiliate(this.byAdmin(h)));
      },
      recalculates: (h) => this.commands.execute(new programme.RecalculateTiers({ meta: this.meta(h, this.admin) })),
    };
  }

  private cashouts(): Partial<Play> {
    const decide = async (h: DemoAction<'isProcessed'> | DemoAction<'isSettled'>, from: 'pending' | 'approved') => {
      const open = (await this.state(h.who!)).openCashouts.find((c) => c.status === from);
      const image = h.what.proof === null ? undefined : this.cast.proofs[h.what.proof];
      return open && this.process(h, open.id, from, h.what.status, image);
    };
    return {
      asks: async (h) => {
        const { books, holds, paymentMethods, status } = await this.state(h.who!);
        const by = this.bySelf(h);
        const available = availableCents(books, heldCents(holds, by.meta.occurredAt));
        const cents = h.what.share === 1 ? available : Math.floor((available * h.what.share) / 500) * 500;
        if (cents < firstTerms.minimumCashoutCents || !paymentMethods.length || status !== 'active') return undefined;
        const notes = h.what.notes ? 'Thank you! Weekdays suit me best.' : undefined;
        const body = { amountCents: cents, paymentMethodId: paymentMethods[0]!.id, notes };
        return this.commands.execute(new programme.RequestCashout({ ...by, ...body }));
      },
      isProcessed: (h) => decide(h, 'pending'),
      isSettled: (h) => decide(h, 'approved'),
    };
  }

  private async process(
    h: DemoAction,
    cashoutId: string,
    from: 'pending' | 'approved',
    status: 'approved' | 'completed' | 'rejected',
    image?: ProofImage,
    commandId?: string,
  ) {
    const notes = status === 'rejected' ? 'The payout details could not be confirmed.' : undefined;
    const command = new programme.ProcessCashout({
      meta: this.meta(h, this.admin, commandId),
      cashoutId,
      from,
      status,
      adminNotes: notes,
      proof: image && (await this.proofs.store(ownerOf(cashoutId), image)),
    });
    return this.commands.execute(command);
  }

  private store(): Partial<Play> {
    const { keys } = this;
    const { seed } = this.cast;
    /** The origin of a visit; the same for its sale. */
    const ledBy = ({ n }: Pick<PlannedSale, 'n'>) => {
      const chance = new SeededRandom(n);
      const referrer = chance.pick(referrers);
      return { referrer, site: siteOf(referrer, ''), campaign: chance.pick(campaigns), landing: chance.pick(pages) };
    };
    /** Buyers have their own networks, except in frauds. */
    const network = async ({ n, address: typed }: PlannedSale, at: number) => ({
      network: await this.vault.keyedHash(`day:${iso(at).slice(0, 10)}`, networkOf(typed ?? address(new SeededRandom(n)))),
    });
    const visitId = (sale: PlannedSale) => uuidFrom(`demo ${seed} visit ${sale.n}`);
    /** The id a notification of this invoice would have, so that a later one of the store is a repeat. */
    const notify = (h: DemoAction<any>, what: string, { invoice }: PlannedSale) =>
      this.meta(h, { kind: 'store', id: invoice.provider }, uuidFrom(`${what} ${invoiceKey(invoice)}`));
    const both = (sale: PlannedSale, status: InvoiceStatus = 'completed', refundedCents = 0) => {
      const invoice = invoiceOf(sale, status, refundedCents);
      return { invoice, buyer: buyerOf(keys, invoice) };
    };
    const refund = (h: DemoAction<any>, sale: PlannedSale) => {
      const refunded = { meta: notify(h, 'refund', sale), ...both(sale, 'refunded', sale.paidCents) };
      return this.commands.execute(new store.RefundSale(refunded));
    };
    return {
      visits: async (h) => {
        const chance = new SeededRandom(h.n);
        const meta = this.meta(h, visitor, h.what.sale ? visitId(h.what.sale) : undefined);
        const affiliate = await this.state(h.who!);
        const facts = Array.from({ length: h.what.visitors }, (_, i) => {
          const userAgent = chance.pick(userAgents);
          const { landing: page = pages[h.what.page]!, ...origin } = ledBy(h.what.sale ?? { n: -(h.n + i) });
          const seen = { visitor: keys.visitor(JSON.stringify([address(chance), userAgent])), userAgent, page, ...origin };
          return trackVisit(affiliate, { visitId: i ? uuidFrom(`${meta.commandId} ${i}`) : meta.commandId, ...seen });
        }).flat();
        if (!facts.length) return undefined;
        // Like Visits, without its check for repeats: the plan has none.
        return { ...(await this.streams.recordFacts(visitsStream(this.id(h.who!)), facts, meta)), events: facts };
      },
      checksOut: async (h) => {
        const { sale } = h.what;
        const { sku, priceCents: listCents } = premium;
        const known = sale.affiliate !== null && sale.visitAt > sale.affiliate.joins && !sale.unseen;
        const referredAt = sale.outcome === 'expiredReferral' ? Math.min(sale.visitAt, sale.checkoutAt - 70 * DAY_MS) : sale.visitAt;
        const visit = known ? { visitId: visitId(sale), ...originOf(ledBy(sale)) } : {};
        const click = sale.affiliate && { affiliateId: this.id(sale.affiliate), visitKnown: known, referredAt: iso(referredAt), ...visit };
        const coupon =
          sale.affiliate && sale.outcome === 'credited' && !sale.address && sale.n % 6 === 0 ? await this.coupon(sale.affiliate) : null;
        const data = { checkoutId: idFrom(`demo ${seed} checkout ${sale.n}`), ...sale.invoice, sku, quantity: 1, listCents };
        const started = { ...data, ...attributionOf(click, coupon), ...(click ? await network(sale, h.at) : {}) };
        return this.commands.execute(new store.StartCheckout({ meta: this.meta(h, visitor), data: started }));
      },
      buys: (h) => {
        const { sale } = h.what;
        if (sale.outcome !== 'refunded')
          return this.commands.execute(new store.RecordSale({ meta: notify(h, 'sale', sale), ...both(sale) }));
        return refund(h, sale);
      },
      isRefunded: (h) => refund(h, h.what.sale),
      isPartlyRefunded: (h) => {
        const { sale } = h.what;
        const invoice = invoiceOf(sale, 'completed', sale.partial!.cents);
        return this.commands.execute(new store.NotePartialRefund({ meta: notify(h, 'partial refund', sale), invoice }));
      },
      isReversed: (h) => {
        const reason = 'The buyer disputed the payment.';
        return this.commands.execute(new store.ReverseSaleByHand({ meta: this.meta(h, this.admin), ref: h.what.sale.invoice, reason }));
      },
      isCredited: (h) => {
        const { sale } = h.what;
        const reason = 'The buyer named this affiliate in a support request.';
        const by = { meta: this.meta(h, this.admin), ref: sale.invoice, affiliateId: this.id(sale.affiliate!), reason };
        return this.commands.execute(new store.CreditSaleByHand({ ...by, ...both(sale) }));
      },
    };
  }
}

/** The invoice as the store would have returned it then. */
function invoiceOf(sale: PlannedSale, status: InvoiceStatus, refundedCents: number): Invoice {
  return {
    ref: sale.invoice,
    status,
    currency: sale.currency,
    email: sale.email,
    createdAt: iso(sale.checkoutAt),
    completedAt: iso(sale.completedAt),
    priceCents: sale.paidCents,
    refundedCents,
    dispute: null,
    items: [{ sku: sale.sku, quantity: 1, totalCents: sale.paidCents }],
  };
}
