import { INTENTS } from '../../store/store.tables.ts';
import { joinAccount, nameOf } from '../names.ts';
import { Inject, Injectable } from '@nestjs/common';
import {
  type AdminSalesView,
  type AdminSaleView,
  ELSEWHERE,
  type IntentsView,
  type IntentView,
  invoiceKey,
  invoiceNamed,
  type InvoiceRef,
  type MissingSaleView,
  type NotCreditedReason,
  notCreditedReasons,
  type SaleList,
  toEuros,
} from '@framelift/contracts';
import { Keys } from '../../platform/keys.ts';
import type { Pool } from '../../platform/pg.ts';
import type { ReadRow } from '../../engine/projecting/projection.ts';
import type { ListQuery } from '../../http/list-query.ts';
import { type Listing, readPage } from '../listing.ts';
import type { attribution } from './attribution.projection.ts';
import { paidInstead } from './attribution.view.ts';
import { POOL } from '../../platform/tokens.ts';

const filters: Record<SaleList, string> = {
  credited: `o.outcome = 'credited'`,
  notCredited: `o.outcome = 'notCredited'`,
  refunded: `o.outcome = 'reversed'`,
  attention: `(o.refunded_cents > 0 or o.dispute = 'open') and o.outcome <> 'reversed'`,
  open: `o.outcome = 'open'`,
};

export type SaleRow = Omit<
  ReadRow<typeof attribution, 'outcomes'>,
  'listed_at' | 'started_at' | 'sold_at' | 'referred_at' | 'available_at'
> & {
  username: string | null;
  listed_at: Date;
  started_at: Date | null;
  sold_at: Date | null;
  referred_at: Date | null;
  available_at: Date | null;
};
const columns = `o.*, ${nameOf('n', 'o.affiliate_id')} as username`;
const from = `attribution.outcomes o ${joinAccount('n', 'o.affiliate_id')}`;

/** The provider's own id: its name in front would be found in every row. */
const invoiceId = `substr(o.invoice, strpos(o.invoice, '-') + 1)`;

/** Reasons that crediting by hand does not overrule. */
const final: NotCreditedReason[] = ['refunded', 'chargedBack', 'otherProduct', 'nothingPaid'];

type Sought = Pick<MissingSaleView, 'boughtOn' | 'invoice' | 'customerEmail'> & { affiliateId: string };

interface IntentRow {
  checkout_id: string;
  created_at: Date;
  affiliate_id: string | null;
  username: string;
  visit_id: string | null;
  referred_at: Date | null;
}
const intentColumns = `i.checkout_id, i.created_at, i.affiliate_id, i.visit_id, i.referred_at, ${nameOf('n', 'i.affiliate_id')} as username`;
const intents = `${INTENTS} i ${joinAccount('n', 'i.affiliate_id')}`;

