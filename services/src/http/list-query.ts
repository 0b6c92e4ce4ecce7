import { refusals, TREND_RANGES, type TrendRange } from '@framelift/contracts';
import { Refused } from '../platform/refused.ts';

/** The query of a request, as it came. */
export type QueryParams = Record<string, unknown>;

/** Where a page ended: the values that its last row is found again by. */
export type Cursor = readonly (string | number)[];

/** What a list is asked for. Without `limit` it answers everything. `sort` is a name of the list's, with `-` for descending. */
export interface ListQuery {
  after?: Cursor;
  limit?: number;
  search?: string;
  sort?: string;
}

const MAX_LIMIT = 500;

/** Reads the query of a list; `limit` is the usual one. @throws Refused */
export function parseListQuery(query: QueryParams, limit: number): ListQuery & { limit: number };
export function parseListQuery(query: QueryParams): ListQuery;
export function parseListQuery(query: QueryParams, limit?: number): ListQuery {
  const [after, said] = [textOf(query, 'after'), textOf(query, 'limit')];
  if (said !== undefined) {
    limit = Number(said);
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) throw new Refused(refusals.badRequest);
  }
  return {
    after: after === undefined ? undefined : readCursor(after),
    limit,
    search: textOf(query, 'search'),
    sort: textOf(query, 'sort'),
  };
}

/** A cursor as answers name it: opaque to clients. */
export const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** The rows of one page and the cursor of the next, of rows that were read with one more than the limit. */
export function pageOf<R>(rows: R[], limit: number | undefined, cursorOf: (last: R) => Cursor): { rows: R[]; next: string | null } {
  if (limit === undefined || rows.length <= limit) return { rows, next: null };
  const page = rows.slice(0, limit);
  return { rows: page, next: writeCursor(cursorOf(page.at(-1)!)) };
}

/** What Postgres takes as a parameter: text without NUL, or an integer. */
const isCursorValue = (value: unknown) =>
  typeof value === 'string' ? value.isWellFormed() && !value.includes('\0') : Number.isSafeInteger(value);

function readCursor(text: string): Cursor {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(values) && values.every(isCursorValue)) return values as Cursor;
  } catch {
    // refused below
  }
  throw new Refused(refusals.badRequest);
}

/** The position that a page of a list by position ended with. @throws Refused */
export function positionAfter({ after }: ListQuery): number | undefined {
  if (!after) return undefined;
  const [position] = after;
  if (after.length !== 1 || typeof position !== 'number' || position < 0) throw new Refused(refusals.badRequest);
  return position;
}

/** One text of a query, or undefined. @throws Refused */
export function textOf(query: QueryParams, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || value.length > 500) throw new Refused(refusals.badRequest);
  return value;
}

/** One of the texts known; undefined where the query names none. @throws Refused */
export function oneOf<const T extends string>(query: QueryParams, name: string, known: readonly T[]): T | undefined {
  const value = textOf(query, name);
  if (value !== undefined && !known.some((k) => k === value)) throw new Refused(refusals.badRequest);
  return value as T | undefined;
}

/** A position as a request says it. @throws Refused */
export function positionFrom(text: string): number {
  const position = Number(text);
  if (!Number.isSafeInteger(position) || position < 0) throw new Refused(refusals.badRequest);
  return position;
}

/** A time as a request says it. @throws Refused */
export function timeFrom(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Refused(refusals.badRequest);
  return at;
}

/** The range of a chart; 30 days where the query names none. @throws Refused */
export const rangeOf = (query: QueryParams): TrendRange => oneOf(query, 'range', TREND_RANGES) ?? '30';
