import { Inject, Injectable } from '@nestjs/common';
import {
  type AdminMissingSalesView,
  type AdminSaleView,
  missingSaleRefusals,
  type MissingSalesView,
  type MissingSaleState,
  type MissingSaleView,
} from '@framelift/contracts';
import type { ReadRow } from '../../engine/projecting/projection.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { type ListQuery, pageOf } from '../../http/list-query.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { POOL } from '../../platform/tokens.ts';
import type { Waiting } from '../../platform/waiting.ts';
import { readPage } from '../listing.ts';
import { joinAccount, nameOf } from '../names.ts';
import type { attribution } from './attribution.projection.ts';
import { SalesLists } from './sales.view.ts';

type Row = Omit<ReadRow<typeof attribution, 'missing_sales'>, 'raised_at' | 'answered_at'> & { raised_at: Date; answered_at: Date | null };
const columns = `m.*, m.bought_on::text as bought_on`;
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Missing sales and their outcomes. */
@Injectable()
export class MissingSales {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly sales: SalesLists,
  ) {}

  /** An affiliate's, newest first. */
  async ofAffiliate(affiliateId: string, limit: number, after?: number): Promise<MissingSalesView> {
    const { rows } = await this.pool.query<Row>(
      `select ${columns} from attribution.missing_sales m where affiliate_id = $1 and position < $2 order by position desc limit $3`,
      [affiliateId, after ?? Number.MAX_SAFE_INTEGER, limit + 1],
    );
    const page = pageOf(rows, limit, (m) => [m.position]);
    return { missingSales: await this.views(page.rows), next: page.next };
  }

  /** Counts the claims without an answer. */
  async waiting(): Promise<Waiting> {
    const { rows } = await this.pool.query<Waiting>(
      `select count(*)::int as count, min(raised_at) as "oldestAt" from attribution.missing_sales where state = 'open'`,
    );
    return rows[0]!;
  }

  async all(wanted: ListQuery, state?: MissingSaleState): Promise<AdminMissingSalesView> {
    const page = await readPage<Row & { username: string }>(
      this.pool,
      {
        select: `${columns}, ${nameOf('n', 'm.affiliate_id')} as username`,
        from: `attribution.missing_sales m ${joinAccount('n', 'm.affiliate_id')}`,
        where: state ? ['m.state = $1'] : [],
        values: state ? [state] : [],
        searched: ['n.username', 'n.email', 'm.invoice'],
        sorts: { createdAt: { by: 'm.position', type: 'bigint' } },
        id: 'm.missing_sale_id',
        defaultSort: '-createdAt',
      },
      wanted,
    );
    const [views, notes] = await Promise.all([this.views(page.rows), this.vault.open(page.rows.map((m) => m.internal_note))]);
    const missingSales = page.rows.map(({ affiliate_id: id, username }, i) => ({
      ...views[i]!,
      affiliate: { id, username },
      internalNote: text(notes[i]),
    }));
    return { missingSales, next: page.next };
  }

  /** The checkouts that it may be, the likeliest first. */
  async candidates(missingSaleId: string): Promise<AdminSaleView[]> {
    const { rows } = await this.pool.query<Row>(`select ${columns} from attribution.missing_sales m where missing_sale_id = $1`, [
      missingSaleId,
    ]);
    const [found] = rows;
    if (!found) throw new Refused(missingSaleRefusals.notFound, 'missing');
    const [view] = await this.views([found]);
    return this.sales.likely({ affiliateId: found.affiliate_id, ...view! });
  }

  private async views(rows: readonly Row[]): Promise<MissingSaleView[]> {
    const opened = await this.vault.open(rows.flatMap((m) => [m.transaction, m.customer_email, m.notes, m.reason]));
    return rows.map((m, i) => {
      const [transaction, customerEmail, notes, reason] = opened.slice(4 * i, 4 * i + 4).map(text);
      return {
        id: m.missing_sale_id,
        reportedAt: m.raised_at.toISOString(),
        boughtOn: m.bought_on,
        invoice: transaction!,
        customerEmail: customerEmail!,
        notes: notes!,
        state: m.state,
        answeredAt: m.answered_at?.toISOString() ?? null,
        transactionId: m.invoice,
        reason: reason!,
      };
    });
  }
}
