import { refusals } from '@framelift/contracts';
import { type Cursor, type ListQuery, pageOf } from '../http/list-query.ts';
import type { Pool } from '../platform/pg.ts';
import { Refused } from '../platform/refused.ts';

/** How the value a page ended with is written into its cursor, and read from a parameter. A time is written in whole microseconds. */
const sortTypes = {
  text: { written: (by: string) => by, read: (parameter: string) => `${parameter}::text` },
  bigint: { written: (by: string) => by, read: (parameter: string) => `${parameter}::bigint` },
  timestamptz: {
    written: (by: string) => `(extract(epoch from ${by}) * 1000000)::bigint`,
    read: (parameter: string) => `timestamptz 'epoch' + ${parameter}::bigint * interval '1 microsecond'`,
  },
};
type SortType = keyof typeof sortTypes;

/** A list with named sorts and pages. */
export interface Listing {
  /** Columns of the answer. */
  select: string;
  from: string;
  where: string[];
  values: unknown[];
  /** Texts that `search` looks into. */
  searched: string[];
  /** Name → SQL expression (never null) and its type. A page begins behind the last one's value and id. */
  sorts: Record<string, { by: string; type: SortType }>;
  /** What breaks ties: a unique text. */
  id: string;
  /** The default sort of a list, e.g. `-createdAt`. */
  defaultSort: string;
}

export async function readPage<R>(pool: Pool, listing: Listing, wanted: ListQuery): Promise<{ rows: R[]; next: string | null }> {
  const { by, type, down } = sortOf(listing, wanted.sort ?? listing.defaultSort);
  const values = [...listing.values];
  const value = (v: unknown) => `$${values.push(v)}`;
  const where = [...listing.where];
  if (wanted.search !== undefined) {
    const like = value(`%${wanted.search.replace(/[\\%_]/g, '\\$&')}%`);
    where.push(`(${listing.searched.map((s) => `folded(${s}) like folded(${like}::text)`).join(' or ')})`);
  }
  if (wanted.after) {
    const [last, id] = sortedCursor(wanted.after, type);
    where.push(`(${by}, ${listing.id}) ${down ? '<' : '>'} (${sortTypes[type].read(value(last))}, ${value(id)}::text)`);
  }
  const order = down ? 'desc' : 'asc';
  const { rows } = await pool.query<R & { sorted: string | number; sorted_id: string }>(
    `select ${listing.select}, ${sortTypes[type].written(by)} as sorted, ${listing.id} as sorted_id from ${listing.from}
     ${where.length ? `where ${where.join(' and ')}` : ''}
     order by ${by} ${order}, ${listing.id} ${order} limit ${wanted.limit + 1}`,
    values,
  );
  return pageOf(rows, wanted.limit, (last) => [last.sorted, last.sorted_id]);
}

function sortOf({ sorts }: Listing, sort: string) {
  const down = sort.startsWith('-');
  const name = down ? sort.slice(1) : sort;
  if (!Object.hasOwn(sorts, name)) throw new Refused(refusals.badRequest);
  return { ...sorts[name]!, down };
}

function sortedCursor([last, id, ...rest]: Cursor, type: SortType): [string | number, string] {
  const isOfType = typeof last === (type === 'text' ? 'string' : 'number');
  if (last === undefined || !isOfType || typeof id !== 'string' || rest.length) throw new Refused(refusals.otherCursor);
  return [last, id];
}
