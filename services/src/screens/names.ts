import type { Pool } from '../platform/pg.ts';

/** Joins the account of an id as `alias`, with `username` and `email`; both are null where there is none or it was erased. */
export const joinAccount = (alias: string, id: string): string => `left join accounts.accounts ${alias} on ${alias}.account_id = ${id}`;

/** The name of a joined account; a pseudonym without one, as amounts outlive people (docs/rules.md#10-accounts). */
export const nameOf = (alias: string, id: string, pseudonym = 'deleted'): string =>
  `coalesce(${alias}.username, '${pseudonym}-' || left(${id}, 8))`;

/** The same of a name that was opened from the log: null, or of another type, is erased. */
export const nameOrPseudonym = (name: unknown, id: string): string => (typeof name === 'string' ? name : `deleted-${id.slice(0, 8)}`);

/** The id of the account of this name. */
export async function accountNamed(pool: Pool, username: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    'select account_id as id from accounts.accounts where folded(username) = folded($1) limit 1',
    [username],
  );
  return rows[0]?.id;
}
