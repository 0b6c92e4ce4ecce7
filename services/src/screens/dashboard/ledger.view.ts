import { Inject, Injectable } from '@nestjs/common';
import { ledgerKinds, type LedgerView, type Sealed, toEuros, toPercent } from '@framelift/contracts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { pageOf } from '../../http/list-query.ts';
import type { Pool } from '../../platform/pg.ts';
import { ownSql } from '../affiliate-sums.ts';
import { csvOf } from '../../platform/csv.ts';
import { TermsHistory } from '../terms-history.ts';
import type { TierNames } from './notifications.view.ts';
import type { DashboardRow } from './dashboard.projection.ts';
import { POOL } from '../../platform/tokens.ts';

export interface LedgerQuery {
  /** Behind this position. */
  after?: number;
  limit?: number;
  kind?: string;
  /** ISO 8601, both included. */
  from?: string;
  to?: string;
}

/** Every cent of a balance, down to the events that made it. */
@Injectable()
export class Ledgers {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly terms: TermsHistory,
    private readonly vault: Vault,
  ) {}

  async read(affiliateId: string, wanted: LedgerQuery): Promise<LedgerView> {
    const { after, limit, kind, from, to } = wanted;
    // One statement, so that entries and balance are of one moment. Balances are counted back from what is on the account now: a page
    // reads no older entries than its own.
    const { rows: read } = await this.pool.query<{
      balance: number | null;
      entries: (DashboardRow<'ledger'> & { balance_cents: number; under_review: boolean; review_reason: Sealed | null })[];
    }>({
      name: 'ledger.page',
      text: `with page as materialized (
           select * from dashboard.ledger
           where affiliate_id = $1 and position < $2 and ($3::text is null or kind = $3)
             and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at <= $5)
           order by position desc limit $6),
         newer as (
           select position, sum(cents) over (order by position desc) - cents as cents from dashboard.ledger
           where affiliate_id = $1 and position >= (select min(position) from page)),
         now as (
           select ${ownSql} as cents from dashboard.totals where affiliate_id = $1),
         entries as (
           select page.*, now.cents - newer.cents as balance_cents, coalesce(s.under_review, c.under_review, false) as under_review,
             coalesce(s.review_reason, c.review_reason) as review_reason
           from page join newer using (position) cross join now
             left join dashboard.sales s on page.kind = 'sale' and s.affiliate_id = page.affiliate_id and s.invoice = page.about
             left join dashboard.cashouts c on page.kind = 'cashoutRequested' and c.cashout_id = page.about
           order by position desc)
         select (select cents from now) as balance, (select coalesce(json_agg(entries), '[]') from entries) as entries`,
      values: [
        affiliateId,
        after ?? Number.MAX_SAFE_INTEGER,
        kind ?? null,
        from ?? null,
        to ?? null,
        limit === undefined ? null : limit + 1,
      ],
    });
    const { balance, entries: rows } = read[0]!;
    const { tierNames } = await this.terms.inForce();
    const page = pageOf(rows, limit ?? Infinity, (l) => [l.position]);
    const written = await this.vault.open(page.rows.map((l) => (l.under_review ? l.review_reason : l.reason)));
    return {
      entries: page.rows.map((l, i) => ({
        position: l.position,
        recordedAt: new Date(l.at).toISOString(),
        kind: l.kind,
        amount: toEuros(l.cents),
        balance: toEuros(l.balance_cents),
        reason: [
          l.under_review ? `${reasonOf(l, tierNames)}, under review` : reasonOf(l, tierNames),
          ...(typeof written[i] === 'string' ? [written[i]] : []),
        ].join(': '),
        availableAt: l.available_at && new Date(l.available_at).toISOString(),
        product: l.product,
      })),
      balance: toEuros(balance ?? 0),
      next: page.next,
    };
  }

  /** The same entries as comma-separated values (RFC 4180), oldest first. */
  async csv(affiliateId: string, query: LedgerQuery): Promise<string> {
    const { entries } = await this.read(affiliateId, query);
    return csvOf(columns, entries.toReversed());
  }
}

const columns = ['position', 'recordedAt', 'kind', 'amount', 'balance', 'reason', 'availableAt', 'product'] as const;

/** Rates that are of no tier. */
const fixedRates: Readonly<Record<string, string>> = { own: 'own rate', product: 'product’s rate' };

/** The reason of an entry. */
export const reasonOf = (l: Pick<DashboardRow<'ledger'>, 'kind' | 'about' | 'bps' | 'rate_from'>, names: TierNames): string => {
  const from = fixedRates[l.rate_from ?? ''] ?? `${(names[l.rate_from ?? ''] ?? l.rate_from)?.toLowerCase()} tier`;
  return ledgerKinds[l.kind].why.replace('{rate}', `${toPercent(l.bps ?? 0)}% (${from})`).replace('{about}', l.about ?? '');
};
