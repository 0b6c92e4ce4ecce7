import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { migrate } from '../../services/src/platform/migrate.ts';
import { createClient, createPool } from '../../services/src/platform/pg.ts';
import { Reconciler } from '../../services/src/store/reconciler.ts';
import { bought } from '../support/buying.ts';
import { ChildProcess } from '../support/child-process.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { opsWith, ran, settingsOf } from '../support/operator.ts';
import { type App, startApp } from '../support/system.ts';

/** Settings that an operator may have made for other programs on a database or role; each would break ours. */
const hostile: Record<string, string> = {
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'iso_8601',
  TimeZone: 'Asia/Kathmandu',
  array_nulls: 'off',
  bytea_output: 'escape',
  default_transaction_deferrable: 'on',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
  exit_on_error: 'on',
  extra_float_digits: '-10',
  'framelift.simulated_clock': 'on',
  idle_in_transaction_session_timeout: '20ms',
  idle_session_timeout: '50ms',
  lock_timeout: '1ms',
  quote_all_identifiers: 'on',
  row_security: 'off',
  search_path: 'pg_temp',
  standard_conforming_strings: 'off',
  statement_timeout: '5ms',
  synchronous_commit: 'off',
  transaction_timeout: '2s',
  transform_null_equals: 'on',
};

async function make(db: Pick<TestDatabase, 'ownerUrl'>, way: (name: string) => string): Promise<void> {
  const name = new URL(db.ownerUrl).pathname.slice(1);
  const timeouts = ['idle_in_transaction_session', 'idle_session', 'lock', 'statement', 'transaction'].map(
    (name) => `-c ${name}_timeout=0`,
  );
  const options = ['-c default_transaction_read_only=off', ...timeouts].join(' ');
  const owner = new pg.Client({ connectionString: db.ownerUrl, options });
  await owner.connect();
  for (const [setting, value] of Object.entries(hostile)) {
    const pieces = setting.split('.').map((piece) => pg.escapeIdentifier(piece.toLowerCase()));
    await owner.query(`alter ${way(name)} set ${pieces.join('.')} to ${pg.escapeLiteral(value)}`);
  }
  await owner.end();
}

let db: TestDatabase;
let kind: TestDatabase;
beforeAll(async () => {
  kind = await freshDatabase();
  db = await freshDatabase();
  await make(db, (name) => `database ${name}`);
  for (const role of ['framelift', 'framelift_owner']) await make(db, (name) => `role ${role} in database ${name}`);
});
afterAll(async () => {
  await kind.close();
  await db.close();
});

describe('a session has the settings that the program needs, whatever database and role have', () => {
  const read = `select coalesce(current_setting(name, true), '') as value from unnest($1::text[]) as name`;
  const names = Object.keys(hostile);
  const opened = {
    'of a pool': async (url: string) => {
      const pool = createPool(url, { max: 1 });
      const { rows } = await pool.query<{ value: string }>(read, [names]);
      await pool.end();
      return rows;
    },
    'of a client': async (url: string) => {
      const client = createClient(url);
      await client.connect();
      const { rows } = await client.query<{ value: string }>(read, [names]);
      await client.end();
      return rows;
    },
  };
  it.each(Object.entries(opened))('%s', async (_, open) => {
    const [usual, here] = [await open(kind.appUrl), await open(db.appUrl)];
    expect(names.map((name, i) => [name, here[i]!.value])).toEqual(names.map((name, i) => [name, usual[i]!.value]));
    const raw = new pg.Client({ connectionString: db.appUrl, options: '-c statement_timeout=0' });
    await raw.connect();
    const { rows } = await raw.query<{ value: string }>(read, [names]).finally(() => raw.end());
    // Otherwise the spec would prove nothing.
    expect(rows.filter(({ value }, i) => value === here[i]!.value && names[i] !== 'statement_timeout')).toEqual([]);
  });
});

it('migrates an empty database with such settings', async () => {
  const empty = await freshDatabase();
  const name = `${new URL(empty.ownerUrl).pathname.slice(1)}_empty`;
  await empty.owner.query(`create database ${name}`);
  const ownerUrl = Object.assign(new URL(empty.ownerUrl), { pathname: `/${name}` }).href;
  await make({ ownerUrl }, (to) => `database ${to}`);
  const missing = await migrate(ownerUrl, 'framelift');
  expect(missing.length).toBeGreaterThan(10);
  await empty.owner.query(`drop database ${name} with (force)`);
  await empty.close();
});

describe('on such a database', () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp({}, db);
  });
  afterAll(() => app.stop());

  it('people register, sales are credited, the reconciler polls, and the books are right', async () => {
    const seller = await app.affiliate();
    await bought(app, seller.username, 'buyer@mail.example');
    expect((await seller.get('/api/affiliate/stats')).body).toMatchObject({ stats: { totalSales: 1 } });
    await app.api.get(Reconciler).run(app.system.now(), new AbortController().signal);
    await app.api.get(Reconciler).run(app.system.now(), new AbortController().signal);
    const result = await opsWith({ ...settingsOf(db, '/tmp'), FEEDS_SANDBOX: 'off' }, 'audit', '--json');
    expect([result.code, result.json]).toEqual([0, expect.objectContaining({ ok: true })]);
  });
});

it('a process starts there with an environment of another country, and creates its admin', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framelift-hostile-'));
  const other = await freshDatabase();
  await make(other, (name) => `database ${name}`);
  const env = {
    ...settingsOf(other, folder),
    PORT: String(await freePort()),
    SANDBOX_STORE_PORT: String(await freePort()),
    TZ: 'Asia/Kathmandu',
    LANG: 'tr_TR.UTF-8',
    PGTZ: 'Asia/Kathmandu',
    PGDATESTYLE: 'SQL, DMY',
    PGOPTIONS: '-c datestyle=German',
  };
  const running = await ChildProcess.start('start.js', env, 'API docs');
  expect(await running.end()).toBe(0);
  const created = await ran(
    'ops.js',
    env,
    'create-admin',
    '--username',
    'adam',
    '--email',
    'adam@mail.example',
    '--password',
    'long enough 12',
  );
  expect([created.code, created.err]).toEqual([0, '']);
  await other.close();
  await rm(folder, { recursive: true, force: true });
});
