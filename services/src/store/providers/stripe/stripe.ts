import type { IncomingHttpHeaders } from 'node:http';
import { soldAtFirst, type InvoiceRef, refusals, rules } from '@framelift/contracts';
import StripeApi from 'stripe';
import { Refused, refuseIf } from '../../../platform/refused.ts';
import type { StripeCheckouts } from '../../../platform/store-settings.ts';
import { retryAfterMs } from '../../../platform/retrying.ts';
import { type Invoice, type StoreNotification, StoreProblem, StoreRefusal, StoreUnavailable } from '../../invoice.ts';
import type { Order, Products, StoreProvider } from '../../provider.ts';
import { chargeOf, invoiceOf } from './stripe-invoice.ts';

/** The version of responses and events; the library's types match it, so an upgrade must be reviewed before it compiles. */
const API_VERSION = '2026-10-28.endive' satisfies typeof StripeApi.API_VERSION;
const TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** The maximum age of a signature, against replayed notifications. */
const TOLERANCE_SECONDS = 300;
const PAGE = 100;

const paid = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
const wentBack = [
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];
/** The events that say something of an invoice (docs/stripe.md#notifications-at-stripe). */
export const STRIPE_EVENTS = [...paid, ...wentBack];

/** Shown in Stripe's dashboard, beside the delivery. */
const THIN_EVENT = 'This is a thin event. Please choose Snapshot as the payload style of this event destination';

interface Settings {
  apiUrl: string;
  secretKey: string;
  /** Two, separated by a comma, during a replacement. */
  webhookSecret: string;
  siteUrl: string;
  checkouts?: StripeCheckouts;
}

/** The seller's options, as Stripe's parameters. */
const wanted = ({ automaticTax, billingAddress, terms, invoices }: Partial<StripeCheckouts>) =>
  ({
    ...(automaticTax ? { automatic_tax: { enabled: true } } : {}),
    ...(billingAddress ? { billing_address_collection: 'required' } : {}),
    ...(terms ? { consent_collection: { terms_of_service: 'required' } } : {}),
    ...(invoices ? { invoice_creation: { enabled: true } } : {}),
  }) satisfies StripeApi.Checkout.SessionCreateParams;

const { InvalidRequestError, SignatureVerificationError } = {
  InvalidRequestError: StripeApi.errors.StripeInvalidRequestError,
  SignatureVerificationError: StripeApi.errors.StripeSignatureVerificationError,
};

/** Stripe Checkout by its official library (docs/stripe.md). An invoice is a checkout session; what its payment says of it is read with it. */
export class Stripe implements StoreProvider {
  readonly name = 'stripe';
  readonly leavesSite = true;
  private readonly api: StripeApi;
  private readonly secrets: readonly string[];
  private readonly live: boolean;

  constructor(
    private readonly settings: Settings,
    private readonly products: Products = async () => soldAtFirst,
  ) {
    const { protocol, hostname, port } = new URL(settings.apiUrl);
    this.api = new StripeApi(settings.secretKey, {
      apiVersion: API_VERSION,
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      ...(port ? { port } : {}),
      maxNetworkRetries: RETRIES,
      timeout: TIMEOUT_MS,
      telemetry: false,
      httpClient: StripeApi.createFetchHttpClient(),
    });
    this.secrets = settings.webhookSecret.split(',').map((secret) => secret.trim());
    this.live = settings.secretKey.includes('_live_');
  }

  async createCheckout({ checkoutId, product: sold, quantity, affiliate, coupon }: Order): Promise<{ invoice: InvoiceRef; url: string }> {
    const promotion = coupon ? await this.promotion(coupon) : undefined;
    if (coupon && !promotion) throw new StoreRefusal('Stripe has no active promotion code of this name');
    const { sku, priceCents, title, providers } = sold;
    if (!providers.stripe) throw new StoreRefusal('This product is not sold at Stripe');
    const { priceId: price } = providers.stripe;
    const metadata = { checkout: checkoutId, sku, quantity: String(quantity), ...(affiliate ? { affiliate } : {}) };
    const { checkouts = {} as Partial<StripeCheckouts> } = this.settings;
    const product = checkouts.product ? { product: checkouts.product } : { product_data: { name: title, metadata: { sku } } };
    const session = await this.ask('open a checkout', () =>
      this.api.checkout.sessions.create(
        {
          mode: 'payment',
          line_items: [
            price
              ? { quantity, price }
              : { quantity, price_data: { currency: rules.currency.toLowerCase(), unit_amount: priceCents, ...product } },
          ],
          client_reference_id: checkoutId,
          metadata,
          payment_intent_data: { metadata },
          ...wanted(checkouts),
          ...(promotion ? { discounts: [{ promotion_code: promotion.id }] } : {}),
          success_url: `${this.settings.siteUrl}/success`,
          cancel_url: `${this.settings.siteUrl}/premium`,
        },
        { idempotencyKey: ['checkout', checkoutId, ...(promotion ? [promotion.id] : [])].join(' ') },
      ),
    );
    if (!session?.url) throw new StoreProblem('Stripe sent a checkout without an address');
    return { invoice: invoiceOf(session, [], [sold]).ref, url: session.url };
  }

  /** Reads an invoice by its session, or by the payment that came of it. */
  async readInvoice(name: string): Promise<Invoice | null> {
    const id = name.startsWith('pi_') ? await this.sessionOf(name) : name;
    if (!id) return null;
    const expand = ['payment_intent.latest_charge'];
    const session = await this.ask('read a checkout', () => this.api.checkout.sessions.retrieve(id, { expand }));
    if (!session) return null;
    const charge = chargeOf(session);
    const disputes = charge?.disputed
      ? await this.ask('read disputes', () => this.api.disputes.list({ charge: charge.id, limit: PAGE }))
      : null;
    return invoiceOf(session, disputes?.data ?? [], await this.products());
  }

