// Today's code on databases that earlier versions made (test/golden/data, kept by test/support/keep-data.mjs): migrated, audited, verified.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { text } from 'node:stream/consumers';
import { Log } from '../../services/src/engine/log/log.ts';
import { Streams } from '../../services/src/engine/log/deciding/streams.ts';
import { Vault } from '../../services/src/engine/log/sealing/vault.ts';
import { Checkpoints } from '../../services/src/engine/tree/checkpoints.ts';
import { Origins } from '../../services/src/engine/tree/origins.ts';
import { entriesTile, TILE } from '../../services/src/engine/tree/tiles.ts';
import { entriesOf } from '../../services/src/engine/tree/tree.ts';
import { Witnesses } from '../../services/src/engine/tree/witnesses.ts';
import type { Config, Secrets } from '../../services/src/platform/config.ts';
import { createPool } from '../../services/src/platform/pg.ts';
import { ProofSecrets } from '../../services/src/programme/affiliate/proof-secrets.ts';
import { AccountExports } from '../../services/src/screens/dashboard/account-export.ts';
import { verdictOf } from '../witnessed/verifying.ts';
import { ChildProcess } from '../support/child-process.ts';
import { OLD_KEYS } from '../support/old-data.ts';
import { ran } from '../support/operator.ts';
import { databaseAt } from '../support/stack.ts';

const kept = join(import.meta.dirname, '../golden/data');
const files = readdirSync(kept).filter((name) => name.endsWith('.sql.zst'));
const { TEST_OWNER_URL, TEST_APP_URL } = process.env as Record<string, string>;

let folder: string;
let server: pg.Client;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-old-'));
  server = new pg.Client(databaseAt(TEST_OWNER_URL!, 'postgres'));
  await server.connect();
});
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true, force: true });
});

/** The database as that version left it. */
async function filled(file: string, name: string): Promise<{ events: number }> {
  const owner = pg.escapeIdentifier(decodeURIComponent(new URL(TEST_OWNER_URL!).username));
  const dump = zstdDecompressSync(readFileSync(join(kept, file))).toString();
  await server.query(`create database ${name}`);
  const client = new pg.Client(databaseAt(TEST_OWNER_URL!, name));
  await client.connect();
  // Lines with a backslash are for psql.
  await client.query(dump.replaceAll(/^\\.*$/gm, '').replaceAll(/\bframelift_owner\b/g, owner));
  await client.query(`grant create on database ${name} to framelift_app`);
  await client.query(`reset all`);
  const { rows } = await client.query<{ events: string }>('select count(*) as events from log.events');
  await client.end();
  return { events: Number(rows[0]!.events) };
}

it('is kept of three versions at least', () => expect(files.length).toBeGreaterThanOrEqual(3));

describe.each(files)('the data of %s', (file) => {
  const name = `t_${process.env['TEST_RUN']}_${randomBytes(6).toString('hex')}`;
  afterAll(() => server.query(`drop database if exists ${name} with (force)`));

  it('is migrated at the start, and every read model equals its replay', async () => {
    const { events } = await filled(file, name);
    expect(events).toBeGreaterThan(100);
    const port = await freePort();
    const env = {
      ...OLD_KEYS,
      DATA_DIR: join(folder, name),
      DATABASE_URL: databaseAt(TEST_APP_URL!, name),
      MIGRATE_DATABASE_URL: databaseAt(TEST_OWNER_URL!, name),
      PORT: String(port),
      SANDBOX_STORE_PORT: String(await freePort()),
      BACKUP_TO: 'off',
    };
    const running = await ChildProcess.start('start.js', env, 'is ready');
    const url = `http://127.0.0.1:${port}`;
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ username: 'admin', password: OLD_KEYS.ADMIN_PASSWORD });
    const { token } = (await (await fetch(`${url}/api/affiliate/login`, { method: 'POST', headers, body })).json()) as { token: string };
    const overview = await fetch(`${url}/api/admin/overview`, { headers: { Authorization: `Bearer ${token}` } });
    expect([overview.status, await overview.json()]).toEqual([200, expect.objectContaining({})]);
    expect(await running.end()).toBe(0);
    for (const check of [['audit'], ['verify', '--all'], ['status']])
      expect([check, await ran('ops.js', env, ...check, '--json')]).toMatchObject([check, { code: 0, json: { ok: true } }]);
    const audited = (await ran('ops.js', env, 'audit', '--json')).json;
    expect(audited.books.earnedCents).toBeGreaterThan(0);
    expect(await notProved(name, `http://localhost:${port}`)).toEqual([]);
  });
});

/** Accounts of the upgraded system whose export does not pass: each has a secret, and tags from one event on. */
async function notProved(name: string, publicUrl: string): Promise<unknown[]> {
  const pool = createPool(databaseAt(TEST_APP_URL!, name));
  try {
    const log = await Log.open(pool, new Vault(pool, Buffer.from(OLD_KEYS.MASTER_KEY, 'hex')));
    const secrets = { headSigning: Buffer.from(OLD_KEYS.HEAD_SIGNING_KEY, 'hex') } as Secrets;
    const config = { publicUrl, witnesses: [] } as unknown as Config;
    const origins = new Origins(pool, log, config, secrets);
    const checkpoints = new Checkpoints(pool, log, origins, secrets);
    await new ProofSecrets(new Streams(pool, log), pool, Date.now).give();
    await checkpoints.run();
    const exports = new AccountExports(log, checkpoints, new Witnesses(pool, config, checkpoints), origins, pool);
    const entries = async (n: number, width: number) => {
      const all = await checkpoints.inView((session) => entriesOf(session, n * TILE, n * TILE + width));
      return entriesTile(all!);
    };
    const failed: unknown[] = [];
    const { rows } = await pool.query<{ id: string }>(
      `select substr(stream_id, 11) as id from log.events where type = 'AffiliateRegistered' order by position`,
    );
    let erased = 0;
    for (const { id } of rows) {
      const lines = (await text(await exports.of(id, []))).trimEnd().split('\n');
      const { said, result } = await verdictOf(lines, { key: await origins.key(), entries });
      const unchecked = result?.unchecked.filter((one) => !one.startsWith('witnesses') && !one.startsWith('the rates'));
      if (unchecked?.some((one) => one.endsWith('and with it its secret'))) erased++;
      else if (said !== 'ok' || unchecked?.length) failed.push([id, said, result?.problems, unchecked]);
    }
    expect(erased).toBeLessThan(rows.length);
    return failed;
  } finally {
    await pool.end();
  }
}
