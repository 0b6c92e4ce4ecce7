import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { connectFirst } from '../../services/src/platform/first-connection.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { ran, settingsOf } from '../support/operator.ts';
import { noPoolerBecause, startPooler } from '../support/pooler.ts';
import { refusingPostgres } from '../support/refusing-postgres.ts';
import { skipReason } from '../support/skip-reason.ts';

let db: TestDatabase;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  db = await freshDatabase();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-refused-'));
  await chmod(folder, 0o755);
  env = { ...settingsOf(db, join(folder, 'data')), PORT: String(await freePort()), SANDBOX_STORE_PORT: String(await freePort()) };
});
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => db.close());

/** The message of a start, on one line. */
async function expectRefusal(change: Record<string, string>, sentence: string): Promise<void> {
  const settings = { ...env, MIGRATE_DATABASE_URL: '', ...change };
  expect(await ran('start.js', settings)).toMatchObject({ code: 1, out: '', err: `${sentence}\n` });
}
/** The message about an address; that a start and a command print only that is checked once each. */
const refused = (address: string, sentence: string) =>
  expect(connectFirst(address, 'DATABASE_URL')).rejects.toMatchObject({ message: sentence });
const changed = (change: Partial<URL>) => Object.assign(new URL(db.appUrl), change).href;

