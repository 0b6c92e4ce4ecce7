import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { soldAtFirst, type InvoiceRef, isoOf, type Product, refusals, sellauth } from '@framelift/contracts';
import { type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Refused, refuseIf } from '../../../platform/refused.ts';
import { retryAfterMs } from '../../../platform/retrying.ts';
import { type Invoice, type InvoiceStatus, type StoreNotification, StoreProblem, StoreRefusal, StoreUnavailable } from '../../invoice.ts';
import type { Order, Products, StoreProvider } from '../../provider.ts';

const provider = 'sellauth';

/** Its names of known statuses; any other is an open invoice. */
const statuses = new Map<string, InvoiceStatus>([
  ['completed', 'completed'],
  ['refunded', 'refunded'],
]);

const Name = Type.Union([Type.Integer(), Type.String({ minLength: 1, maxLength: 64 })]);
const Money = Type.String({ pattern: '^\\d{1,10}(\\.\\d{1,8})?$' });
const Moment = Type.String({ minLength: 10, maxLength: 40 });
const Nullable = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

/** The documented fields (docs/sellauth.md#invoices) that are read, and `refunded`, which is read where there is one. */
const invoiceShape = Compile(
  Type.Object({
    id: Name,
    status: Type.String({ minLength: 1, maxLength: 40 }),
    currency: Type.String({ minLength: 3, maxLength: 10 }),
    email: Nullable(Type.String({ maxLength: 320 })),
    created_at: Moment,
    completed_at: Nullable(Moment),
    price: Money,
    refunded: Nullable(Money),
    items: Type.Array(
      Type.Object({
        product_id: Nullable(Name),
        variant_id: Nullable(Name),
        quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
        total_price: Money,
      }),
    ),
  }),
);
const checkoutShape = Compile(Type.Object({ invoice_id: Name, url: Type.String({ maxLength: 2_000 }) }));
/** Percent as a number or decimal text. */
const couponShape = Compile(
  Type.Object({ id: Name, code: Type.String({ maxLength: 200 }), type: Type.String(), discount: Type.Union([Type.Number(), Money]) }),
);
const pageShape = Compile(Type.Object({ data: Type.Array(Type.Unknown()) }));

/** Cents of a decimal string, digit by digit; fractions of a cent are rounded half up. @throws StoreProblem when it is none. */
export function centsOf(decimal: string): number {
  const [, whole, fraction = ''] = /^(\d{1,10})(?:\.(\d{1,8}))?$/.exec(decimal) ?? [];
  if (whole === undefined) throw new StoreProblem('The store sent an amount that is no decimal number');
  const digits = fraction.padEnd(3, '0');
  return Number(whole) * 100 + Number(digits.slice(0, 2)) + (digits[2]! >= '5' ? 1 : 0);
}

const timeOf = (text: string): string => {
  const time = isoOf(text);
  if (time === undefined) throw new StoreProblem('The store sent a time that is none');
  return time;
};

function shaped<T extends TSchema, R>(validator: Validator<{}, T, unknown, R>, value: unknown, what: string): R {
  if (!validator.Check(value)) throw new StoreProblem(`The store sent ${what} that does not have the documented shape`);
  return value as R;
}

/** Our product by its numbers; null for another one. */
const skuOf = (products: readonly Product[], product: unknown, variant: unknown): string | null =>
  products.find(({ providers: { sellauth: numbers } }) => {
    return numbers !== null && String(product) === String(numbers.productId) && String(variant) === String(numbers.variantId);
  })?.sku ?? null;

/** @throws StoreProblem when it is not an invoice as documented. */
export function invoiceFrom(value: unknown, products: readonly Product[] = soldAtFirst): Invoice {
  const i = shaped(invoiceShape, value, 'an invoice');
  return {
    ref: { provider, invoiceId: String(i.id) },
    status: statuses.get(i.status) ?? 'open',
    currency: i.currency.toUpperCase(),
    email: (i.email ?? '').trim(),
    createdAt: timeOf(i.created_at),
    completedAt: i.completed_at ? timeOf(i.completed_at) : null,
    priceCents: centsOf(i.price),
    refundedCents: i.refunded ? centsOf(i.refunded) : 0,
    // It documents no disputes.
    dispute: null,
    items: i.items.map(({ product_id, variant_id, quantity, total_price }) => ({
      sku: skuOf(products, product_id, variant_id),
      quantity,
      totalCents: centsOf(total_price),
    })),
  };
}

/** HTTP statuses about the request itself; any other is about the caller or the time. */
const REFUSALS = new Set([400, 404, 409, 410, 422]);
const TIMEOUT_MS = 10_000;
const PAGE = 100;
/** A notification holds a few ids. */
const MAX_NOTIFICATION_BYTES = 16 * 1024;

/** The documented API and notifications of SellAuth (docs/sellauth.md#sellauth), and nothing else of it. */
export class SellAuth implements StoreProvider {
  readonly name = provider;
  readonly leavesSite = false;

  constructor(
    private readonly settings: { apiUrl: string; apiKey: string; webhookSecret: string },
    private readonly products: Products = async () => soldAtFirst,
  ) {}

  async createCheckout(order: Order): Promise<{ invoice: InvoiceRef; url: string }> {
    const { product, quantity, affiliate, coupon } = order;
    const numbers = product.providers.sellauth ?? (await this.products()).find(({ sku }) => sku === product.sku)?.providers.sellauth;
    if (!numbers) throw new StoreRefusal('This product has no numbers at SellAuth');
    const cart = [{ ...numbers, quantity }];
    const answer = await this.call('POST', 'checkout', { cart, ...(affiliate ? { affiliate } : {}), ...(coupon ? { coupon } : {}) });
    const { invoice_id, url } = shaped(checkoutShape, answer, 'a checkout');
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new StoreProblem('The store sent a checkout without an address');
    // Only reading it gives the id used everywhere else.
    const invoice = await this.readInvoice(String(invoice_id));
    if (!invoice) throw new StoreProblem('The store does not know the invoice it just made');
    return { invoice: invoice.ref, url };
  }

