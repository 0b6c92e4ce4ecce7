import type { Pool } from '../../platform/pg.ts';
import { refusals } from '@framelift/contracts';
import { Refused } from '../../platform/refused.ts';

/** What a list was asked for. Without `limit` it answers everything. `sort` is a name of the listing's, with `-` to turn it round. */
export interface Asked {
  after?: string;
  limit?: number;
  search?: string;
  sort?: string;
}

const MOST = 500;

/** Reads the query of a list. @throws Refused */
export function parseListQuery(query: Record<string, unknown>, limit?: number): Asked {
  const asked: Asked = { after: textOf(query, 'after'), search: textOf(query, 'search'), sort: textOf(query, 'sort'), limit };
  const said = textOf(query, 'limit');
  if (said !== undefined) {
    asked.limit = Number(said);
    if (!Number.isInteger(asked.limit) || asked.limit < 1 || asked.limit > MOST) throw new Refused(refusals.badRequest);
  }
  return asked;
}

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

/** A list that can be sorted by what it names and asked for page by page. */
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
  /** The sort of a list that was asked for none, e.g. `-createdAt`. */
  usual: string;
}

export interface Page<R> {
  rows: R[];
  /** Undefined without a limit, null at the end. */
  next?: string | null;
}

export async function readPage<R>(pool: Pool, listing: Listing, asked: Asked): Promise<Page<R>> {
  const { by, type, down } = sortOf(listing, asked.sort ?? listing.usual);
  const values = [...listing.values];
  const value = (v: unknown) => `$${values.push(v)}`;
  const where = [...listing.where];
  if (asked.search !== undefined) {
    const like = value(`%${asked.search.replace(/[\\%_]/g, '\\$&')}%`);
    where.push(`(${listing.searched.map((s) => `${s} ilike ${like}::text`).join(' or ')})`);
  }
  if (asked.after !== undefined) {
    const [last, id] = readCursor(asked.after, type);
    where.push(`(${by}, ${listing.id}) ${down ? '<' : '>'} (${sortTypes[type].read(value(last))}, ${value(id)}::text)`);
  }
  const order = down ? 'desc' : 'asc';
  const { rows } = await pool.query<R & { sorted: string | number; sorted_id: string }>(
    `select ${listing.select}, ${sortTypes[type].written(by)} as sorted, ${listing.id} as sorted_id from ${listing.from}
     ${where.length ? `where ${where.join(' and ')}` : ''}
     order by ${by} ${order}, ${listing.id} ${order} ${asked.limit ? `limit ${asked.limit + 1}` : ''}`,
    values,
  );
  if (!asked.limit) return { rows };
  const page = rows.slice(0, asked.limit);
  const last = page.at(-1);
  return { rows: page, next: rows.length > page.length ? cursor([last!.sorted, last!.sorted_id]) : null };
}

function sortOf({ sorts }: Listing, sort: string) {
  const down = sort.startsWith('-');
  const name = down ? sort.slice(1) : sort;
  if (!Object.hasOwn(sorts, name)) throw new Refused(refusals.badRequest);
  return { ...sorts[name]!, down };
}

const cursor = (values: unknown[]): string => Buffer.from(JSON.stringify(values)).toString('base64url');

function readCursor(text: string, type: SortType): [unknown, string] {
  try {
    const [last, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof id === 'string' && (type === 'text' ? typeof last === 'string' : Number.isSafeInteger(last))) return [last, id];
  } catch {
    // refused below
  }
  throw new Refused(refusals.badRequest);
}

/** One text of a query, or undefined. @throws Refused */
export function textOf(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || value.length > 500) throw new Refused(refusals.badRequest);
  return value;
}

/** A position as a request says it. @throws Refused */
export function positionFrom(text: string): number {
  const position = Number(text);
  if (!Number.isSafeInteger(position) || position < 0) throw new Refused(refusals.badRequest);
  return position;
}

/** The position behind which a plain list by position goes on. @throws Refused */
export const positionAfter = (after: string | undefined): number | undefined => (after === undefined ? undefined : positionFrom(after));

/** A time as a request says it. @throws Refused */
export function timeFrom(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Refused(refusals.badRequest);
  return at;
}
