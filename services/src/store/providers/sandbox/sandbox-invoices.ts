import { randomBytes } from 'node:crypto';
import { type InvoiceRef, premium, rules } from '@framelift/contracts';
import type { Pool } from '../../../platform/pg.ts';
import type { SandboxCoupon } from './sandbox-coupons.ts';
import { entryOf } from '../../../platform/entry.ts';

/** An invoice of the sandbox, as its table has it. */
export interface SandboxInvoice {
  id: number;
  unique_id: string;
  status: 'pending' | 'completed' | 'refunded';
  email: string | null;
  affiliate: string | null;
  product_id: number;
  variant_id: number;
  quantity: number;
  currency: string;
  /** After discount. */
  price_cents: number;
  coupon: string | null;
  /** What the coupon took off; null without one. */
  discount_cents: number | null;
  refunded_cents: number;
  created_at: Date;
  completed_at: Date | null;
  updated_at: Date;
}

/** One of another time, without a coupon; `sku`: null for a product of somebody else's. */
export type PastInvoice = Omit<SandboxInvoice, 'product_id' | 'variant_id' | 'coupon' | 'discount_cents'> & { sku: string | null };

/** How the programme names an invoice of the sandbox, which speaks SellAuth's API. */
export const sandboxInvoice = (id: number): InvoiceRef => ({ provider: 'sellauth', invoiceId: String(id) });

export interface InvoiceQuery {
  statuses: string[];
  completedAfter: string | null;
  page: number;
  perPage: number;
  orderColumn: string;
  descending: boolean;
}

const orderColumns: Record<string, string> = { id: 'id', created_at: 'created_at', completed_at: 'completed_at' };

/** The sandbox's invoices, in a separate schema that it creates: they survive a restart, and production has none. */
export class SandboxInvoices {
  /** `now`: ms since 1970. */
  constructor(
    private readonly pool: Pool,
    private readonly now: () => number = Date.now,
  ) {}

  async prepare(): Promise<void> {
    await this.pool.query(`
      create schema if not exists sandbox_store;
      create table if not exists sandbox_store.invoices (
        id bigint generated always as identity (start 1001) primary key,
        unique_id text not null unique,
        status text not null default 'pending',
        email text,
        affiliate text,
        product_id int not null,
        variant_id int not null,
        quantity int not null,
        currency text not null,
        price_cents bigint not null,
        refunded_cents bigint not null default 0,
        created_at timestamptz not null default now(),
        completed_at timestamptz,
        updated_at timestamptz not null default now()
      );
      alter table sandbox_store.invoices add column if not exists coupon text, add column if not exists discount_cents bigint`);
  }

  async create(
    line: { productId: number; variantId: number; quantity: number; priceCents: number },
    affiliate: string | null,
    coupon?: Pick<SandboxCoupon, 'code' | 'discount_bps'>,
  ): Promise<SandboxInvoice> {
    const listCents = line.priceCents * line.quantity;
    const discountCents = coupon ? Math.round((listCents * coupon.discount_bps) / 10_000) : null;
    const { rows } = await this.pool.query<SandboxInvoice>(
      `insert into sandbox_store.invoices
         (unique_id, affiliate, product_id, variant_id, quantity, currency, price_cents, coupon, discount_cents, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning *`,
      [
        randomBytes(12).toString('hex'),
        affiliate,
        line.productId,
        line.variantId,
        line.quantity,
        rules.currency,
        listCents - (discountCents ?? 0),
        coupon?.code ?? null,
        discountCents,
        new Date(this.now()),
      ],
    );
    return rows[0]!;
  }

  /** Finds an invoice by number or by unique id. */
  async find(name: string): Promise<SandboxInvoice | undefined> {
    const { rows } = await this.pool.query<SandboxInvoice>('select * from sandbox_store.invoices where unique_id = $1 or id::text = $1', [
      name,
    ]);
    return rows[0];
  }

  async list({ statuses, completedAfter, page, perPage, orderColumn, descending }: InvoiceQuery) {
    const order = `${entryOf(orderColumns, orderColumn) ?? 'id'} ${descending ? 'desc' : 'asc'} nulls last, id`;
    const { rows } = await this.pool.query<SandboxInvoice & { total: number }>(
      `select *, count(*) over () as total from sandbox_store.invoices
       where (cardinality($1::text[]) = 0 or status = any($1)) and ($2::timestamptz is null or completed_at >= $2)
       order by ${order} limit $3 offset $4`,
      [statuses, completedAfter, perPage, (page - 1) * perPage],
    );
    return { found: rows as SandboxInvoice[], total: rows[0]?.total ?? 0 };
  }

  /** The invoice when it was still to be paid. */
  async pay(uniqueId: string, email: string): Promise<SandboxInvoice | undefined> {
    const { rows } = await this.pool.query<SandboxInvoice>(
      `update sandbox_store.invoices set status = 'completed', email = $2, completed_at = $3, updated_at = $3
       where unique_id = $1 and status = 'pending' returning *`,
      [uniqueId, email, new Date(this.now())],
    );
    return rows[0];
  }

  async refund(uniqueId: string): Promise<void> {
    await this.pool.query(
      `update sandbox_store.invoices set status = 'refunded', refunded_cents = price_cents, updated_at = $2
       where unique_id = $1 and status = 'completed'`,
      [uniqueId, new Date(this.now())],
    );
  }

  /** Adds these in their final state, except known ones. */
  async remember(invoices: readonly PastInvoice[]): Promise<void> {
    const rows = invoices.map(({ sku, ...row }) => {
      const { productId, variantId } = premium.providers.sellauth!;
      return { ...row, product_id: sku ? productId : productId + 1, variant_id: variantId };
    });
    await this.pool.query(
      `insert into sandbox_store.invoices overriding system value
       select * from json_populate_recordset(null::sandbox_store.invoices, $1::json) on conflict do nothing`,
      [JSON.stringify(rows)],
    );
  }

  /** Continues numbering after the last invoice. */
  async countOn(): Promise<void> {
    await this.pool.query(
      `select setval(pg_get_serial_sequence('sandbox_store.invoices', 'id'), greatest((select max(id) from sandbox_store.invoices), 1001))`,
    );
  }
}
