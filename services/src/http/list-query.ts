import { refusals } from '@framelift/contracts';
import { Refused } from '../platform/refused.ts';

/** Where a page ended: the values that identify its last row. */
export type Cursor = readonly (string | number)[];

/** The query of a list. `sort` is one of the list's names, with `-` for descending. */
export interface ListQuery {
  after?: Cursor;
  limit: number;
  search?: string | undefined;
  sort?: string | undefined;
}

/** A list's query (queries.ts), with the default limit if it has none. */
export const listQuery = (query: { after?: string; limit?: number; search?: string; sort?: string }, usualLimit: number): ListQuery => ({
  ...(query.after === undefined ? {} : { after: cursorFrom(query.after)! }),
  limit: query.limit ?? usualLimit,
  search: query.search,
  sort: query.sort,
});

/** A cursor in responses: opaque to clients. */
export const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** The rows of one page and the next cursor, from rows read with one more than the limit. */
export function pageOf<R>(rows: R[], limit: number, cursorOf: (last: R) => Cursor): { rows: R[]; next: string | null } {
  if (rows.length <= limit) return { rows, next: null };
  const page = rows.slice(0, limit);
  return { rows: page, next: writeCursor(cursorOf(page.at(-1)!)) };
}

/** Valid Postgres parameters: text without NUL, or an integer. */
const isCursorValue = (value: unknown) =>
  typeof value === 'string' ? value.isWellFormed() && !value.includes('\0') : Number.isSafeInteger(value);

/** Undefined: the text is not a cursor. */
export function cursorFrom(text: string): Cursor | undefined {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(values) && values.every(isCursorValue) ? (values as Cursor) : undefined;
  } catch {
    return undefined;
  }
}

/** The position that a page of a list by position ended with. @throws Refused: it is the cursor of another list */
export function positionAfter({ after }: Pick<ListQuery, 'after'>): number | undefined {
  if (!after) return undefined;
  const [position] = after;
  if (after.length !== 1 || typeof position !== 'number' || position < 0) throw new Refused(refusals.otherCursor);
  return position;
}

/** A position in a path. @throws Refused */
export function positionFrom(text: string): number {
  if (!/^0*\d{1,15}$/.test(text)) throw new Refused(refusals.positionInvalid);
  return Number(text);
}
