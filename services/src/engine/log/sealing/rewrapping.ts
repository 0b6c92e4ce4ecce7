import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { replaceKeyCheck } from './key-checks.ts';
import { decrypt, encrypt } from './vault.ts';

const PAGE = 2_000;

/** Wraps every data key under another MASTER_KEY, in the caller’s transaction, as the owner of the schema. @returns how many. */
export async function rewrap(owner: pg.Client, old: KeyObject, fresh: KeyObject): Promise<number> {
  await owner.query('lock table vault.keys in exclusive mode');
  let [after, count] = ['', 0];
  for (;;) {
    const { rows } = await owner.query<{ subject: string; wrapped: Buffer }>(
      'select subject, wrapped from vault.keys where subject > $1 order by subject limit $2',
      [after, PAGE],
    );
    if (!rows.length) break;
    const wrapped = rows.map(({ subject, wrapped: box }) => encrypt(fresh, decrypt(old, box, subject), subject).toString('hex'));
    await owner.query(
      `update vault.keys k set wrapped = decode(u.wrapped, 'hex') from unnest($1::text[], $2::text[]) as u (subject, wrapped) where k.subject = u.subject`,
      [rows.map((r) => r.subject), wrapped],
    );
    count += rows.length;
    after = rows.at(-1)!.subject;
  }
  await replaceKeyCheck(owner, 'MASTER_KEY', fresh);
  return count;
}
