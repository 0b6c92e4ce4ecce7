import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type CartLine,
  type CheckoutBody,
  type CheckoutView,
  DAY_MS,
  type FollowedLink,
  couponProblems,
  couponWithoutDiscount,
  HOUR_MS,
  invoiceKey,
  invoiceNamed,
  type InvoiceRef,
  missingSaleRules,
  momentOf,
  refusals,
  orderedProduct,
  type Product,
  quantityProblem,
  visitsStream,
  windowMs,
  codeFrom,
} from '@framelift/contracts';
import { Every } from '../platform/jobs.ts';
import { linkFields } from '../programme/visits/visit.decider.ts';
import { affiliateBehind, claimSource } from '../programme/claims/claim.decider.ts';
import { termsInForce } from '../programme/terms/terms.decider.ts';
import { type CommandMeta, CommandReused } from '../engine/log/deciding/command.ts';
import { UUID } from '../engine/log/event.ts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { Vault } from '../engine/log/sealing/vault.ts';
import { Reply } from '../http/reply.ts';
import { PublishedSite } from '../published/published-site.ts';
import { idFrom, Keys } from '../platform/keys.ts';
import type { Logger } from '../platform/logging.ts';
import type { Pool } from '../platform/pg.ts';
import { isPublic, networkOf } from '../platform/network.ts';
import { Refused, refuseIf } from '../platform/refused.ts';
import { LOGGER, POOL } from '../platform/tokens.ts';
import { Altcha } from './altcha.ts';
import { StartCheckout } from './store.commands.ts';
import { attributionOf, type Click, clickThatEarns, originOf } from './checkout.decider.ts';
import { Coupons } from './coupons.ts';
import { StoreProblem, StoreRefusal } from './invoice.ts';
import { StoreProviders } from './provider.ts';

/** The form that the captcha of a checkout is bound to. */
export const CHECKOUT_FORM = 'checkout';

type Attribution = ReturnType<typeof attributionOf>;

const MAX_ID_CHARACTERS = 64;

/** What is sold to a checkout, and at which terms: a later change leaves them as they are. */
const offerOf = ({ sku, title, priceCents, oldPriceCents, offerEndsAt, commission }: Product, quantity: number) => ({
  sku,
  quantity,
  listCents: priceCents * quantity,
  product: {
    title,
    priceCents,
    ...(oldPriceCents === null ? {} : { oldPriceCents }),
    ...(offerEndsAt === null ? {} : { offerEndsAt }),
    commission,
  },
});

/** Sends buyers to the store: proof, intent, checkout, CheckoutStarted, in this order (docs/architecture.md#from-click-to-sale). */
@Injectable()
export class Checkouts {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly altcha: Altcha,
    private readonly coupons: Coupons,
    private readonly vault: Vault,
    private readonly providers: StoreProviders,
    private readonly commands: CommandBus,
    private readonly site: PublishedSite,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The buyer's affiliate account, if logged in, and the connection's address. */
  async open(body: CheckoutBody, buyer: { id: string | undefined; address: string }, meta: CommandMeta): Promise<Reply<CheckoutView>> {
    const checkoutId = idFrom(`checkout ${meta.commandId}`);
    const before = meta.repeatable ? await this.openedBefore(checkoutId, meta) : undefined;
    if (before) return before;
    const { quantity, ...line } = body.cart[0]!;
    const product = await this.ordered(line);
    const tooMany = quantityProblem(product, quantity);
    refuseIf(tooMany !== undefined, tooMany!);
    refuseIf(!(await this.altcha.accept(body.altcha, CHECKOUT_FORM)), refusals.captchaInvalid);
    const [{ click, passed }, coupon] = await Promise.all([this.click(body, meta.occurredAt), this.coupon(body, buyer.id, meta)]);
    const attribution = attributionOf(click, coupon, passed);
    await this.intend(checkoutId, attribution, meta);
    const discounted = typeof coupon === 'object' && coupon?.discountBps ? await this.vault.openOne<string>(coupon.code) : null;
    const { invoice, url, notice } = await this.atProvider({ checkoutId, product, quantity, coupon: discounted }, attribution, meta);
    const network = attribution.affiliateId ? await this.network(buyer.address, meta) : {};
    const data = { checkoutId, ...invoice, ...offerOf(product, quantity), ...attribution, ...network };
    const started = new StartCheckout({ meta, data });
    const { position } = await this.commands.execute(started);
    await this.pool.query('update store.intents set invoice = $2, url = $3 where checkout_id = $1', [checkoutId, invoiceKey(invoice), url]);
    const problem = attribution.couponProblem && couponProblems[attribution.couponProblem];
    return new Reply({ url, sameTab: this.leavesSite(invoice), notice: problem ?? notice ?? null }, position);
  }

  /** The product as it is sold now. @throws Refused: it is not */
  private async ordered(line: CartLine): Promise<Product> {
    await this.site.look();
    const { products } = this.site.content('products');
    const product = orderedProduct(products, line);
    if (!product) throw new Refused(refusals.cartInvalid);
    return product;
  }

  /** A repeated request gets its first checkout; its proof is already used. */
  private async openedBefore(checkoutId: string, { commandId, fingerprint }: CommandMeta): Promise<Reply<CheckoutView> | undefined> {
    const { rows } = await this.pool.query('select invoice, url, fingerprint from store.intents where checkout_id = $1', [checkoutId]);
    if (!rows[0]) return undefined;
    if (rows[0].fingerprint !== fingerprint) throw new CommandReused(commandId);
    refuseIf(!rows[0].url, refusals.checkoutFailed, 'conflict');
    const sameTab = this.leavesSite(invoiceNamed(rows[0].invoice as string)!);
    return new Reply({ url: rows[0].url as string, sameTab, notice: null }, 0);
  }

