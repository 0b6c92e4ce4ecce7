import pg from 'pg';

// bigint columns hold positions and cents: both far below 2^53, so plain numbers are exact. `json` stays the text it was written as.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

export type { Pool, PoolClient } from 'pg';
/** What runs statements, in a transaction or by itself. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** Keeps connections between peaks; shorter than any firewall's timeout. */
const IDLE_MS = 5 * 60_000;
/** A cut cable or moved server gives no signal: both time-outs together detect it within 10 s. */
const CONNECT_MS = 4_000;
/** Work that takes its time waits for a busy machine too, and for its own computing. */
const PATIENT_MS = 30_000;
const ANSWER_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;
/** Time to close a connection. */
const END_MS = 1_000;
/** A transaction whose process was paused holds its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 10_000;

type SessionSettings = Record<string, string | number>;

interface Options {
  /** Connections. */
  max?: number;
  /** ms until a statement without an answer fails and its connection is given up; Infinity: builds and reports take their time. */
  answerMs?: number;
  /** Settings of each session. */
  session?: SessionSettings;
}

/**
 * Session settings the program relies on: how values are read and written, how names resolve, and that only the program ends a
 * statement or session. As connection options they take precedence over those of server, database, role and environment.
 */
const reliedOn: SessionSettings = {
  DateStyle: 'ISO,MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  array_nulls: 'on',
  bytea_output: 'hex',
  default_transaction_deferrable: 'off',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  exit_on_error: 'off',
  extra_float_digits: 1,
  'framelift.simulated_clock': 'off',
  idle_in_transaction_session_timeout: 0,
  idle_session_timeout: 0,
  lock_timeout: 0,
  quote_all_identifiers: 'off',
  row_security: 'on',
  search_path: 'public',
  standard_conforming_strings: 'on',
  statement_timeout: 0,
  transform_null_equals: 'off',
};

/** Not a connection option, as older servers lack transaction_timeout; only programs that opt out skip the disk on commit. */
const afterConnecting = (session: SessionSettings): string => `
  select set_config('transaction_timeout', '0', false) where current_setting('transaction_timeout', true) <> '0';
  ${'synchronous_commit' in session ? '' : `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`}`;

/** Servers that take no options of a session: poolers in session mode. Each setting is set after connecting. */
const withoutOptions = new Set<string>();
const serverOf = (address: string): string => new URL(address).host;
export const takesOptions = (address: string): boolean => !withoutOptions.has(serverOf(address));
export const takesNoOptions = (address: string): void => void withoutOptions.add(serverOf(address));

const settingsOf = (address: string, session: SessionSettings): string =>
  !takesOptions(address)
    ? `${Object.entries({ ...reliedOn, ...session })
        .map(([name, value]) => `select set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(String(value))}, false)`)
        .join('; ')};`
    : '';

/** The session settings of a connection that was just made; without them it must not be used. */
function afterConnected(client: pg.ClientBase, address: string, session: SessionSettings): void {
  client.query(settingsOf(address, session) + afterConnecting(session)).catch((error: Error) => {
    if (!takesOptions(address)) (client as unknown as { connection: pg.Connection }).connection.stream.destroy(error);
  });
}

/** The address without its options, and all options: its own, the required ones, and those of this session. */
function withOptions(address: string, session: SessionSettings): { connectionString: string; options?: string } {
  const url = new URL(address);
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  if (!takesOptions(address)) return { connectionString: url.href };
  const settings = Object.entries({ ...reliedOn, ...session });
  const flags = settings.map(([name, value]) => `-c ${name}=${String(value).replaceAll(/[\\\s]/g, '\\$&')}`);
  return { connectionString: url.href, options: [given, ...flags].join(' ').trim() };
}

/** Every connection detects a silent peer and stops connecting after a timeout. */
const connection = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS, connectionTimeoutMillis: CONNECT_MS };

interface ClientOptions extends Pick<Options, 'session' | 'answerMs'> {
  /** ms until an attempt to connect fails. */
  connectMs?: number;
}

/** A single connection, outside every pool and not connected yet. `answerMs`: ms until a query without a response fails. */
export function createClient(address: string, { session = {}, answerMs, connectMs = CONNECT_MS }: ClientOptions = {}): pg.Client {
  const bounded = answerMs ? { query_timeout: answerMs } : {};
  const client = new pg.Client({ ...withOptions(address, session), ...connection, connectionTimeoutMillis: connectMs, ...bounded });
  client.once('connect', () => afterConnected(client, address, session));
  return client;
}

/** The same for operators’ work, which a busy machine may keep waiting. */
export const createPatientClient = (address: string): pg.Client => createClient(address, { connectMs: PATIENT_MS });

/** A pool of connections that know our types. */
export const createPool = (address: string, { max = 16, answerMs = ANSWER_MS, session = {} }: Options = {}): pg.Pool => {
  const isBounded = answerMs !== Infinity;
  const settings = {
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    ...(isBounded ? { statement_timeout: answerMs } : {}),
    ...session,
  };
  const pool = new pg.Pool({
    ...withOptions(address, settings),
    max,
    ...connection,
    ...(isBounded ? { query_timeout: answerMs } : { connectionTimeoutMillis: PATIENT_MS }),
    idleTimeoutMillis: IDLE_MS,
    pipeline: true,
    types: types as never,
  });
  // The pool replaces a connection that dies while idle; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // One that dies between two statements fails the next statement; it must not end the process either.
    client.on('error', () => {});
    afterConnected(client, address, settings);
  });
  return pool;
};

/** Commits what `work` does on one connection, or rolls all of it back. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((e: Error) => (broken = e));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** For programs that create history: events are recorded at the program's time, not the database's. */
export const simulatedClock = { 'framelift.simulated_clock': 'on' };

/** Ends a connection, even one whose peer no longer responds. */
export async function endConnection(client: pg.Client): Promise<void> {
  const late = setTimeout(() => (client as unknown as { connection: pg.Connection }).connection.stream.destroy(), END_MS);
  await client.end().catch(() => {});
  clearTimeout(late);
}