  async couponFor({ code, discountBps }: { code: string; discountBps: number }): Promise<boolean> {
    const found = await this.coupon(code);
    if (found) return found.type === 'percentage' && Math.round(Number(found.discount) * 100) === discountBps;
    const discount = discountBps / 100;
    await this.call('POST', 'coupons', { code, global: true, type: 'percentage', discount, disable_if_volume_discount: false });
    return true;
  }

  async deleteCoupon(code: string): Promise<void> {
    const found = await this.coupon(code);
    if (found) await this.call('DELETE', `coupons/${encodeURIComponent(String(found.id))}`);
  }

  /** Finds a coupon by its code, ignoring case. */
  private async coupon(code: string) {
    for (let page = 1; ; page++) {
      const answer = await this.call('GET', `coupons?page=${page}&perPage=${PAGE}`);
      // One document shows the list bare, lists of invoices come in pages: both are read.
      const listed = Array.isArray(answer) ? answer : shaped(pageShape, answer, 'a list').data;
      const coupons = listed.map((c) => shaped(couponShape, c, 'a coupon'));
      const found = coupons.find((c) => c.code.toLowerCase() === code.toLowerCase());
      if (found || Array.isArray(answer) || listed.length < PAGE) return found;
    }
  }

  async readInvoice(id: string): Promise<Invoice | null> {
    const answer = await this.call('GET', `invoices/${encodeURIComponent(id)}`);
    return answer === null ? null : invoiceFrom(answer, await this.products());
  }

  /** Also those refunded by now, oldest first. */
  completedSince(time: string): AsyncGenerator<Invoice | StoreProblem> {
    return this.list(['completed', 'refunded'], { completed_at_start: time });
  }

  /** Every refunded invoice: the API does not list them by when they were. */
  refundedSince(): AsyncGenerator<Invoice | StoreProblem> {
    return this.list(['refunded']);
  }

  /** Verifies the bytes as they came: a re-serialised body has another digest. @throws Refused for any other sender or shop. */
  verifyNotification(raw: Buffer, headers: IncomingHttpHeaders): StoreNotification {
    refuseIf(raw.length > MAX_NOTIFICATION_BYTES, refusals.bodyTooLarge(MAX_NOTIFICATION_BYTES), 'tooLarge');
    refuseIf(!this.signed(raw, headers['x-signature']), refusals.signatureInvalid, 'unauthorized');
    const { event, data, shop_id } = parse(raw);
    refuseIf(String(shop_id) !== String(sellauth.shopId) || typeof event !== 'string', refusals.badRequest);
    const id = (data as Record<string, unknown> | null | undefined)?.['invoice_id'];
    const named = (typeof id === 'string' && id.length <= 64 && id !== '') || Number.isSafeInteger(id);
    const sent = headers['idempotency-key'];
    const key =
      typeof sent === 'string' && /^[0-9a-f]{64}$/i.test(sent) ? sent.toLowerCase() : createHash('sha256').update(raw).digest('hex');
    return { provider, key, event: (event as string).slice(0, 200), invoice: named ? String(id) : null };
  }

  private signed(raw: Buffer, signature: unknown): boolean {
    if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false;
    const expected = createHmac('sha256', this.settings.webhookSecret).update(raw).digest();
    return timingSafeEqual(Buffer.from(signature, 'hex'), expected);
  }

  private async *list(statuses: string[], filter: Record<string, string> = {}): AsyncGenerator<Invoice | StoreProblem> {
    for (let page = 1; ; page++) {
      const paging = { page: `${page}`, perPage: `${PAGE}`, orderColumn: 'completed_at', orderDirection: 'asc' };
      const query = new URLSearchParams({ ...paging, ...filter });
      for (const status of statuses) query.append('statuses[]', status);
      const { data } = shaped(pageShape, await this.call('GET', `invoices?${query}`), 'a list');
      const products = await this.products();
      for (const listed of data) yield readable(listed, products);
      if (data.length < PAGE) return;
    }
  }

  /** The parsed response; null if there is no such thing. */
  private async call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
    const { apiUrl, apiKey } = this.settings;
    const what = `${method} ${path.split(/[/?]/)[0]}`;
    const response = await fetch(`${apiUrl.replace(/\/$/, '')}/v1/shops/${sellauth.shopId}/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: Error) => {
      throw new StoreUnavailable(`The store did not answer ${what}`, 0, { cause });
    });
    if (response.status === 404 && method !== 'POST') return null;
    if (!response.ok) {
      const problem = `The store answered ${what} with ${response.status}`;
      if (REFUSALS.has(response.status)) throw new StoreRefusal(problem);
      throw new StoreUnavailable(problem, retryAfterMs(response.headers.get('retry-after'), Date.now()));
    }
    return response.json().catch((cause: Error) => {
      throw new StoreProblem(`The store answered ${what} with something else than JSON`, { cause });
    });
  }
}

function readable(listed: unknown, products: readonly Product[]): Invoice | StoreProblem {
  try {
    return invoiceFrom(listed, products);
  } catch (error) {
    if (error instanceof StoreProblem) return error;
    throw error;
  }
}

function parse(raw: Buffer): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(raw.toString());
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  } catch {
    // Refused below, like anything that is not an object.
  }
  throw new Refused(refusals.badRequest);
}
