import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { entryOf } from './entry.ts';
import { createClient, endConnection, takesNoOptions, takesOptions } from './pg.ts';
import { WrongSettings } from './settings.ts';

export type DatabaseSetting = 'DATABASE_URL' | 'MIGRATE_DATABASE_URL';

/** A host that starts is busy with itself, its database too: longer than later connections may take. */
const CONNECT_MS = 15_000;

/** The oldest PostgreSQL with the features the log's functions use. */
const OLDEST = 150_000;

const pooled = (setting: string) => `${setting} leads to a pooler; Framelift needs its session mode, or direct connections`;
const tooOld = (setting: string, version = 'an older one') => `Framelift needs PostgreSQL 15 or newer; ${setting} leads to ${version}`;

/** Advice about a failed connection, by the code of Node, OpenSSL or PostgreSQL. */
const remedies: Record<string, (setting: string) => string> = {
  ECONNREFUSED: (setting) => `No PostgreSQL answers where ${setting} leads: start it, or correct host and port`,
  ECONNRESET: (setting) => `The server where ${setting} leads ends the connection: see its log, or correct host and port`,
  ENOTFOUND: (setting) => `The host in ${setting} is not known: correct its name`,
  EAI_AGAIN: (setting) => `The host in ${setting} cannot be looked up: correct its name, or fix name resolution`,
  ETIMEDOUT: (setting) => `Nothing answers where ${setting} leads: correct host and port, or open the way through the firewall`,
  EHOSTUNREACH: (setting) => remedies['ETIMEDOUT']!(setting),
  ENETUNREACH: (setting) => remedies['ETIMEDOUT']!(setting),
  ENOENT: (setting) => `A file named in ${setting} does not exist: the unix socket or a certificate. Start PostgreSQL, or correct the path`,
  EACCES: (setting) =>
    `This user may not open a file named in ${setting}: the unix socket or a certificate. Grant access, or correct the path`,
  EPROTO: (setting) => `TLS with the server where ${setting} leads fails: correct sslmode in ${setting}`,
  '28P01': (setting) => `The server does not accept the name and password in ${setting}: correct them`,
  '28000': (setting) => `The server does not let the user of ${setting} in: create the role, or allow it in pg_hba.conf`,
  '3D000': (setting) => `The database that ${setting} names does not exist: create it, or correct its name`,
  '42501': (setting) => `The role of ${setting} may not connect to the database that it names: grant it CONNECT there`,
  '53300': (setting) => `The server where ${setting} leads has no connection left: end others, or raise max_connections`,
  '57P03': (setting) => `The server where ${setting} leads is starting or stopping: try again in a moment`,
  // A session setting that only newer servers know.
  '42704': (setting) => tooOld(setting),
};

/** Codes of OpenSSL and Node for an untrusted certificate. */
const UNTRUSTED = /CERT|LEAF_SIGNATURE|UNABLE_TO_|ERR_TLS_CERT/;
/** How poolers refuse session settings and transactions. */
const POOLER = /unsupported startup parameter|support command-line options|statement pooling mode/i;

/** A sentence with advice about a failed first connection; undefined: another kind of failure. */
export function whyUnreachable(error: unknown, setting: DatabaseSetting): string | undefined {
  const { code = '', message = '', severity } = error as { code?: string; message?: string; severity?: string };
  if (POOLER.test(message)) return pooled(setting);
  if (/does not support SSL/.test(message)) return `The server where ${setting} leads offers no TLS: set sslmode=disable in ${setting}`;
  if (code === '28000' && /no encryption/.test(message))
    return `The server where ${setting} leads lets its user in only over TLS, or not at all: set sslmode=verify-full in ${setting}, or allow it in pg_hba.conf`;
  if (UNTRUSTED.test(code))
    return `The certificate of the server where ${setting} leads is not trusted (${code}): name its authority with sslrootcert=FILE in ${setting}, or skip the check with sslmode=no-verify`;
  if (code.startsWith('ERR_SSL')) return remedies['EPROTO']!(setting);
  if (/timeout/.test(message) && !severity) return remedies['ETIMEDOUT']!(setting);
  if (/Connection terminated/.test(message)) return remedies['ECONNRESET']!(setting);
  const remedy = entryOf(remedies, code);
  if (remedy) return remedy(setting);
  return severity ? `The server where ${setting} leads refuses the connection: ${message}` : undefined;
}

/** A connection, the first one by this setting. @throws WrongSettings with advice about an unusable server */
export async function connectFirst(address: string, setting: DatabaseSetting): Promise<pg.Client> {
  try {
    return await connectedTo(address, setting);
  } catch (error) {
    if (!POOLER.test(((error as Error).cause as Error | undefined)?.message ?? '')) throw error;
    // One in session mode is as good as the server.
    takesNoOptions(address);
    return connectedTo(address, setting);
  }
}

async function connectedTo(address: string, setting: DatabaseSetting): Promise<pg.Client> {
  let client: pg.Client | undefined;
  try {
    client = createClient(address, { connectMs: CONNECT_MS });
    client.on('error', () => {});
    await client.connect();
    await refuseUnfit(client, setting);
    // A pooler assigns its own ids to clients.
    if (pidOf(client) === (await backendOf(client))) return client;
    if (!(await keepsSession(client, address))) throw new WrongSettings(pooled(setting));
    if (!takesOptions(address)) return client;
    // It may have ignored our options.
    await client.end();
    takesNoOptions(address);
    return connectedTo(address, setting);
  } catch (error) {
    await client?.end().catch(() => {});
    const why = whyUnreachable(error, setting);
    throw why ? new WrongSettings(why, { cause: error }) : error;
  }
}

/** @throws WrongSettings if the server changes session settings, is too old, is read-only, or has another encoding. */
async function refuseUnfit(client: pg.Client, setting: DatabaseSetting): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string; encoding: string; standby: boolean }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby`,
  );
  const { number, version, encoding, standby } = rows[0]!;
  if (number < OLDEST) throw new WrongSettings(tooOld(setting, version));
  if (standby) throw new WrongSettings(`${setting} leads to a standby, which only reads: name the primary server`);
  if (encoding !== 'UTF8') throw new WrongSettings(`The database that ${setting} names holds ${encoding}: make one with the encoding UTF8`);
}

const pidOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID;
const backendOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;

/** Between two transactions another client takes the session, unless the pooler keeps it for this one. */
async function keepsSession(client: pg.Client, address: string): Promise<boolean> {
  const mark = randomBytes(8).toString('hex');
  await client.query(`select set_config('framelift.mark', $1, false)`, [mark]);
  const other = createClient(address, { connectMs: CONNECT_MS });
  other.on('error', () => {});
  try {
    await other.connect();
    await other.query('begin');
    const read = async (session: pg.Client) =>
      (await session.query<{ mark: string | null }>(`select current_setting('framelift.mark', true) as mark`)).rows[0]!.mark;
    return (await read(other)) !== mark && (await read(client)) === mark;
  } finally {
    await endConnection(other);
  }
}
