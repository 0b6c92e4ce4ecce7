import { Inject, Injectable } from '@nestjs/common';
import {
  type AdminSalesView,
  type AdminSaleView,
  type IntentsView,
  type IntentView,
  type NotCreditedReason,
  notCreditedReasons,
  type SaleList,
  toEuros,
} from '@framelift/contracts';
import { Keys } from '../../platform/keys.ts';
import type { Pool } from '../../platform/pg.ts';
import { type Asked, type Listing, readPage } from '../../engine/projecting/page.ts';
import type { ReadRow } from '../../engine/projecting/projection.ts';
import type { attribution } from './attribution.projection.ts';
import { POOL } from '../../platform/tokens.ts';

/** Whoever has no name (any more) goes by a pseudonym: amounts outlive people (docs/rules.md#10-accounts). */
const nameOf = (id: string): string => `coalesce(n.username, 'deleted-' || left(${id}, 8))`;
const named = 'left join accounts.accounts n on n.account_id';

const narrowed: Record<SaleList, string> = {
  credited: `o.outcome = 'credited'`,
  notCredited: `o.outcome = 'notCredited'`,
  refunded: `o.outcome = 'reversed'`,
  attention: `o.refunded_cents is not null and o.outcome <> 'reversed'`,
  open: `o.outcome = 'open'`,
};

export type SaleRow = Omit<ReadRow<typeof attribution, 'outcomes'>, 'listed_at' | 'started_at' | 'sold_at' | 'referred_at'> & {
  username: string | null;
  listed_at: Date;
  started_at: Date | null;
  sold_at: Date | null;
  referred_at: Date | null;
};
const columns = `o.*, ${nameOf('o.affiliate_id')} as username`;
const from = `attribution.outcomes o ${named} = o.affiliate_id`;

interface IntentRow {
  checkout_id: string;
  created_at: Date;
  affiliate_id: string | null;
  username: string;
  visit_id: string | null;
  referred_at: Date | null;
}
const intentColumns = `i.checkout_id, i.created_at, i.affiliate_id, i.visit_id, i.referred_at, ${nameOf('i.affiliate_id')} as username`;
const intents = `store.intents i ${named} = i.affiliate_id`;

/** What became of every checkout, as admins look for it. */
@Injectable()
export class SalesLists {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly keys: Keys,
  ) {}

  async sales(asked: Asked, list?: SaleList): Promise<AdminSalesView> {
    const listing: Listing = {
      select: columns,
      from,
      where: list ? [narrowed[list]] : [],
      values: [],
      searched: ['o.invoice_id', 'n.username', 'n.email'],
      sorts: {
        createdAt: { by: 'o.listed_at', type: 'timestamptz' },
        amount: { by: 'coalesce(o.amount_cents, o.paid_cents, o.list_cents, 0)', type: 'bigint' },
      },
      id: 'o.invoice_id',
      usual: '-createdAt',
    };
    const { search } = asked;
    if (search?.includes('@')) {
      // Buyers are known by a keyed hash of their whole address.
      listing.values.push(this.keys.buyer(search), search);
      listing.where.push('(o.buyer = $1 or lower(n.email) = lower($2))');
      asked = { ...asked, search: undefined };
    }
    const page = await readPage<SaleRow>(this.pool, listing, asked);
    const sales = page.rows.map(saleView);
    return page.next === undefined ? { sales } : { sales, next: page.next };
  }

  async sale(invoice: string): Promise<SaleRow | undefined> {
    return (await this.pool.query<SaleRow>(`select ${columns} from ${from} where o.invoice_id = $1`, [invoice])).rows[0];
  }

  /** Asked for before `until` and never at the store. Behind `after`, `<time> <checkout id>`, of an answer before. */
  async intents(until: Date, limit: number, after?: [Date, string]): Promise<IntentsView> {
    const { rows } = await this.pool.query<IntentRow>(
      `select ${intentColumns} from ${intents}
       where i.invoice_id is null and i.created_at < $1 and ($3::timestamptz is null or (i.created_at, i.checkout_id) < ($3, $4))
       order by i.created_at desc, i.checkout_id desc limit $2`,
      [until, limit + 1, after?.[0] ?? null, after?.[1] ?? null],
    );
    const page = rows.slice(0, limit).map(intentView);
    const last = page.at(-1);
    return { intents: page, next: rows.length > limit ? `${last!.createdAt} ${last!.checkoutId}` : null };
  }

  /** What was intended within an hour of a moment, the nearest first. */
  async intentsNear(moment: Date): Promise<IntentView[]> {
    const { rows } = await this.pool.query<IntentRow>(
      `select ${intentColumns} from ${intents}
       where i.created_at between $1::timestamptz - interval '1 hour' and $1::timestamptz + interval '1 hour'
       order by abs(extract(epoch from i.created_at - $1::timestamptz)), i.checkout_id limit 10`,
      [moment],
    );
    return rows.map(intentView);
  }
}

export const saleView = (o: SaleRow): AdminSaleView => ({
  transactionId: o.invoice_id,
  outcome: o.outcome,
  reason: o.reason ? notCreditedReasons[o.reason as NotCreditedReason] : null,
  credited: o.credited,
  affiliate: o.affiliate_id ? { id: o.affiliate_id, username: o.username! } : null,
  amount: toEuros(o.amount_cents ?? o.paid_cents ?? o.list_cents ?? 0),
  commissionAmount: o.commission_cents === null ? null : toEuros(o.commission_cents),
  refundedAmount: o.refunded_cents === null ? null : toEuros(o.refunded_cents),
  timestamp: o.listed_at.toISOString(),
});

const intentView = (i: IntentRow): IntentView => ({
  checkoutId: i.checkout_id,
  createdAt: i.created_at.toISOString(),
  affiliate: i.affiliate_id ? { id: i.affiliate_id, username: i.username } : null,
  visitId: i.visit_id,
  referredAt: i.referred_at?.toISOString() ?? null,
});