  completedSince(time: string): AsyncGenerator<Invoice | StoreProblem> {
    return this.invoicesOf(paid, time);
  }

  refundedSince(time: string): AsyncGenerator<Invoice | StoreProblem> {
    return this.invoicesOf(wentBack, time);
  }

  verifyNotification(raw: Buffer, headers: IncomingHttpHeaders): StoreNotification {
    const event = this.verified(raw, headers['stripe-signature']);
    if (isThin(event)) throw Refused.inWords(THIN_EVENT);
    refuseIf(typeof event?.id !== 'string' || typeof event.type !== 'string', refusals.badRequest);
    // Test-mode events arrive next to live ones if the secrets were mixed up.
    const isOurs = event.livemode === this.live && STRIPE_EVENTS.includes(event.type);
    return { provider: this.name, key: event.id, event: event.type, invoice: isOurs ? namedBy(event) : null };
  }

  async couponFor({ code, discountBps }: { code: string; discountBps: number }): Promise<boolean> {
    const found = await this.promotion(code);
    if (found) return Math.round((couponOf(found)?.percent_off ?? 0) * 100) === discountBps;
    const coupon = await this.ask('make a coupon', () =>
      this.api.coupons.create({ percent_off: discountBps / 100, duration: 'once', name: code }),
    );
    const promotion = { type: 'coupon', coupon: coupon!.id } as const;
    await this.ask('make a promotion code', () => this.api.promotionCodes.create({ code, promotion }));
    return true;
  }

  async deleteCoupon(code: string): Promise<void> {
    const found = await this.promotion(code);
    if (!found) return;
    await this.ask('end a promotion code', () => this.api.promotionCodes.update(found.id, { active: false }));
    const coupon = couponOf(found);
    if (coupon) await this.ask('delete a coupon', () => this.api.coupons.del(coupon.id));
  }

  /** The active one of this code, whatever its case, with its coupon. */
  private async promotion(code: string): Promise<StripeApi.PromotionCode | undefined> {
    const params = { code, active: true, limit: 1, expand: ['data.promotion.coupon'] };
    return (await this.ask('find a promotion code', () => this.api.promotionCodes.list(params)))?.data[0];
  }

  private async sessionOf(payment: string): Promise<string | undefined> {
    const found = await this.ask('find a checkout', () => this.api.checkout.sessions.list({ payment_intent: payment, limit: 1 }));
    return found?.data[0]?.id;
  }

  /** Invoices of events since a time, each once, in order of events. Stripe keeps events for 30 days. */
  private async *invoicesOf(types: string[], time: string): AsyncGenerator<Invoice | StoreProblem> {
    const created = { gte: Math.floor(Date.parse(time) / 1000) };
    const names = await this.ask('list events', async () => {
      const found = new Set<string | null>();
      for await (const event of this.api.events.list({ types, created, limit: PAGE })) found.add(namedBy(event));
      return found;
    });
    // They come the newest first.
    for (const name of [...(names ?? [])].toReversed()) {
      if (name === null) continue;
      const invoice = await this.readable(name);
      if (invoice) yield invoice;
    }
  }

  private async readable(name: string): Promise<Invoice | StoreProblem | null> {
    try {
      return await this.readInvoice(name);
    } catch (error) {
      // Temporary failures are retried; a wrong shape does not change.
      if (error instanceof StoreProblem && !(error instanceof StoreUnavailable)) return error;
      throw error;
    }
  }

  private verified(raw: Buffer, signature: string | string[] | undefined): StripeApi.Event {
    for (const secret of this.secrets) {
      try {
        return this.api.webhooks.constructEvent(raw, signature ?? '', secret, TOLERANCE_SECONDS);
      } catch (error) {
        // The library accepts only snapshot events.
        if (!(error instanceof SignatureVerificationError)) throw Refused.inWords(isThin(parsed(raw)) ? THIN_EVENT : refusals.badRequest);
      }
    }
    throw new Refused(refusals.signatureInvalid, 'unauthorized');
  }

  /** Null if there is no such thing. Error texts name the request, never its contents. */
  private async ask<T>(what: string, call: () => Promise<T>): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StripeApi.errors.StripeError)) throw error;
      const { statusCode, code, requestId, headers } = error;
      if (statusCode === 404) return null;
      if (error instanceof InvalidRequestError)
        throw new StoreRefusal(`Stripe did not ${what}: ${statusCode} ${code ?? ''} (${requestId ?? 'no request id'})`);
      const retryMs = retryAfterMs(headers?.['retry-after'], Date.now());
      throw new StoreUnavailable(`Stripe did not ${what}: ${statusCode ?? 'no answer'} (${requestId ?? error.type})`, retryMs);
    }
  }
}

const isThin = (event: unknown): boolean => /^v\d+\./.test(String((event as { object?: unknown } | null | undefined)?.object));

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch {
    return null;
  }
}

/** The invoice that an event is about: its session, or the payment that belongs to one. */
function namedBy({ data }: StripeApi.Event): string | null {
  const object = data.object as { object?: string; id?: unknown; payment_intent?: string | { id: string } | null };
  const { payment_intent: payment } = object;
  const name = object.object === 'checkout.session' ? object.id : typeof payment === 'object' ? payment?.id : payment;
  return typeof name === 'string' && name !== '' && name.length <= 255 ? name : null;
}

function couponOf({ promotion }: StripeApi.PromotionCode): StripeApi.Coupon | null {
  return typeof promotion.coupon === 'object' ? promotion.coupon : null;
}