  /** Whether the payment page cannot be framed. */
  private leavesSite({ provider }: InvoiceRef): boolean {
    return this.providers.of(provider).leavesSite ?? false;
  }

  /** Missing sales are at most a year old (missingSaleRules); a month more, so that none loses its evidence. */
  @Every(HOUR_MS, 'deletes checkouts of more than a year ago')
  async forget(now: number): Promise<void> {
    await this.pool.query('delete from store.intents where created_at < $1', [new Date(now - (missingSaleRules.withinDays + 31) * DAY_MS)]);
  }

  private async intend(checkoutId: string, { affiliateId, visitId, referredAt }: Attribution, meta: CommandMeta): Promise<void> {
    const { rowCount } = await this.pool.query(
      `insert into store.intents (checkout_id, fingerprint, affiliate_id, visit_id, referred_at, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [checkoutId, meta.fingerprint, affiliateId, visitId, referredAt, meta.occurredAt],
    );
    refuseIf(rowCount === 0, refusals.conflict, 'conflict');
  }

  private async atProvider(
    { checkoutId, product, quantity, coupon }: { checkoutId: string; product: Product; quantity: number; coupon: string | null },
    { affiliateId, attributedBy, referredAt }: Attribution,
    { occurredAt }: CommandMeta,
  ): Promise<{ invoice: InvoiceRef; url: string; notice?: string }> {
    const { state } = await this.streams.load(termsInForce);
    const expired =
      attributedBy === 'click' && referredAt !== undefined && Date.parse(occurredAt) - Date.parse(referredAt) > windowMs(state.terms);
    const { chosen } = this.providers;
    const order = { checkoutId, product, quantity, ...(affiliateId && !expired ? { affiliate: affiliateId } : {}) };
    try {
      if (!coupon) return await chosen.createCheckout(order);
      return await chosen.createCheckout({ ...order, coupon }).catch(async (error: unknown) => {
        // It may have been deleted at the store. No code stops a purchase.
        if (!(error instanceof StoreRefusal)) throw error;
        this.logger.error({ err: error }, 'the store did not accept a coupon');
        return { ...(await chosen.createCheckout(order)), notice: couponWithoutDiscount };
      });
    } catch (error) {
      if (!(error instanceof StoreProblem)) throw error;
      this.logger.error({ err: error }, 'checkout failed at the store');
      throw new Refused(refusals.checkoutFailed, 'badStore');
    }
  }

  /** Matches buyers of one day and network. A private address is a proxy's, or shared by all here. */
  private async network(address: string, { occurredAt }: CommandMeta): Promise<{ network?: string }> {
    if (!isPublic(address)) return {};
    return { network: await this.vault.keyedHash(`day:${occurredAt.slice(0, 10)}`, networkOf(address)) };
  }

  /** The code's affiliate, or why it has no effect; null without one. */
  private async coupon({ coupon }: CheckoutBody, buyerId: string | undefined, { occurredAt }: CommandMeta) {
    return coupon?.trim() ? this.coupons.supported(coupon, occurredAt, buyerId) : null;
  }

  /** The affiliate whose link brought the buyer, by the terms in force. */
  private async click(body: CheckoutBody, now: string): Promise<ReturnType<typeof clickThatEarns>> {
    const { terms } = (await this.streams.load(termsInForce)).state;
    const codes = terms.attribution === 'first' ? [...(body.earlier ?? []), body] : [body];
    const clicks = await Promise.all(codes.map((click) => this.known(click, now)));
    return clickThatEarns(
      clicks.filter((click) => click !== null),
      terms,
      now,
    );
  }

  /** The affiliate of the followed link, and the time; future client times are clamped to now. */
  private async known({ ref, visitId, referredAt, campaign, landing }: FollowedLink, now: string): Promise<Click | null> {
    const code = codeFrom(ref ?? '');
    const named = code ? await this.streams.load(claimSource(this.keys.claim('username', code))) : undefined;
    const affiliateId = named && affiliateBehind(named.state, now);
    if (!affiliateId) return null;
    const visit = visitId && UUID.test(visitId.toLowerCase()) ? await this.visit(visitId, affiliateId) : undefined;
    const visitedAt = visit?.metadata.occurredAt;
    const reported = momentOf(referredAt ?? '');
    const times = [...(reported === undefined ? [] : [reported]), ...(visitedAt ? [Date.parse(visitedAt)] : [])];
    return {
      affiliateId,
      ...(visitId && visitId.length <= MAX_ID_CHARACTERS ? { visitId } : {}),
      visitKnown: visit !== undefined,
      ...originOf(visit ? { ...visit.data, landing: visit.data.page } : linkFields({ campaign, landing }, this.site.ownPages)),
      ...(times.length ? { referredAt: new Date(Math.min(Math.max(0, ...times), Date.parse(now))).toISOString() } : {}),
    };
  }

  /** A visit's id is its command's, so it is found without a read model. */
  private async visit(visitId: string, affiliateId: string) {
    const [visit] = await this.streams.log.readCommand(visitId.toLowerCase());
    return visit?.type === 'VisitTracked' && visit.streamId === visitsStream(affiliateId) ? visit : undefined;
  }
}
