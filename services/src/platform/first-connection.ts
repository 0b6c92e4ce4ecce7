import type pg from 'pg';
import { createClient } from './pg.ts';
import { WrongSettings } from './settings.ts';

export type DatabaseSetting = 'DATABASE_URL' | 'MIGRATE_DATABASE_URL';

/** A host that starts is busy with itself, its database too: longer than later connections may take. */
const CONNECT_MS = 15_000;

/** The oldest PostgreSQL with the features the log's functions use. */
const OLDEST = 150_000;

const pooled = (setting: string) => `${setting} leads to a pooler; Framelift needs direct connections`;
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
  '53300': (setting) => `The server where ${setting} leads has no connection left: end others, or raise max_connections`,
  '57P03': (setting) => `The server where ${setting} leads is starting or stopping: try again in a moment`,
  // A session setting that only newer servers know.
  '42704': (setting) => tooOld(setting),
};

/** Codes of OpenSSL and Node for an untrusted certificate. */
const UNTRUSTED = /CERT|LEAF_SIGNATURE|UNABLE_TO_|ERR_TLS_CERT/;
/** How poolers refuse session settings. */
const POOLER = /unsupported startup parameter|support command-line options/i;

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
  if (remedies[code]) return remedies[code](setting);
  return severity ? `The server where ${setting} leads refuses the connection: ${message}` : undefined;
}

/** A connection, the first one by this setting. @throws WrongSettings with advice about an unusable server */
export async function connectFirst(address: string, setting: DatabaseSetting): Promise<pg.Client> {
  let client: pg.Client | undefined;
  try {
    client = createClient(address, { connectMs: CONNECT_MS });
    client.on('error', () => {});
    await client.connect();
    await refuseUnfit(client, setting);
    return client;
  } catch (error) {
    await client?.end().catch(() => {});
    const why = whyUnreachable(error, setting);
    throw why ? new WrongSettings(why, { cause: error }) : error;
  }
}

/** @throws WrongSettings if the server changes session settings, is too old, is read-only, or has another encoding. */
async function refuseUnfit(client: pg.Client, setting: DatabaseSetting): Promise<void> {
  const { rows } = await client.query<{ pid: number; number: number; version: string; encoding: string; standby: boolean }>(
    `select pg_backend_pid() as pid, current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby`,
  );
  const { pid, number, version, encoding, standby } = rows[0]!;
  // A pooler assigns its own ids to clients.
  if (pid !== (client as unknown as { processID: number }).processID) throw new WrongSettings(pooled(setting));
  if (number < OLDEST) throw new WrongSettings(tooOld(setting, version));
  if (standby) throw new WrongSettings(`${setting} leads to a standby, which only reads: name the primary server`);
  if (encoding !== 'UTF8') throw new WrongSettings(`The database that ${setting} names holds ${encoding}: make one with the encoding UTF8`);
}
