import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type RunningPostgres, startPostgres } from '../../services/src/platform/embedded-postgres.ts';
import { connectFirst } from '../../services/src/platform/first-connection.ts';
import { ran } from '../support/operator.ts';

const run = promisify(execFile);

/** A certificate that signs itself, of a server with these names. */
async function certificateOf(folder: string, name: string, names: string): Promise<string> {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const subject = ['-subj', '/CN=database', '-addext', `subjectAltName=${names}`, '-days', '1'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', certificate]);
  return certificate;
}

describe('a PostgreSQL that demands TLS', () => {
  let folder: string;
  let server: RunningPostgres;
  let ours: string;
  let foreign: string;
  /** Its address by a name of this machine, with these options. */
  const at = (url: string, query: string) => Object.assign(new URL(url), { hostname: 'localhost', search: query }).href;
  const trusting = (file: string) => `?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framelift-tls-'));
    await chmod(folder, 0o711);
    ours = await certificateOf(folder, 'ours', 'DNS:localhost');
    foreign = await certificateOf(folder, 'foreign', 'DNS:localhost');
    server = await startPostgres(join(folder, 'data'), 'framelift', { throwaway: true });
    const owner = new pg.Client(server.ownerUrl);
    await owner.connect();
    const { rows } = await owner.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    // Only the server may read its key, so it writes it.
    const write = (name: string, text: string) =>
      owner.query(
        `copy (select unnest(string_to_array(${owner.escapeLiteral(text.trimEnd())}, E'\\n')))
         to program ${owner.escapeLiteral(`umask 077; cat > '${rows[0]!.folder}/${name}'`)}`,
      );
    await write('tls.key', await readFile(join(folder, 'ours.key'), 'utf8'));
    await write('tls.pem', await readFile(ours, 'utf8'));
    await write('pg_hba.conf', 'hostssl all all all scram-sha-256');
    await owner.query(`alter system set ssl_key_file = 'tls.key'`);
    await owner.query(`alter system set ssl_cert_file = 'tls.pem'`);
    await owner.query('alter system set ssl = on');
    await owner.query('select pg_reload_conf()');
    await owner.end();
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is reached over TLS if the setting names its authority', async () => {
    const client = await connectFirst(at(server.appUrl, trusting(ours)), 'DATABASE_URL');
    const { rows } = await client.query('select ssl, version from pg_stat_ssl where pid = pg_backend_pid()');
    expect(rows).toEqual([{ ssl: true, version: 'TLSv1.3' }]);
    await client.end();
  });

  it('is migrated by the job, twice, and read by a program with these settings', async () => {
    const settings = {
      DATA_DIR: join(folder, 'own'),
      DATABASE_URL: at(server.appUrl, trusting(ours)),
      MIGRATE_DATABASE_URL: at(server.ownerUrl, trusting(ours)),
    };
    const prepared = { code: 0, out: 'The database is prepared for this version\n', err: '' };
    expect(await ran('migrate.js', settings)).toMatchObject(prepared);
    expect(await ran('migrate.js', settings)).toMatchObject(prepared);
    expect(await ran('ops.js', settings, 'audit', '--json')).toMatchObject({ code: 0, json: { ok: true, events: 0 } });
  });

  it.each([
    [
      'another authority',
      () => at(server.appUrl, trusting(foreign)),
      /^The certificate of the server where DATABASE_URL leads is not trusted \(\w+\): name its authority with sslrootcert=FILE in DATABASE_URL, or skip the check with sslmode=no-verify$/,
    ],
    [
      'no authority',
      () => at(server.appUrl, '?sslmode=require'),
      /^The certificate of the server where DATABASE_URL leads is not trusted \(\w+\): name its authority/,
    ],
    [
      'no TLS',
      () => at(server.appUrl, '?sslmode=disable'),
      /^The server where DATABASE_URL leads lets its user in only over TLS, or not at all: set sslmode=verify-full in DATABASE_URL, or allow it in pg_hba\.conf$/,
    ],
  ])('is refused with %s, in a sentence', async (_, address, sentence) => {
    await expect(connectFirst(address(), 'DATABASE_URL')).rejects.toThrow(sentence);
  });
});
