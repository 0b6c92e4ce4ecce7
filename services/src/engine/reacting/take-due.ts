import { isDue } from './claimed.ts';

/** Intents of one receiver claimed before others get a turn. */
export const PER_RECEIVER = 4;
/** How many of a receiver's oldest intents are read first. */
const OLDEST = 64;
/** How many of a receiver's queues are read if the oldest intents are not enough. */
const QUEUES = 1_024;

/** SQL: every receiver with a pending intent, along an index. */
const receivers = (intents: string): string => `receivers as (
      (select receiver from ${intents} where done_at is null order by receiver limit 1)
      union all
      select (select receiver from ${intents} where done_at is null and receiver > r.receiver order by receiver limit 1)
      from receivers r where r.receiver is not null)`;

/** SQL: selects the position of the newest pending intent; 0: there is none. */
export const newestSql = (intents: string): string => `
    with recursive ${receivers(intents)}
    select coalesce(max(n.position), 0) as position from receivers r cross join lateral (
      select position from ${intents} where done_at is null and receiver = r.receiver order by position desc limit 1) n`;

/**
 * SQL: selects the first of each queue that is due: `skip locked` alone would let the second of a queue pass the first. Receivers are
 * looked at one by one along an index: the oldest of each, and where those are not enough the first of each of its queues; never the whole
 * backlog. $5 receivers to pass over, $6 kind → queue, $7 the last position whose events may cause something outside.
 */
export function dueSql(intents: string): string {
  const waiting = `(select * from ${intents} where done_at is null and receiver = r.receiver)`;
  const firstOfQueue = `rank() over (partition by subject, coalesce($6::jsonb ->> kind, kind) order by position) = 1`;
  return `
    with recursive ${receivers(intents)},
    firsts as materialized (
      select f.* from receivers r cross join lateral (
        with recursive oldest as materialized (select * from ${waiting} w order by position limit ${OLDEST}),
        first_of_kind as (
          (select * from ${waiting} w order by subject, kind, position limit 1)
          union all
          select n.* from first_of_kind k cross join lateral (
            select * from ${waiting} w where (subject, kind) > (k.subject, k.kind) order by subject, kind, position limit 1) n)
        (select position, receiver, kind from (select *, ${firstOfQueue} as is_first from oldest) o
         where is_first and position <= $7 and ${isDue('o')} order by position limit ${PER_RECEIVER})
        union all
        (select position, receiver, kind from (
           select k.*, ${firstOfQueue} as is_first from (select * from first_of_kind limit ${QUEUES}) k
           where (select count(*) from oldest) = ${OLDEST}) o
         where is_first and position <= $7 and position > (select max(position) from oldest) and ${isDue('o')} order by position limit ${PER_RECEIVER})
        limit ${PER_RECEIVER}) f
      where r.receiver <> all($5::text[]))
    select position, receiver, kind, l.next_at from firsts join ${intents} l using (position, receiver, kind)
    -- Asked of the locked row again: another process may have taken or ended it meanwhile.
    where l.done_at is null and ${isDue('l')} order by position`;
}
