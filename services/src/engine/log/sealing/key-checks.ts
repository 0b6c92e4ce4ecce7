import { createHmac, type KeyObject } from 'node:crypto';
import type { Pool, Queryable } from '../../../platform/pg.ts';

/** A keyed hash of a fixed text, as hex: it identifies the key without revealing it. */
export interface KeyCheck {
  name: string;
  value: string;
}

const checkOf = (name: string, key: Buffer | KeyObject): string =>
  createHmac('sha256', key).update(`framelift check ${name}`).digest('hex');

export async function readKeyChecks(on: Queryable): Promise<KeyCheck[]> {
  const { rows } = await on.query<KeyCheck>(`select name, encode(value, 'hex') as value from vault.key_checks order by name`);
  return rows;
}

/** Whether the log was written under this key. The first key of a name is kept; an empty log accepts another one. */
export async function isKeyOfLog(pool: Pool, name: string, key: Buffer, logIsEmpty: boolean): Promise<boolean> {
  const value = checkOf(name, key);
  const { rows } = await pool.query<{ value: string }>(
    `insert into vault.key_checks as k (name, value) values ($1, decode($2, 'hex')) on conflict (name) do update
       set value = case when $3 and not exists (select from vault.keys) then excluded.value else k.value end
     returning encode(value, 'hex') as value`,
    [name, value, logIsEmpty],
  );
  return rows[0]!.value === value;
}

export const replaceKeyCheck = (owner: Queryable, name: string, key: KeyObject) =>
  owner.query(`update vault.key_checks set value = decode($2, 'hex') where name = $1`, [name, checkOf(name, key)]);
