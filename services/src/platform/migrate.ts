import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const folder = new URL('../../sql/', import.meta.url);

/** Applies the numbered SQL files that are missing, each in its own transaction; one migrating process at a time. */
export async function migrate(connectionString: string, appRole?: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'create table if not exists public.migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from public.migrations');
    const applied = new Set(rows.map((r) => r.name));
    const files = (await readdir(folder)).filter((f) => /^\d{6}-.*\.sql$/.test(f)).sort();
    const missing = files.filter((f) => !applied.has(f));
    for (const file of missing) {
      await client.query('begin');
      await client.query(`set local lock_timeout = '10s'`);
      await client.query(await readFile(new URL(file, folder), 'utf8'));
      await client.query('insert into public.migrations (name) values ($1)', [file]);
      await client.query('commit');
    }
    if (appRole) {
      await client.query(`grant framelift_app to ${pg.escapeIdentifier(appRole)}`);
    }
    const database = pg.escapeIdentifier((await client.query('select current_database() as name')).rows[0].name);
    // Read models are schemas of the app's own, made and swapped by projectors.
    await client.query(`grant create on database ${database} to framelift_app`);
    return missing;
  } finally {
    await client.end();
  }
}

const MIGRATION_LOCK = 4_021_984;