/** The outcome of every checkout, for admins' searches. */
@Injectable()
export class SalesLists {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly keys: Keys,
  ) {}

  async sales(wanted: ListQuery, { status, affiliate }: { status?: SaleList; affiliate?: string }): Promise<AdminSalesView> {
    const listing: Listing = {
      select: columns,
      from,
      where: [...(status ? [filters[status]] : []), ...(affiliate ? ['o.affiliate_id = $1'] : [])],
      values: affiliate ? [affiliate] : [],
      searched: [invoiceId, 'n.username', 'n.email', 'o.product'],
      sorts: {
        createdAt: { by: 'o.listed_at', type: 'timestamptz' },
        amount: { by: 'coalesce(o.amount_cents, o.paid_cents, o.list_cents, 0)', type: 'bigint' },
      },
      id: 'o.invoice',
      defaultSort: '-createdAt',
    };
    const search = wanted.search && (invoiceNamed(wanted.search)?.invoiceId ?? wanted.search);
    wanted = { ...wanted, search };
    if (search?.includes('@')) {
      // Buyers are known by a keyed hash of their whole address.
      const at = listing.values.push(this.keys.buyer(search), search);
      listing.where.push(`(o.buyer = $${at - 1} or folded(n.email) = folded($${at}))`);
      wanted = { ...wanted, search: undefined };
    }
    const page = await readPage<SaleRow>(this.pool, listing, wanted);
    return { sales: page.rows.map(saleView), next: page.next };
  }

  async sale(invoice: InvoiceRef): Promise<SaleRow | undefined> {
    return (await this.pool.query<SaleRow>(`select ${columns} from ${from} where o.invoice = $1`, [invoiceKey(invoice)])).rows[0];
  }

  /** Paid checkouts that can be credited: of that buyer, or sold within a day of when it was bought. */
  async likely({ affiliateId, boughtOn, invoice, customerEmail }: Sought): Promise<AdminSaleView[]> {
    const { rows } = await this.pool.query<SaleRow>(
      `select ${columns} from ${from}
       where o.outcome = 'notCredited' and o.reason <> all($1) and o.invoice not like '${ELSEWHERE}-%'
         and (o.buyer = $2 or o.listed_at >= $3::date - interval '1 day' and o.listed_at < $3::date + interval '2 days')
       order by o.buyer is not distinct from $2 desc, ${invoiceId} is not distinct from $4 desc, o.affiliate_id is not distinct from $5 desc,
         abs(extract(epoch from o.listed_at - ($3::date + interval '12 hours'))), o.invoice
       limit 3`,
      [
        final,
        customerEmail && this.keys.buyer(customerEmail),
        boughtOn,
        invoice && (invoiceNamed(invoice)?.invoiceId ?? invoice),
        affiliateId,
      ],
    );
    return rows.map(saleView);
  }

  async username(affiliateId: string): Promise<string> {
    const { rows } = await this.pool.query<{ name: string }>(
      `select ${nameOf('n', '$1::text')} as name from (select) x ${joinAccount('n', '$1::text')}`,
      [affiliateId],
    );
    return rows[0]!.name;
  }

  /** Intended before `until`, and never sent to the store. */
  async intents(until: Date, listing: Pick<ListQuery, 'after' | 'limit'>): Promise<IntentsView> {
    const page = await readPage<IntentRow>(
      this.pool,
      {
        select: intentColumns,
        from: intents,
        where: ['i.invoice is null', 'i.created_at < $1'],
        values: [until],
        searched: [],
        sorts: { createdAt: { by: 'i.created_at', type: 'timestamptz' } },
        id: 'i.checkout_id',
        defaultSort: '-createdAt',
      },
      listing,
    );
    return { intents: page.rows.map(intentView), next: page.next };
  }

  /** Checkout intents within an hour of a moment, the nearest first. */
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
  transactionId: o.invoice,
  product: o.product,
  outcome: o.outcome,
  reason: o.reason ? notCreditedReasons[o.reason as NotCreditedReason] : null,
  credited: o.credited,
  attributedBy: o.attributed_by,
  affiliate: o.affiliate_id ? { id: o.affiliate_id, username: o.username! } : null,
  amount: toEuros(o.amount_cents ?? o.paid_cents ?? o.list_cents ?? 0),
  commissionAmount: o.commission_cents === null ? null : toEuros(o.commission_cents),
  availableAt: o.available_at?.toISOString() ?? null,
  refundedAmount: o.refunded_cents ? o.refunded_cents / 100 : null,
  refundedCurrency: o.refunded_cents ? o.refunded_currency : null,
  foreign: paidInstead(o),
  dispute: o.dispute,
  timestamp: o.listed_at.toISOString(),
});

const intentView = (i: IntentRow): IntentView => ({
  checkoutId: i.checkout_id,
  createdAt: i.created_at.toISOString(),
  affiliate: i.affiliate_id ? { id: i.affiliate_id, username: i.username } : null,
  visitId: i.visit_id,
  referredAt: i.referred_at?.toISOString() ?? null,
});
