import { Inject, Injectable } from '@nestjs/common';
import { type LedgerKind, ledgerKinds, type LedgerView, ownCents, type Sealed, toEuros } from '@framelift/contracts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { pageOf } from '../../http/list-query.ts';
import type { Pool } from '../../platform/pg.ts';
import { ownSql } from '../affiliate-sums.ts';
import { csvOf } from '../../platform/csv.ts';
import { TermsHistory } from '../terms-history.ts';
import { reasonOf } from '../part-words.ts';
import { measuresOf, type PartRow, Parts } from '../parts.ts';
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
    private readonly parts: Parts,
    private readonly terms: TermsHistory,
    private readonly vault: Vault,
  ) {}

  /** As of a position that the read model has reached. */
  async read(affiliateId: string, position: number, { after, limit, kind, from, to }: LedgerQuery): Promise<LedgerView> {
    const scope = { affiliateId };
    const before = Math.min(after ?? Infinity, position + 1);
    const kinds = kind === undefined ? KINDS : KINDS.filter((name) => name === kind);
    const [read, balance, { tierNames }] = await Promise.all([
      this.parts.page(scope, { kinds, before, since: from, until: to, limit: limit && limit + 1 }),
      this.account(affiliateId, position),
      this.terms.inForce(),
    ]);
    const page = pageOf(read, limit ?? Infinity, (l) => [l.position]);
    const [balances, reviews] = await Promise.all([this.balances(affiliateId, page.rows), this.reviews(affiliateId, page.rows)]);
    const reviewOf = ({ kind, about }: PartRow) => (kind === 'sale' || kind === 'cashoutRequested' ? reviews.get(about) : undefined);
    const written = await this.vault.open(page.rows.map((l) => (reviewOf(l) === undefined ? l.reason : reviewOf(l))));
    return {
      entries: page.rows.map((l, i) => ({
        position: l.position,
        recordedAt: new Date(l.at).toISOString(),
        kind: l.kind as LedgerKind,
        amount: toEuros(ownCents(measuresOf(l))),
        balance: toEuros(balances.get(l.position)!),
        reason: [
          reviewOf(l) !== undefined ? `${reasonOf(l, tierNames)}, under review` : reasonOf(l, tierNames),
          ...(typeof written[i] === 'string' ? [written[i]] : []),
        ].join(': '),
        availableAt: l.held_cents > 0 ? l.until : null,
        product: l.product,
      })),
      balance: toEuros(balance),
      next: page.next,
    };
  }

  /** The same entries as comma-separated values (RFC 4180), oldest first. */
  async csv(affiliateId: string, position: number, query: LedgerQuery): Promise<string> {
    const { entries } = await this.read(affiliateId, position, query);
    return csvOf(columns, entries.toReversed());
  }

  /** What is on the account as of a position, signed. */
  async account(affiliateId: string, position: number): Promise<number> {
    const sums = await this.parts.sums({ affiliateId }, position + 1, '');
    return sums.reduce((cents, { adds }) => cents + ownCents(adds), 0);
  }

  /** What was on the account after each of these entries, the newest first; entries of other kinds are between them. */
  private async balances(affiliateId: string, entries: readonly PartRow[]): Promise<Map<number, number>> {
    const [newest, oldest] = [entries[0], entries.at(-1)];
    if (!newest || !oldest) return new Map();
    const [last, { rows }] = await Promise.all([
      this.account(affiliateId, newest.position),
      this.pool.query<{ position: number; newer: number }>(
        `select position, (sum(${ownSql}) over (order by position desc) - ${ownSql})::bigint as newer from dashboard.parts
         where affiliate_id = $1 and kind = any($2) and position between $3 and $4`,
        [affiliateId, KINDS, oldest.position, newest.position],
      ),
    ]);
    return new Map(rows.map(({ position, newer }) => [position, last - newer]));
  }

  /** What an admin wrote about each sale and cashout among these entries that is under review, by its id. */
  private async reviews(affiliateId: string, entries: readonly PartRow[]): Promise<Map<string | null, Sealed | null>> {
    const abouts = entries.flatMap(({ kind, about }) => (about && (kind === 'sale' || kind === 'cashoutRequested') ? [about] : []));
    if (!abouts.length) return new Map();
    const { rows } = await this.pool.query<{ about: string; reason: Sealed | null }>(
      `select invoice as about, review_reason as reason from dashboard.sales where affiliate_id = $1 and invoice = any($2) and under_review
       union all select cashout_id, review_reason from dashboard.cashouts where cashout_id = any($2) and under_review`,
      [affiliateId, abouts],
    );
    return new Map(rows.map(({ about, reason }) => [about, reason]));
  }
}

const KINDS = Object.keys(ledgerKinds);
const columns = ['position', 'recordedAt', 'kind', 'amount', 'balance', 'reason', 'availableAt', 'product'] as const;
