import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { locks, lockSession } from './locks.ts';
import { WrongSettings } from './config.ts';
import { grantToApp, GROUP, missingRights, sentenceOf } from './database-rights.ts';
import { connectFirst, type DatabaseSetting } from './first-connection.ts';

const folder = new URL('../../sql/', import.meta.url);

/** First line of a file that older programs must not run with: the contracting half of a change. */
const BREAKING = '-- breaking';
const INSUFFICIENT_PRIVILEGE = '42501';
/** PostgreSQL refuses it to a role that may create none before it sees that the role is there. */
const MAKES_GROUP = /^do \$\$ begin\n {2}create role framelift_app nologin;\n.*?\$\$;\n/ms;

const filesOf = async (): Promise<string[]> => (await readdir(folder)).filter((f) => /^\d{6}-.*\.sql$/.test(f)).sort();

/** Files of this program that were not applied to the database. */
export async function missingMigrations(on: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await on.query<{ name: string }>('select name from public.migrations');
  const applied = new Set(rows.map((r) => r.name));
  return (await filesOf()).filter((f) => !applied.has(f));
}

/** @throws WrongSettings when a newer program made a breaking change to the database. */
export async function refuseNewer(on: Pick<pg.Pool, 'query'>): Promise<void> {
  const known = await filesOf();
  const { rows } = await on.query<{ name: string }>('select name from public.migrations where breaking and name <> all($1)', [known]);
  if (rows.length)
    throw new WrongSettings(`The database was changed by a newer version (${rows.map((r) => r.name).join(', ')}): run that one`);
}

/** Applies missing SQL files, each in a transaction; one process at a time. Files expand first; contracting ones begin with `-- breaking`. */
export async function migrate(address: string, appRole?: string, setting: DatabaseSetting = 'MIGRATE_DATABASE_URL'): Promise<string[]> {
  const client = await connectFirst(address, setting);
  try {
    await lockSession(client, locks.migration);
    const wanted = await missingRights(client, appRole ?? '');
    if (wanted.length) throw new WrongSettings(sentenceOf(wanted, setting, await databaseOf(client)));
    await prepareTable(client);
    await refuseNewer(client);
    const missing = await missingMigrations(client);
    for (const file of missing) {
      const sql = await readFile(new URL(file, folder), 'utf8');
      await client.query('begin');
      await client.query(`set local lock_timeout = '10s'`);
      await client.query((await hasGroup(client)) ? sql.replace(MAKES_GROUP, '') : sql);
      await client.query('insert into public.migrations (name, breaking) values ($1, $2)', [file, sql.startsWith(BREAKING)]);
      await client.query('commit');
    }
    await grantToApp(client, appRole);
    return missing;
  } catch (cause) {
    const { code, message } = cause as { code?: string; message: string };
    if (code !== INSUFFICIENT_PRIVILEGE) throw cause;
    throw new WrongSettings(`The role of ${setting} may not prepare the database: ${message}`, { cause });
  } finally {
    await client.end();
  }
}

const databaseOf = async (client: pg.Client): Promise<string> =>
  (await client.query<{ name: string }>('select current_database() as name')).rows[0]!.name;
const hasGroup = async (client: pg.Client): Promise<boolean> =>
  (await client.query('select from pg_roles where rolname = $1', [GROUP])).rowCount === 1;

/** Only what is missing: who may no longer create something must not be refused because it is there. */
async function prepareTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass('public.migrations') and attnum > 0 and not attisdropped`,
  );
  if (!rows.length) {
    await client.query('create table public.migrations (name text primary key, applied_at timestamptz not null default now())');
    await client.query('grant select on public.migrations to public');
  }
  if (!rows.some(({ name }) => name === 'breaking'))
    await client.query('alter table public.migrations add column breaking boolean not null default false');
}
