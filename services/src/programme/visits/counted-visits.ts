import { Inject, Injectable } from '@nestjs/common';
import { MINUTE_MS, rules } from '@framelift/contracts';
import { batched } from '../../platform/batched.ts';
import { Every } from '../../platform/jobs.ts';
import { hasCome } from '../../platform/moments.ts';
import type { Pool } from '../../platform/pg.ts';
import { POOL } from '../../platform/tokens.ts';

/** A visit, with keyed hashes for its identity and its limits. */
interface VisitToCount {
  visit: string;
  /** A UUID. */
  visitId: string;
  /** ISO 8601 UTC. */
  at: string;
  byVisitor: string;
  byAddress: string;
}

/** The visit's id: its own, or that of an equal earlier one. */
interface Verdict {
  visitId: string | null;
}

/** Well above the time in which a repeat is dropped. */
const RECENT = '1 minute';

/** How far the clocks of our processes may differ; a later moment comes from a clock that is ahead. */
const SKEW = '10 seconds';

/** An equal visit that another process counted meanwhile is the first, unless it is long ago. */
const OVER = `(r.counted_at <= excluded.counted_at - $6::int * interval '1 millisecond' or r.counted_at > excluded.counted_at + interval '${SKEW}')`;

const isOver = (lasts: string): string => hasCome('b.ends_at', `(excluded.ends_at - interval '${lasts}')`, `${lasts} ${SKEW}`);

/** Adds visits to a limit's count, or starts again once its time is over. */
const bounded = (bound: string, from: string, lasts: string): string =>
  `insert into visits.bounds as b (bound, counted, ends_at)
     select ${bound}, count(*), max(at) + interval '${lasts}' from ${from} group by ${bound} order by ${bound}
   on conflict (bound) do update set
     counted = excluded.counted + case when ${isOver(lasts)} then 0 else b.counted end,
     ends_at = case when ${isOver(lasts)} then excluded.ends_at else b.ends_at end
   returning bound, counted`;

/** Every step locks rows in one order, so processes never deadlock. An exhausted address writes nothing more, so tables stay small. */
const COUNT = `
  with asked as (select * from unnest($1::text[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[]) with ordinality
      as asked (visit, visit_id, at, by_visitor, by_address, n)),
    repeats as (select visit, recent.visit_id from asked join visits.recent using (visit)
      where counted_at > at - $6::int * interval '1 millisecond' and counted_at <= at + interval '${SKEW}'),
    fresh as (select *, row_number() over visitor as nth, count(*) over (partition by by_visitor) as want from asked
      where not exists (select from repeats where repeats.visit = asked.visit)
        and not exists (select from visits.bounds where bound = by_address and counted >= $8 and not ${hasCome('ends_at', 'at', `1 hour ${SKEW}`)})
      window visitor as (partition by by_visitor order by n)),
    visitors as (${bounded('by_visitor', 'fresh', '1 minute')}),
    allowed as (select visit, visit_id, at, by_address, row_number() over address as nth, count(*) over (partition by by_address) as want
      from fresh join visitors on bound = by_visitor where counted - want + nth <= $7
      window address as (partition by by_address order by n)),
    addresses as (${bounded('by_address', 'allowed', '1 hour')}),
    written as (
      insert into visits.recent as r (visit, visit_id, counted_at)
        select visit, visit_id, at from allowed join addresses on bound = by_address where counted - want + nth <= $8 order by visit
      on conflict (visit) do update set
        visit_id = case when ${OVER} then excluded.visit_id else r.visit_id end,
        counted_at = case when ${OVER} then excluded.counted_at else r.counted_at end
      returning visit, visit_id)
  select visit, visit_id as "visitId" from repeats union all select visit, visit_id from written`;

/** Which visits count: no immediate repeats, and within the limits, across all processes. */
@Injectable()
export class CountedVisits {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Undefined: too many were recently counted for the visitor or the address. */
  readonly count = batched((visits: readonly VisitToCount[]) => this.countAll(visits));

  /** Counts only the first of concurrent identical visits. */
  private async countAll(visits: readonly VisitToCount[]): Promise<(Verdict | undefined)[]> {
    const firsts = new Map<string, VisitToCount>();
    for (const visit of visits) if (!firsts.has(visit.visit)) firsts.set(visit.visit, visit);
    const pending = [...firsts.values()];
    const { rows } = await this.pool.query<Verdict & { visit: string }>({
      name: 'visits.count',
      text: COUNT,
      values: [
        pending.map((v) => v.visit),
        pending.map((v) => v.visitId),
        pending.map((v) => v.at),
        pending.map((v) => v.byVisitor),
        pending.map((v) => v.byAddress),
        rules.visitRepeat,
        rules.visitsPerMinute,
        rules.visitsPerAddressHour,
      ],
    });
    const verdicts = new Map(rows.map((row) => [row.visit, row]));
    return visits.map(({ visit }) => verdicts.get(visit));
  }

  /** Deletes rows that have expired at `now` (ms). */
  @Every(MINUTE_MS, 'deletes recent visits and their limits')
  async forget(now: number): Promise<void> {
    await this.pool.query('delete from visits.recent where counted_at < $1::timestamptz - $2::interval', [new Date(now), RECENT]);
    await this.pool.query('delete from visits.bounds where ends_at < $1', [new Date(now)]);
  }
}
