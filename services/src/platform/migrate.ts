import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { locks, lockSession } from './locks.ts';
import { WrongSettings } from './config.ts';
import { connectFirst, type DatabaseSetting } from './first-connection.ts';

const folder = new URL('../../sql/', import.meta.url);

/** First line of a file that older programs must not run with: the contracting half of a change. */
const BREAKING = '-- breaking';
const INSUFFICIENT_PRIVILEGE = '42501';

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
    await client.query(
      'create table if not exists public.migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    await client.query('alter table public.migrations add column if not exists breaking boolean not null default false');
    await client.query('grant select on public.migrations to public');
    await refuseNewer(client);
    const missing = await missingMigrations(client);
    for (const file of missing) {
      const sql = await readFile(new URL(file, folder), 'utf8');
      await client.query('begin');
      await client.query(`set local lock_timeout = '10s'`);
      await client.query(sql);
      await client.query('insert into public.migrations (name, breaking) values ($1, $2)', [file, sql.startsWith(BREAKING)]);
      await client.query('commit');
    }
    if (appRole) {
      await client.query(`grant framelift_app to ${pg.escapeIdentifier(appRole)}`);
    }
    const database = pg.escapeIdentifier((await client.query('select current_database() as name')).rows[0].name);
    // Read models are the app's own schemas, created and swapped by projectors.
    await client.query(`grant create on database ${database} to framelift_app`);
    return missing;
  } catch (cause) {
    const { code, message } = cause as { code?: string; message: string };
    if (code !== INSUFFICIENT_PRIVILEGE) throw cause;
    throw new WrongSettings(
      `The role of ${setting} may not prepare the database (${message}): it must own the database and may create roles`,
      { cause },
    );
  } finally {
    await client.end();
  }
}
