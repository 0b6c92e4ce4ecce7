import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type RunningPostgres, startPostgres } from '../../services/src/platform/embedded-postgres.ts';
import { missingRights } from '../../services/src/platform/database-rights.ts';
import { connectFirst } from '../../services/src/platform/first-connection.ts';
import { migrate } from '../../services/src/platform/migrate.ts';
import { addForProof, isProof } from '../support/counts.ts';
import { opsWith, type Printed, ran } from '../support/operator.ts';
import { noPoolerBecause, startPooler } from '../support/pooler.ts';
import { skipReason } from '../support/skip-reason.ts';

/** A server of somebody else: nobody of ours is its administrator, may create roles or may create databases. */
let server: RunningPostgres;
let folder: string;
let n = 0;
beforeAll(async () => {
  const home = await mkdtemp(join(tmpdir(), 'framelift-managed-'));
  await chmod(home, 0o711);
  server = await startPostgres(join(home, 'data'), 'postgres', { throwaway: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-managed-data-'));
  await chmod(folder, 0o711);
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => server.remove());

interface Made {
  database: string;
  owner: string;
  app: string;
  ownerUrl: string;
  appUrl: string;
}
async function asAdmin(database: string, ...statements: string[]): Promise<void> {
  const admin = new pg.Client(Object.assign(new URL(server.ownerUrl), { pathname: `/${database}` }).href);
  await admin.connect();
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
}
/** A database and two roles as a provider makes them. `owned`: it belongs to the role that migrates. */
async function made({ owned = true, owner: options = '', app: appOptions = '' } = {}): Promise<Made> {
  const k = ++n;
  const [database, owner, app] = [`Shop ${k}`, `own-${k}`, `app-${k}`];
  const role = (name: string, more: string) => `create role "${name}" login password 'p' ${more}`;
  await asAdmin('postgres', role(owner, options), role(app, appOptions));
  await asAdmin('postgres', `create database "${database}" ${owned ? `owner "${owner}"` : ''}`);
  const url = (username: string) =>
    Object.assign(new URL(server.ownerUrl), { username, password: 'p', pathname: `/${encodeURIComponent(database)}` }).href;
  return { database, owner, app, ownerUrl: url(owner), appUrl: url(app) };
}
const without = (text: string) => asAdmin('postgres', text);
const settingsFor = ({ appUrl, ownerUrl }: Pick<Made, 'appUrl' | 'ownerUrl'>) => ({
  DATA_DIR: folder,
  DATABASE_URL: appUrl,
  MIGRATE_DATABASE_URL: ownerUrl,
  BACKUP_TO: join(folder, 'backups'),
});
const check = (db: Made): Promise<Printed> => opsWith(settingsFor(db), 'config', 'check', '--json');

/** Each command of an operator, and with them the log, its keys, read models and backups: `npm run proof -- databases`. */
async function expectEverythingWorks(db: Pick<Made, 'appUrl' | 'ownerUrl'>, isElsewhere = true): Promise<void> {
  if (!isProof) return;
  addForProof(1, 'databases that others run');
  const env = settingsFor(db);
  const amount = ['--affiliates', '4', '--sales', '12', '--seed', '2', '--until', '2026-01-01T00:00:00Z'];
  expect(await ran('demo.js', env, ...amount, '--json')).toMatchObject({ code: 0 });
  for (const argv of [['replay', 'dashboard'], ['verify', '--all'], ['audit'], ['accept-loss', '--yes']])
    expect([argv, await opsWith(env, ...argv, '--json')]).toMatchObject([argv, { code: 0, json: { ok: true } }]);
  const backup = await opsWith(env, 'backup', '--json');
  expect([backup.json.error, backup]).toMatchObject([undefined, { code: 0, json: { ok: true, proof: { isElsewhere } } }]);
}

/** Checks what an operator sees, and that nothing else was missing. */
async function expectStatements(db: Made, statements: readonly string[], problems: readonly string[]): Promise<void> {
  const found = await check(db);
  expect([found.code, found.json.statements, found.json.problems]).toEqual([
    1,
    statements.map((one) => `${one};`),
    problems.map((what) => `The role of MIGRATE_DATABASE_URL ${what}`),
  ]);
  const refused = await migrate(db.ownerUrl, db.app).catch((error: Error) => error.message);
  for (const statement of statements) expect(refused).toContain(`${statement};`);
  await asAdmin(db.database, ...statements);
  expect(await check(db)).toMatchObject({ code: 0, json: { problems: [], statements: [] } });
  expect((await migrate(db.ownerUrl, db.app)).length).toBeGreaterThan(20);
  // As an upgrade does.
  expect(await migrate(db.ownerUrl, db.app)).toEqual([]);
}

/** The group is one for the server: each case begins without it. */
const noGroup = async () => {
  const admin = new pg.Client(server.ownerUrl);
  await admin.connect();
  const { rows } = await admin.query(`select datname from pg_database where datname like 'Shop %'`);
  for (const { datname } of rows) await admin.query(`drop database "${datname}" with (force)`);
  await admin.query('drop role if exists framelift_app');
  await admin.end();
};

describe('a role that may not create roles', () => {
  beforeEach(noGroup);

  it('sees what an administrator runs once; afterwards everything works, trial restores in the PostgreSQL that comes with Framelift', async () => {
    const db = await made();
    await expectStatements(
      db,
      ['CREATE ROLE framelift_app NOLOGIN', `GRANT framelift_app TO "${db.app}" WITH INHERIT TRUE`],
      ['may not create the role framelift_app', `may not make ${db.app} a member of framelift_app that has its rights`],
    );
    await expectEverythingWorks(db);
    if (!isProof) return;
    const { json } = await check(db);
    expect(json.fine).toEqual([
      expect.anything(),
      expect.anything(),
      expect.stringContaining(`run once: ALTER ROLE "${db.owner}" CREATEDB;`),
    ]);
    const [backup] = (await opsWith(settingsFor(db), 'backup', 'list', '--json')).json.backups;
    const refused = await opsWith(settingsFor(db), 'restore', backup.id, '--replace', '--yes', '--json');
    expect(refused.json.error).toContain(`run ALTER ROLE "${db.owner}" CREATEDB`);
    await without(`alter role "${db.owner}" createdb`);
    const restored = await opsWith(settingsFor(db), 'restore', backup.id, '--replace', '--yes', '--json');
    expect([restored.json.error, restored.code]).toEqual([undefined, 0]);
    expect(await opsWith(settingsFor(db), 'verify', '--all', '--json')).toMatchObject({ code: 0 });
  }, 240_000);

  it('takes a group that was made beforehand and that it may grant', async () => {
    const db = await made();
    await without('create role framelift_app nologin');
    await without(`grant framelift_app to "${db.owner}" with admin option`);
    expect(await check(db)).toMatchObject({ code: 0, json: { problems: [], statements: [] } });
    expect((await migrate(db.ownerUrl, db.app)).length).toBeGreaterThan(20);
    await expectEverythingWorks(db);
  }, 120_000);

  it('takes a group whose member the app’s role is already, and finds a membership without rights', async () => {
    const db = await made();
    await without('create role framelift_app nologin');
    await without(`grant framelift_app to "${db.app}" with inherit false`);
    await expectStatements(
      db,
      [`GRANT framelift_app TO "${db.app}" WITH INHERIT TRUE`],
      [`may not make ${db.app} a member of framelift_app that has its rights`],
    );
  });

  it('that does not own the database either, where nobody may use the schema public', async () => {
    const db = await made({ owned: false });
    await asAdmin(db.database, 'revoke all on schema public from public');
    await asAdmin(
      'postgres',
      `revoke all on database "${db.database}" from public`,
      `grant connect on database "${db.database}" to "${db.owner}", "${db.app}"`,
    );
    await without('create role framelift_app nologin');
    await without(`grant framelift_app to "${db.app}"`);
    await expectStatements(
      db,
      [
        `GRANT CREATE ON DATABASE "${db.database}" TO "${db.owner}"`,
        `GRANT CREATE ON DATABASE "${db.database}" TO framelift_app`,
        `GRANT USAGE, CREATE ON SCHEMA public TO "${db.owner}"`,
        `GRANT USAGE ON SCHEMA public TO framelift_app`,
      ],
      [
        `may not create schemas in ${db.database}`,
        `may not let framelift_app create schemas in ${db.database}`,
        'may not create a table in the schema public',
        'may not let framelift_app use the schema public',
      ],
    );
    await expectEverythingWorks(db);
  }, 120_000);

  it('that comes after another owner sees whose rights it lacks', async () => {
    const first = await made({ owner: 'createrole' });
    await migrate(first.ownerUrl, first.app);
    const next = await made();
    await asAdmin('postgres', `alter database "${first.database}" owner to "${next.owner}"`);
    const client = await connectFirst(
      first.ownerUrl.replace(encodeURIComponent(first.owner), encodeURIComponent(next.owner)),
      'MIGRATE_DATABASE_URL',
    );
    expect(await missingRights(client, first.app)).toEqual([
      { what: `does not have the rights of ${first.owner}, who owns the tables`, statement: `GRANT "${first.owner}" TO "${next.owner}"` },
    ]);
    await client.end();
  });
});

it('a second system in one cluster, under another owner who may create roles, sees which grant is missing', async () => {
  await noGroup();
  const first = await made({ owner: 'createrole' });
  await migrate(first.ownerUrl, first.app);
  const second = await made({ owner: 'createrole' });
  await expectStatements(
    second,
    [`GRANT framelift_app TO "${second.app}" WITH INHERIT TRUE`],
    [`may not make ${second.app} a member of framelift_app that has its rights`],
  );
});

const noPooler = noPoolerBecause();
(noPooler ? describe.skip : describe)(skipReason(noPooler)('a pooler in session mode'), () => {
  it.each([['pool_mode = session'], ['pool_mode = session\nignore_startup_parameters = options,extra_float_digits']])(
    'is as good as the server: %j',
    async (more) => {
      await noGroup();
      const db = await made({ owner: 'createrole createdb' });
      // Which others of the server need, and would break ours.
      await asAdmin('postgres', `alter role "${db.app}" set search_path to nothing`, `alter role "${db.app}" set datestyle to 'SQL, DMY'`);
      const pooler = await startPooler([db.appUrl, db.ownerUrl], `${more}\ndefault_pool_size = 60`);
      try {
        const through = { appUrl: pooler.through(db.appUrl), ownerUrl: pooler.through(db.ownerUrl) };
        await migrate(through.ownerUrl, db.app);
        await expectEverythingWorks(through, false);
      } finally {
        await pooler.stop();
      }
    },
    120_000,
  );
});