describe('an unusable database ends a start, and a command, in one sentence that says what to do', () => {
  it('ends a start where nothing listens', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    await expectRefusal(
      { DATABASE_URL: changed({ host }) },
      'No PostgreSQL answers where DATABASE_URL leads: start it, or correct host and port',
    );
  });
  it('ends a command where nothing listens', async () => {
    const settings = { ...env, DATABASE_URL: changed({ password: 'wrong' }) };
    const sentence = 'The server does not accept the name and password in DATABASE_URL: correct them';
    expect(await ran('ops.js', settings, 'lag')).toMatchObject({ code: 2, out: '', err: `${sentence}\n` });
  });
  it('ends a start where the host is not known', () =>
    refused(changed({ hostname: 'nowhere.invalid' }), 'The host in DATABASE_URL is not known: correct its name'));
  it('ends a start where the unix socket does not exist', () =>
    expectRefusal(
      { DATABASE_URL: `postgres://framelift:p@/framelift?host=${encodeURIComponent(folder)}` },
      'A file named in DATABASE_URL does not exist: the unix socket or a certificate. Start PostgreSQL, or correct the path',
    ));
  it('ends a start where the password is wrong', () =>
    refused(changed({ password: 'wrong' }), 'The server does not accept the name and password in DATABASE_URL: correct them'));
  it('ends a start where the database does not exist', () =>
    refused(changed({ pathname: '/nothing' }), 'The database that DATABASE_URL names does not exist: create it, or correct its name'));
  it('ends a start where the server does not offer the requested TLS', () =>
    refused(
      changed({ search: '?sslmode=require' }),
      'The server where DATABASE_URL leads offers no TLS: set sslmode=disable in DATABASE_URL',
    ));
  it('ends a start where the certificate is self-signed', async () => {
    const { url, server } = await refusingPostgres('certificate');
    servers.push(server);
    await refused(
      `${url}?sslmode=require`,
      'The certificate of the server where DATABASE_URL leads is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): name its authority with sslrootcert=FILE in DATABASE_URL, or skip the check with sslmode=no-verify',
    );
  });
  it('ends a start where the migrating role lacks permission', async () => {
    const name = `${new URL(db.ownerUrl).pathname.slice(1)}_empty`;
    await db.owner.query(`create database ${name}`);
    const sentence =
      'The role of DATABASE_URL may not prepare the database: it may not create schemas in NAME; it may not let framelift_app create schemas in NAME; ' +
      'it may not create a table in the schema public. An administrator of the server runs once, in the database NAME: ' +
      'GRANT CREATE ON DATABASE "NAME" TO "framelift"; GRANT CREATE ON DATABASE "NAME" TO framelift_app; GRANT USAGE, CREATE ON SCHEMA public TO "framelift";';
    expect(await ran('start.js', { ...env, MIGRATE_DATABASE_URL: '', DATABASE_URL: changed({ pathname: `/${name}` }) })).toMatchObject({
      code: 1,
      err: `${sentence.replaceAll('NAME', name)}\n`,
    });
    await db.owner.query(`drop database ${name} with (force)`);
  });
  it('ends a start where the database has another encoding', async () => {
    const name = `${new URL(db.ownerUrl).pathname.slice(1)}_latin`;
    await db.owner.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`);
    await refused(changed({ pathname: `/${name}` }), 'The database that DATABASE_URL names holds LATIN1: make one with the encoding UTF8');
    await db.owner.query(`drop database ${name} with (force)`);
  });
  it('names the other setting, if that one is wrong', async () => {
    const sentence = 'The server does not accept the name and password in MIGRATE_DATABASE_URL: correct them';
    expect(await ran('start.js', { ...env, MIGRATE_DATABASE_URL: changed({ password: 'wrong' }) })).toMatchObject({
      code: 1,
      err: `${sentence}\n`,
    });
  });

  it.each([
    [
      '53300',
      'sorry, too many clients already',
      'The server where DATABASE_URL leads has no connection left: end others, or raise max_connections',
    ],
    ['57P03', 'the database system is starting up', 'The server where DATABASE_URL leads is starting or stopping: try again in a moment'],
    ['28000', 'no pg_hba.conf entry', 'The server does not let the user of DATABASE_URL in: create the role, or allow it in pg_hba.conf'],
    [
      '42704',
      'unrecognized configuration parameter "idle_session_timeout"',
      'Framelift needs PostgreSQL 15 or newer; DATABASE_URL leads to an older one',
    ],
    [
      '0A000',
      "Feature not supported: RDS Proxy currently doesn't support command-line options.",
      'DATABASE_URL leads to a pooler; Framelift needs its session mode, or direct connections',
    ],
    [
      '08P01',
      'unsupported startup parameter in options: datestyle',
      'DATABASE_URL leads to a pooler; Framelift needs its session mode, or direct connections',
    ],
    ['XX000', 'something else', 'The server where DATABASE_URL leads refuses the connection: something else'],
  ])('where the server answers %s %s', async (code, message, sentence) => {
    const { url, server } = await refusingPostgres({ code, message });
    servers.push(server);
    await expect(connectFirst(url, 'DATABASE_URL')).rejects.toThrow(sentence);
  });
});

const noPooler = noPoolerBecause();
(noPooler ? describe.skip : describe)(skipReason(noPooler)('a pooler'), () => {
  it.each([['pool_mode = transaction'], ['pool_mode = statement'], ['pool_mode = transaction\nignore_startup_parameters = options']])(
    'that gives a session to others is refused: %j',
    async (more) => {
      const pooler = await startPooler([db.appUrl, db.ownerUrl], more);
      try {
        for (const setting of ['DATABASE_URL', 'MIGRATE_DATABASE_URL'] as const)
          await expect(connectFirst(pooler.through(setting === 'DATABASE_URL' ? db.appUrl : db.ownerUrl), setting)).rejects.toThrow(
            `${setting} leads to a pooler; Framelift needs its session mode, or direct connections`,
          );
      } finally {
        await pooler.stop();
      }
    },
  );

  it('ends a start, even if the migrating role bypasses it', async () => {
    const pooler = await startPooler([db.appUrl, db.ownerUrl], 'pool_mode = transaction');
    try {
      await expectRefusal(
        { DATABASE_URL: pooler.through(db.appUrl), MIGRATE_DATABASE_URL: db.ownerUrl },
        'DATABASE_URL leads to a pooler; Framelift needs its session mode, or direct connections',
      );
    } finally {
      await pooler.stop();
    }
  });
});

/** As a user other than root, who can be denied folders and ports. */
const ranAsNobody = (settings: Record<string, string>): Promise<{ code: number; err: string }> => {
  const who = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const file = join(import.meta.dirname, '../../services/dist/main/start.js');
  const { PATH = '' } = process.env;
  return new Promise((done) =>
    execFile(process.execPath, [file], { ...who, env: { PATH, HOME: '/', ...settings } }, (error, _out, err) =>
      done({ code: Number(error?.code ?? 0), err }),
    ),
  );
};

describe('an unusable folder or port ends a start in one sentence', () => {
  const alone = () => ({ PORT: env['PORT']!, SANDBOX_STORE_PORT: env['SANDBOX_STORE_PORT']!, DATA_DIR: join(folder, 'closed', 'data') });

  it('ends a start where this user may not write', async () => {
    await mkdir(join(folder, 'closed'), { mode: 0o555 });
    expect(await ranAsNobody(alone())).toEqual({
      code: 1,
      err: `This user may not use ${join(folder, 'closed', 'data')}: give them the right to, or set DATA_DIR to another folder\n`,
    });
  });
  it('ends a start where a file is in the way', async () => {
    await writeFile(join(folder, 'closed'), '');
    expect(await ran('start.js', alone())).toMatchObject({
      code: 1,
      err: `${join(folder, 'closed', 'data')} leads through a file, where a folder should be: set DATA_DIR to another folder\n`,
    });
  });
  it('ends a start where secrets.json is damaged', async () => {
    await mkdir(env['DATA_DIR']!);
    await writeFile(join(env['DATA_DIR']!, 'secrets.json'), '{"MASTER_KEY": "07');
    const { code, err } = await ran('start.js', { ...env, MASTER_KEY: '' });
    expect([code, err]).toEqual([
      1,
      `${join(env['DATA_DIR']!, 'secrets.json')} is damaged: restore it from a backup, as the log cannot be read without its keys\n`,
    ]);
  });

  const isRoot = process.getuid?.() === 0;
  (isRoot ? it : it.skip)(skipReason(isRoot ? undefined : 'mounting needs root')('where the file system only reads'), async () => {
    await mkdir(join(folder, 'closed'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', join(folder, 'closed')]);
    try {
      expect(await ran('start.js', alone())).toMatchObject({
        code: 1,
        err: `${join(folder, 'closed', 'data')} is on a file system that only reads: set DATA_DIR to another folder\n`,
      });
    } finally {
      execFileSync('umount', [join(folder, 'closed')]);
    }
  });
});
