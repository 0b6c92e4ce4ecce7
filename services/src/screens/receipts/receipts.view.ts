import { Inject, Injectable, Optional } from '@nestjs/common';
import {
  type OwnReceiptsView,
  type ReceiptProofView,
  receiptRefusals,
  receiptRules,
  type ReceiptsOnPageView,
  type ReceiptView,
  refusals,
  toEuros,
} from '@framelift/contracts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { Freshness } from '../../engine/projecting/freshness.ts';
import type { ReadRow } from '../../engine/projecting/projection.ts';
import { Origins } from '../../engine/tree/origins.ts';
import { ReceiptProofs } from '../../engine/tree/receipt-proofs.ts';
import type { Known } from '../../http/site/own-pages.ts';
import type { Pages } from '../../http/site/pages.ts';
import { OnPages, type OnPagesAnswers } from '../../http/site/rendering.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { PAGES, POOL } from '../../platform/tokens.ts';
import { TermsHistory } from '../terms-history.ts';
import type { receipts } from './receipts.projection.ts';

type Row = Omit<ReadRow<typeof receipts, 'shared'>, 'shared_at' | 'counted_at'> & { shared_at: Date; counted_at: Date };

const RETRY_S = 1;
const ID = /^[0-9a-z]{1,64}$/;
/** Receipts of accounts that are not closed. */
const shown = `select s.* from receipts.shared s where not exists (
  select from receipts.closed c where c.affiliate_id = s.affiliate_id and c.is_closed)`;

/** Published figures, as far as their account, the terms and their name let anybody see them. */
@Injectable()
export class Receipts {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly terms: TermsHistory,
    private readonly origins: Origins,
    private readonly proofs: ReceiptProofs,
    private readonly freshness: Freshness,
    @Optional() @Inject(PAGES) pages?: Pages,
  ) {
    if (pages) pages.receiptOf = (id) => this.onItsPage(id);
  }

  @OnPages()
  onPages(): OnPagesAnswers {
    return { '/api/public/receipts': { ask: async () => ({ data: await this.onPage(), example: false }) } };
  }

  async own(affiliateId: string): Promise<OwnReceiptsView> {
    const text = 'select * from receipts.shared where affiliate_id = $1 order by position desc';
    const { rows } = await this.pool.query<Row>({ name: 'receipts.own', text, values: [affiliateId] });
    const [allowed, views] = await Promise.all([this.areAllowed(), this.views(rows)]);
    return { allowed, receipts: views.map((view, i) => ({ ...view, onPage: rows[i]!.on_page })) };
  }

  async onPage(): Promise<ReceiptsOnPageView> {
    if (!(await this.areAllowed())) return { receipts: [] };
    const text = `${shown} and s.on_page order by s.position desc limit $1`;
    const { rows } = await this.pool.query<Row>({ name: 'receipts.on-page', text, values: [receiptRules.onPage] });
    return { receipts: await this.views(rows) };
  }

  /** @throws Refused: there is none that may be shown */
  async one(id: string): Promise<ReceiptView> {
    const [view] = await this.views([await this.row(id)]);
    if (!view) throw new Refused(receiptRefusals.notFound, 'missing');
    return view;
  }

  /** `size`: of the checkpoint that it is proved by. @throws Refused as above */
  async proof(id: string, size?: number): Promise<ReceiptProofView> {
    const { figure, about, days, amount_cents: cents, events, up_to: to, positions } = await this.row(id);
    const of = figure === 'earned' ? about! : about ? 'cashout' : 'account';
    return { framelift: 'receipt', ...(await this.proofs.of({ id, figure, of, days, cents, events, to, positions }, size)) };
  }

  /** undefined: there is none that may be shown. */
  private async onItsPage(id: string): Promise<Known | undefined> {
    try {
      return { data: await this.one(id), example: false };
    } catch (error) {
      if (error instanceof Refused && error.kind === 'missing') return undefined;
      throw error;
    }
  }

  /** A read model that lags may not know yet that an account was closed. */
  private async row(id: string): Promise<Row> {
    // PostgreSQL takes no NUL, and an address may hold one.
    if (!ID.test(id)) throw new Refused(receiptRefusals.notFound, 'missing');
    const { reached } = await this.freshness.upTo(['receipts'], 'all', undefined);
    if (!reached) throw new Refused(refusals.behind, 'unavailable', RETRY_S);
    const { rows } = await this.pool.query<Row>({ name: 'receipts.one', text: `${shown} and s.receipt_id = $1`, values: [id] });
    if (!rows[0] || !(await this.areAllowed())) throw new Refused(receiptRefusals.notFound, 'missing');
    return rows[0];
  }

  private async areAllowed(): Promise<boolean> {
    return (await this.terms.inForce()).terms.receipts === 'allowed';
  }

  /** Without those whose name was erased. */
  private async views(rows: readonly Row[]): Promise<ReceiptView[]> {
    const [names, origin] = await Promise.all([this.vault.open(rows.map(({ name }) => name)), this.origins.now()]);
    return rows.flatMap((row, i) => {
      const name = names[i] as string | null;
      if (!name) return [];
      return {
        id: row.receipt_id,
        name,
        figure: row.figure,
        month: row.figure === 'earned' ? row.about : null,
        days: row.days,
        amount: toEuros(row.amount_cents),
        events: row.events,
        log: origin.slice(origin.indexOf('/')),
        countedAt: row.counted_at.toISOString(),
        sharedAt: row.shared_at.toISOString(),
      };
    });
  }
}
