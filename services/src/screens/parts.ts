import { Inject, Injectable } from '@nestjs/common';
import { type Measures, noMeasures, type PartKind, partKinds } from '@framelift/contracts';
import { EVENTS } from '../engine/log/event.ts';
import type { Pool } from '../platform/pg.ts';
import { POOL } from '../platform/tokens.ts';
import type { DashboardRow } from './dashboard/dashboard.projection.ts';
import { ownSql } from './affiliate-sums.ts';
import { columnOf, SHIFTS, STORED } from './dashboard/parts.table.ts';
import { PART_SUMS, PARTS, PROGRAMME_SUMS, TOTALS } from './dashboard/dashboard.tables.ts';

/** The parts of an account, those about one sale or cashout, or all. */
export type Scope = { affiliateId: string } | { about: string } | 'all';

/** Sums over the parts of a kind. */
export interface KindSum {
  kind: PartKind;
  count: number;
  adds: Measures;
  /** No part before this position has something on hold. */
  heldFrom: number;
}
export type PartRow = DashboardRow<'parts'>;

/** What a part adds. */
export const measuresOf = (row: PartRow): Measures => ({
  ...noMeasures,
  ...Object.fromEntries(STORED.map((measure) => [measure, row[columnOf(measure) as keyof PartRow]])),
});

interface Wanted {
  kinds: readonly string[];
  /** Positions: `from` included, `before` not. */
  from?: number;
  before: number;
  /** Times (ISO 8601), both included. */
  since?: string | undefined;
  until?: string | undefined;
  /** Only what is on hold then. */
  heldAt?: string | undefined;
  limit?: number | undefined;
}

const KINDS = Object.keys(partKinds);
const columns = STORED.map(columnOf).join(', ');
const sums = STORED.map((m) => {
  const counted = m === 'heldCents' ? ' filter (where until > $3)' : '';
  return `coalesce(sum(${columnOf(m)})${counted}, 0)::bigint as "${m}"`;
}).join(', ');

const ofParts = `kind, until, position as start, 1 as count, ${columns}, 0 as clicks from ${PARTS}`;
/** Finds parts by the primary key, which has the kind before the position. */
const partsFrom = (first: string, whose = '') =>
  `select p.* from unnest($1::text[]) k (name)
   cross join lateral (select ${ofParts} where ${whose} kind = k.name and position >= ${first} and position < $2) p`;

/** The blocks of an account before the one that position $2 is in; of that one, the parts. */
const accountFound = (id: string) => {
  const last = `(select max(block) from ${PART_SUMS} where affiliate_id = ${id} and first < $2)`;
  return `select kind, until, first as start, count, ${columns}, 0 as clicks from ${PART_SUMS} where affiliate_id = ${id} and block < ${last}
    union all ${partsFrom(`(select min(first) from ${PART_SUMS} where affiliate_id = ${id} and block = ${last})`, `affiliate_id = ${id} and`)}`;
};

/** Whole blocks of the log before position $2, the largest first; of the last one, the parts. */
const blocks = SHIFTS.map((shift, i) => {
  const above = SHIFTS[i - 1];
  const first = above === undefined ? '0' : `(($2::bigint >> ${above}) << ${above - shift})`;
  return `select kind, '' as until, 0::bigint as start, count, ${columns}, clicks from ${PROGRAMME_SUMS}
    where shift = ${shift} and block >= ${first} and block < ($2::bigint >> ${shift})`;
});
const SMALLEST = SHIFTS.at(-1)!;
const START = `(($2::bigint >> ${SMALLEST}) << ${SMALLEST})`;
const visits = `select 'visit', '', 0, count(*), ${STORED.map(() => '0').join(', ')}, count(*)
  from ${EVENTS} where type = 'VisitTracked' and position >= ${START} and position < $2`;

const found = {
  account: accountFound('$4'),
  about: `select ${ofParts} where about = $4 and kind = any($1) and position < $2`,
  all: `${blocks.join(' union all ')} union all ${partsFrom(START, '$4::text is null and')} union all ${visits}`,
};
const whose = { account: 'affiliate_id = $1', about: 'about = $1', all: '$1::text is null' };

const sourceOf = (scope: Scope) =>
  scope === 'all'
    ? (['all', null] as const)
    : 'about' in scope
      ? (['about', scope.about] as const)
      : (['account', scope.affiliateId] as const);

/** Reads parts of figures, and their sums up to any position: index look-ups, however many parts there are. */
@Injectable()
export class Parts {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Sums by kind of the parts before a position; what is on hold counts while its hold lasts at `now` (ISO 8601). */
  async sums(scope: Scope, before: number, now: string): Promise<KindSum[]> {
    const [source, id] = sourceOf(scope);
    const { rows } = await this.pool.query<Omit<KindSum, 'adds'> & Measures>({
      name: `parts.sums.${source}`,
      text: `select kind, sum(count)::bigint as count, ${sums}, sum(clicks)::bigint as clicks,
               coalesce(min(start) filter (where until > $3), $2) as "heldFrom"
             from (${found[source]}) found group by kind having sum(count) > 0 order by kind`,
      values: [KINDS, before, now, id],
    });
    return rows.map(({ kind, count, heldFrom, ...adds }) => ({ kind, count, heldFrom, adds: { ...noMeasures, ...adds } }));
  }

  /** The newest first. */
  async page(scope: Scope, { kinds, from = 0, before, since, until, heldAt, limit }: Wanted): Promise<PartRow[]> {
    const [source, id] = sourceOf(scope);
    const { rows } = await this.pool.query<PartRow>({
      name: `parts.page.${source}`,
      text: `select p.* from unnest($2::text[]) k (name) cross join lateral (
               select * from ${PARTS} where ${whose[source]} and kind = k.name and position >= $3 and position < $4
                 and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at <= $6)
                 and ($7::text is null or until > $7)
               order by position desc limit $8) p
             order by position desc limit $8`,
      values: [id, kinds, from, before, since ?? null, until ?? null, heldAt ?? null, limit ?? null],
    });
    return rows;
  }

  /** What each account that was below zero just before a position owes, the highest first. */
  async debts(before: number): Promise<{ affiliateId: string; cents: number }[]> {
    const { rows } = await this.pool.query<{ affiliateId: string; cents: number }>({
      name: 'parts.debts',
      text: `select affiliate_id as "affiliateId", cents from (
               select t.affiliate_id, -own.cents as cents
               from (select affiliate_id from ${TOTALS} where lowest_cents < 0) t
               cross join lateral (select coalesce(sum(${ownSql}), 0)::bigint as cents from (${accountFound('t.affiliate_id')}) f) own
             ) d where cents > 0 order by cents desc, affiliate_id`,
      values: [KINDS, before],
    });
    return rows;
  }

  /** Blocks (of the smallest size) with visits, up to that of a position, the newest first. */
  async visitedBlocks(position: number): Promise<{ first: number; last: number }[]> {
    const { rows } = await this.pool.query<{ first: number; last: number }>(
      `select distinct block::bigint << ${SMALLEST} as first, ((block::bigint + 1) << ${SMALLEST}) - 1 as last from ${PROGRAMME_SUMS}
       where shift = ${SMALLEST} and kind = 'visit' and block <= ($1::bigint >> ${SMALLEST}) order by first desc`,
      [position],
    );
    return rows;
  }
}
