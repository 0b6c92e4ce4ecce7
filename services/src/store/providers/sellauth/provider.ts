import { rules } from '@framelift/contracts';
import { type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/** An invoice as the store has it: money in cents, times ISO 8601 UTC. */
export interface Invoice {
  id: string;
  status: string;
  currency: string;
  email: string;
  createdAt: string;
  completedAt: string | null;
  priceCents: number;
  /** What of it was given back so far. */
  refundedCents: number;
  items: { productId: string; variantId: string; quantity: number; totalCents: number }[];
}

/** The store did not answer, or not as its documentation says. The text names call and status, never what was in it. */
export class StoreProblem extends Error {}

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
const pageShape = Compile(Type.Object({ data: Type.Array(Type.Unknown()) }));

/** Cents of a decimal string, digit by digit; fractions of a cent are rounded half up. @throws StoreProblem when it is none. */
export function centsOf(decimal: string): number {
  const [, whole, fraction = ''] = /^(\d{1,10})(?:\.(\d{1,8}))?$/.exec(decimal) ?? [];
  if (whole === undefined) throw new StoreProblem('The store sent an amount that is no decimal number');
  const digits = fraction.padEnd(3, '0');
  return Number(whole) * 100 + Number(digits.slice(0, 2)) + (digits[2]! >= '5' ? 1 : 0);
}

const momentOf = (text: string): string => {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new StoreProblem('The store sent a time that is none');
  return new Date(ms).toISOString();
};

function shaped<T extends TSchema, R>(validator: Validator<{}, T, unknown, R>, value: unknown, what: string): R {
  if (!validator.Check(value)) throw new StoreProblem(`The store sent ${what} that does not have the documented shape`);
  return value as R;
}

/** @throws StoreProblem when it is not an invoice as documented. */
export function invoiceFrom(value: unknown): Invoice {
  const i = shaped(invoiceShape, value, 'an invoice');
  return {
    id: String(i.id),
    status: i.status,
    currency: i.currency.toUpperCase(),
    email: (i.email ?? '').trim(),
    createdAt: momentOf(i.created_at),
    completedAt: i.completed_at ? momentOf(i.completed_at) : null,
    priceCents: centsOf(i.price),
    refundedCents: i.refunded ? centsOf(i.refunded) : 0,
    items: i.items.map(({ product_id, variant_id, quantity, total_price }) => ({
      productId: String(product_id ?? ''),
      variantId: String(variant_id ?? ''),
      quantity,
      totalCents: centsOf(total_price),
    })),
  };
}

const TIMEOUT = 10_000;
const PAGE = 100;

/** The documented API of the store (docs/sellauth.md#sellauth), and nothing else of it. */
export class StoreProvider {
  constructor(private readonly settings: { apiUrl: string; apiKey: string }) {}

  /** Opens a checkout; `affiliate` is the permanent code of 16 characters the store shows to the seller. */
  async createCheckout({ quantity, affiliate }: { quantity: number; affiliate?: string }): Promise<{ invoice: string; url: string }> {
    const { productId, variantId } = rules.store;
    const answer = await this.call('POST', 'checkout', { cart: [{ productId, variantId, quantity }], ...(affiliate ? { affiliate } : {}) });
    const { invoice_id, url } = shaped(checkoutShape, answer, 'a checkout');
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new StoreProblem('The store sent a checkout without an address');
    return { invoice: String(invoice_id), url };
  }

  /** The invoice as it is now; null when there is none. `id` may be any name the store gave it, the answer has the one we use. */
  async readInvoice(id: string): Promise<Invoice | null> {
    const answer = await this.call('GET', `invoices/${encodeURIComponent(id)}`);
    return answer === null ? null : invoiceFrom(answer);
  }

  /** Invoices of these statuses, oldest completion first, page after page, each still to be checked by `invoiceFrom`. */
  async *listInvoices({ statuses, completedAfter }: { statuses: string[]; completedAfter?: string }): AsyncGenerator<unknown> {
    for (let page = 1; ; page++) {
      const query = new URLSearchParams({ page: `${page}`, perPage: `${PAGE}`, orderColumn: 'completed_at', orderDirection: 'asc' });
      for (const status of statuses) query.append('statuses[]', status);
      if (completedAfter) query.set('completed_at_start', completedAfter);
      const { data } = shaped(pageShape, await this.call('GET', `invoices?${query}`), 'a list');
      yield* data;
      if (data.length < PAGE) return;
    }
  }

  /** The parsed answer, null for 404. */
  private async call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    const { apiUrl, apiKey } = this.settings;
    const what = `${method} ${path.split(/[/?]/)[0]}`;
    const response = await fetch(`${apiUrl.replace(/\/$/, '')}/v1/shops/${rules.store.shopId}/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT),
    }).catch((cause: Error) => {
      throw new StoreProblem(`The store did not answer ${what}`, { cause });
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new StoreProblem(`The store answered ${what} with ${response.status}`);
    return response.json().catch((cause: Error) => {
      throw new StoreProblem(`The store answered ${what} with something else than JSON`, { cause });
    });
  }
}
