import { Inject, Injectable } from '@nestjs/common';
import {
  type ReviewDecision,
  type Reviewed,
  type ReviewItemView,
  type ReviewState,
  type ReviewView,
  type Sealed,
  toEuros,
} from '@framelift/contracts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import type { ListQuery } from '../../http/list-query.ts';
import type { Pool } from '../../platform/pg.ts';
import { POOL } from '../../platform/tokens.ts';
import type { Waiting } from '../../platform/waiting.ts';
import { type Listing, readPage } from '../listing.ts';
import { joinAccount, nameOf } from '../names.ts';
import { OPEN_SIGNALS, type Signal, SIGNAL_JSON, SIGNALS, signalView } from './review.tables.ts';

type Counts = ReviewView['open'];
interface ItemRow extends Counts {
  subject: string;
  of: Reviewed;
  about: string;
  affiliate_id: string;
  username: string;
  amount_cents: number | null;
  signals: Signal[];
  position: number;
  held: boolean;
  decision: ReviewDecision | null;
  reason: Sealed | null;
  internal_note: Sealed | null;
  decided_at: Date | null;
  decider: string;
}

const signals = `jsonb_agg(${SIGNAL_JSON} order by s.alarm desc, s.position desc)`;
/** What waits, by what it is about. */
const waiting = `select s.subject, s.of, s.about, s.affiliate_id, greatest(max(s.position), max(d.position)) as position, bool_or(s.alarm) as alarm, ${signals} as signals
  from (${OPEN_SIGNALS}) s left join review.decisions d on d.subject = s.subject group by s.subject, s.of, s.about, s.affiliate_id`;
const howMany = `count(*) filter (where alarm)::int as alarms, count(*) filter (where not alarm)::int as notes`;
/** Counted with the page: to find what waits is what takes its time. */
const open = `with waiting as materialized (${waiting}) select w.*, c.* from waiting w cross join (select ${howMany} from waiting) c`;
/** Past decisions, with their signals. */
const decided = `select d.subject, d.of, d.about, d.affiliate_id, greatest(d.position, d.up_to) as position, d.held as alarm,
    coalesce((select ${signals} from (${SIGNALS}) s where s.of = d.of and s.about = d.about), '[]') as signals
  from review.decisions d`;
/** Joins the cashout `c` or the sale `v` that an item is about. */
const amountsOf = (item: string): string => `left join review.cashouts c on ${item}.of = 'cashout' and c.cashout_id = ${item}.about
        left join review.sales v on ${item}.of = 'sale' and v.invoice = ${item}.about`;
/** Affiliates with an alarm first, then by the euros at stake in all items of an affiliate. */
const byStake = (list: string): string => `select i.*, coalesce(c.amount_cents, v.commission_cents) as amount_cents,
    (bool_or(i.alarm) over theirs)::int::bigint << 52 | coalesce(sum(coalesce(c.amount_cents, v.commission_cents)) over theirs, 0)::bigint as urgency
  from (${list}) i ${amountsOf('i')} window theirs as (partition by i.affiliate_id)`;
const lists: Record<ReviewState, string> = {
  open: byStake(open),
  held: byStake(`${decided} where d.held`),
  decided: `select i.*, coalesce(c.amount_cents, v.commission_cents) as amount_cents, i.position as urgency from (${decided}) i ${amountsOf('i')}`,
};

/** The queue of signals (docs/rules.md#27-review). */
@Injectable()
export class Reviews {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly vault: Vault,
  ) {}

  /** What has an alarm, with the commissions and cashouts at stake. */
  async waiting(): Promise<Waiting> {
    const { rows } = await this.pool.query<Waiting>(
      `select count(*)::int as count, sum(coalesce(c.amount_cents, v.commission_cents))::bigint as "amountCents", min(a.at) as "oldestAt"
       from (select s.subject, s.of, s.about, min(s.at) filter (where s.alarm) as at from (${OPEN_SIGNALS}) s
         group by s.subject, s.of, s.about having bool_or(s.alarm)) a
       ${amountsOf('a')}`,
    );
    return rows[0]!;
  }

  async list(state: ReviewState, wanted: ListQuery): Promise<ReviewView> {
    const listing: Listing = {
      select: `i.*, ${nameOf('n', 'i.affiliate_id')} as username,
        coalesce(d.held, false) as held, d.decision, d.reason, d.internal_note, d.decided_at, ${nameOf('x', 'd.decided_by', 'operator')} as decider`,
      from: `(${lists[state]}) i left join review.decisions d on d.subject = i.subject
        ${joinAccount('n', 'i.affiliate_id')} ${joinAccount('x', 'd.decided_by')}`,
      where: [],
      values: [],
      searched: [],
      sorts: { urgency: { by: 'i.urgency', type: 'bigint' } },
      // An affiliate's are beside each other.
      id: `i.affiliate_id || ' ' || i.subject`,
      defaultSort: '-urgency',
    };
    const [page, counted] = await Promise.all([
      readPage<ItemRow>(this.pool, listing, { after: wanted.after, limit: wanted.limit }),
      state === 'open' ? undefined : this.count(),
    ]);
    const written = await this.vault.open(page.rows.flatMap(({ reason, internal_note }) => [reason, internal_note]));
    const { alarms, notes } = counted ?? page.rows[0] ?? (await this.count());
    return {
      items: page.rows.map((row, i) => itemView(row, written[2 * i], written[2 * i + 1])),
      open: { alarms, notes },
      next: page.next,
    };
  }

  private async count(): Promise<Counts> {
    return (await this.pool.query<Counts>(`select ${howMany} from (${waiting}) w`)).rows[0]!;
  }
}

const itemView = (row: ItemRow, reason: unknown, note: unknown): ReviewItemView => ({
  id: row.subject,
  kind: row.of,
  about: row.about,
  affiliate: { id: row.affiliate_id, username: row.username },
  amount: row.amount_cents === null ? null : toEuros(row.amount_cents),
  signals: row.signals.map(signalView),
  position: row.position,
  held: row.held,
  decision: row.decision && {
    decision: row.decision,
    reason: typeof reason === 'string' ? reason : null,
    internalNote: typeof note === 'string' ? note : null,
    decidedAt: row.decided_at!.toISOString(),
    by: row.decider,
  },
});
