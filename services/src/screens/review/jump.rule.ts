import { DAY_MS, euros, signalLimits, type Stored } from '@framelift/contracts';
import { bigint, cents, date, type RowOf } from '../../engine/projecting/columns.ts';
import { signalRule } from './signal-rule.ts';

const { jumpCents, jumpTimes } = signalLimits;

export const jumpColumns = {
  first_day: date.nullable(),
  /** The last day (UTC) with a sale, what it earned, and what all days before it did. */
  last_day: date.nullable(),
  day_cents: cents(0),
  before_cents: cents(0),
  /** The last day that was far above the usual one. */
  jump_day: date.nullable(),
  jump_cents: cents(0),
  usual_cents: cents(0),
  jump_position: bigint(0),
};
type Row = RowOf<typeof jumpColumns>;

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

export const countDay = <R extends Row>(row: R, { position, data }: { position: number; data: Stored<'SaleRecorded'> }): R => {
  const day = data.soldAt.slice(0, 10);
  // News of an earlier day: it no longer is the day that jumps.
  if (row.last_day !== null && day < row.last_day) return { ...row, before_cents: row.before_cents + data.commissionCents };
  const isNext = day !== row.last_day;
  const before_cents = row.before_cents + (isNext ? row.day_cents : 0);
  const day_cents = (isNext ? 0 : row.day_cents) + data.commissionCents;
  const first_day = row.first_day ?? day;
  const usual_cents = Math.floor(before_cents / Math.max(1, daysBetween(first_day, day)));
  const isJump = day_cents >= jumpCents && day_cents > jumpTimes * usual_cents;
  const jump = isJump ? { jump_day: day, jump_cents: day_cents, usual_cents, jump_position: position } : {};
  return { ...row, first_day, last_day: day, before_cents, day_cents, ...jump };
};

export const foundJumps = 'jump_day is not null';

/** Stolen cards are used up in a day. */
export const jump = signalRule<{ cents: number; usual: number; day: string }>({
  name: 'jump',
  finds: `select 'affiliate' as of, h.affiliate_id as about, h.affiliate_id, h.jump_position as position,
      h.jump_day::timestamp at time zone 'UTC' as at, true as alarm,
      jsonb_build_object('cents', h.jump_cents, 'usual', h.usual_cents, 'day', h.jump_day) as evidence
    from review.habits h where ${foundJumps}`,
  says: ({ cents, usual, day }) => `Earned ${euros(cents)} on ${day}; a usual day before it earned ${euros(usual)}`,
});
