import { decrypt, encrypt, KEPT_KEYS } from '../../engine/log/sealing/vault.ts';
import { KEPT_DECISIONS } from '../../engine/projecting/parked-streams.ts';
import { KEPT_PROOFS } from '../../programme/affiliate/proofs.ts';
import { KEPT_PICTURES } from '../../programme/site/site-pictures.ts';
import { KEPT_WEBHOOKS } from '../../reactors/webhooks/endpoints.ts';
import { KEPT_SIGN_INS } from '../../programme/sign-in/credentials.ts';
import { KEPT_CHECKOUTS } from '../../store/store.tables.ts';
import { KEPT_SANDBOX } from '../../store/providers/sandbox/prepare-sandbox.ts';
import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { type KeyCheck, readKeyChecks } from '../../engine/log/sealing/key-checks.ts';
import type { PoolClient, Queryable } from '../../platform/pg.ts';
import { throughPart } from '../../platform/part-file.ts';
import { Refused } from '../../platform/refused.ts';
import type { Get } from './result.ts';
import { POOL, SECRETS } from '../../platform/tokens.ts';

/** State outside the log that a restored system needs (deploy/RUNBOOK.md#back-up), a few rows at a time, as proofs are pictures. */
export const tables = [
  ...KEPT_KEYS,
  ...KEPT_SIGN_INS,
  ...KEPT_PROOFS,
  ...KEPT_PICTURES,
  ...KEPT_DECISIONS,
  ...KEPT_CHECKOUTS,
  ...KEPT_SANDBOX,
  ...KEPT_WEBHOOKS,
];

export const isKept = (table: string): boolean => tables.some(({ name }) => name === table);

type Record = { checks: KeyCheck[] } | { table: string; rows: string } | { end: number };

const MAGIC = Buffer.from('framelift side 1\n');
const ID_BYTES = 16;

const keyOf = (get: Get): KeyObject => createSecretKey(Buffer.from(hkdfSync('sha256', get(SECRETS).master, '', 'framelift side file', 32)));
/** A record is bound to its file and place, so records cannot be mixed between files or left out. */
const placeOf = (id: Buffer, n: number): string => `${id.toString('hex')} ${n}`;

/** Writes everything as of one moment, encrypted under a key from MASTER_KEY. Returns rows per table. */
export async function writeSideFile(get: Get, file: string): Promise<{ [table: string]: number }> {
  return throughPart(file, async (part) => {
    const counts = await writeRecords(get, part);
    await rename(part, file);
    return counts;
  });
}

async function writeRecords(get: Get, part: string): Promise<{ [table: string]: number }> {
  const id = randomBytes(ID_BYTES);
  const key = keyOf(get);
  const handle = await open(part, 'wx', 0o600);
  const client = await get(POOL).connect();
  const counts: { [table: string]: number } = {};
  let n = 0;
  const write = async (record: Record) => {
    const box = encrypt(key, Buffer.from(JSON.stringify(record)), placeOf(id, n++));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(box.length);
    await handle.appendFile(Buffer.concat([length, box]));
  };
  try {
    await handle.appendFile(Buffer.concat([MAGIC, id]));
    await client.query('begin isolation level repeatable read read only');
    await write({ checks: await readKeyChecks(client) });
    for (const { name, rows } of tables) counts[name] = (await isTable(client, name)) ? await eachRows(client, name, rows, write) : 0;
    await write({ end: n });
    await handle.sync();
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
    await handle.close();
  }
  return counts;
}

const isTable = async (client: PoolClient, name: string): Promise<boolean> =>
  (await client.query('select to_regclass($1) is not null as there', [name])).rows[0].there;

async function eachRows(client: PoolClient, table: string, size: number, write: (record: Record) => Promise<void>): Promise<number> {
  let count = 0;
  await client.query(`declare side cursor for select row_to_json(t)::text as row from ${table} t`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${size} from side`);
    if (!rows.length) break;
    count += rows.length;
    await write({ table, rows: `[${rows.map((r) => r.row).join(',')}]` });
  }
  await client.query('close side');
  return count;
}

/** The records of a side file, in order. @throws Refused if MASTER_KEY does not open it, or it is truncated or changed. */
async function* recordsOf(get: Get, file: string): AsyncGenerator<Record> {
  const key = keyOf(get);
  let kept = Buffer.alloc(0);
  let id: Buffer | undefined;
  let [n, ended] = [0, false];
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    kept = Buffer.concat([kept, chunk as Buffer]);
    if (!id) {
      if (kept.length < MAGIC.length + ID_BYTES) continue;
      if (!kept.subarray(0, MAGIC.length).equals(MAGIC)) throw Refused.inWords(`${file} is not a side file of an export`);
      id = Buffer.from(kept.subarray(MAGIC.length, MAGIC.length + ID_BYTES));
      kept = kept.subarray(MAGIC.length + ID_BYTES);
    }
    while (kept.length >= 4 && kept.length >= 4 + kept.readUInt32BE(0)) {
      const length = kept.readUInt32BE(0);
      const record = opened(key, kept.subarray(4, 4 + length), placeOf(id, n), file, n);
      kept = kept.subarray(4 + length);
      n++;
      if ('end' in record) ended = true;
      yield record;
    }
  }
  if (!ended || kept.length) throw Refused.inWords(`${file} is truncated`);
}

function opened(key: KeyObject, box: Buffer, place: string, file: string, n: number): Record {
  try {
    return JSON.parse(decrypt(key, box, place).toString()) as Record;
  } catch {
    throw Refused.inWords(n === 0 ? `${file} was not written under this MASTER_KEY, or was changed` : `${file} was changed`);
  }
}

/** Checks before an import that the file opens and that this system has the log's keys. @throws Refused */
export async function checkSideFile(get: Get, file: string): Promise<void> {
  const own = await readKeyChecks(get(POOL));
  for await (const record of recordsOf(get, file))
    if ('checks' in record)
      for (const { name, value } of record.checks)
        if (own.some((o) => o.name === name && o.value !== value))
          throw Refused.inWords(`${name} is not the key this log was written under: take the secrets of the system it comes from`);
}

/** Inserts rows, a JSON array. `onConflict`: what is done about a row that is there; by default the statement fails. */
export const insertRows = (on: Queryable, table: string, rows: string, onConflict = ''): Promise<unknown> =>
  on.query(`insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json) ${onConflict}`, [
    rows,
  ]);

/** Restores missing rows. In the caller's transaction, as the owner of the schema. */
export async function readSideFile(get: Get, file: string, client: Pick<PoolClient, 'query'>): Promise<void> {
  for await (const record of recordsOf(get, file)) {
    if (!('table' in record) || !isKept(record.table)) continue;
    await insertRows(client, record.table, record.rows, 'on conflict do nothing');
  }
}
