import pg from 'pg';

// bigint columns hold positions and cents: both far below 2^53, so plain numbers are exact. `json` stays the text it was written as.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

export type { Pool, PoolClient } from 'pg';

/** Connections stay from one crowd to the next; no firewall forgets them in that time. */
const IDLE_MS = 5 * 60_000;
/** A cut cable or a moved server gives no signal: both time-outs together report it within 10 s. */
const CONNECT_MS = 4_000;
const ANSWER_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;
/** For closing a connection. */
const END_MS = 1_000;
/** A transaction whose process was paused holds its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 10_000;

interface Options {
  /** Connections. */
  max?: number;
  /** ms until a statement without an answer fails and its connection is given up; Infinity: builds and reports take their time. */
  answerMs?: number;
  /** Settings of each session. */
  session?: Record<string, string | number>;
}

/** Every connection notices a silent peer and gives up connecting after a while. */
export const connection = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS, connectionTimeoutMillis: CONNECT_MS };

/** A pool of connections that know our types. */
export const createPool = (connectionString: string, { max = 16, answerMs = ANSWER_MS, session = {} }: Options = {}): pg.Pool => {
  const isBounded = answerMs !== Infinity;
  const settings = {
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    ...(isBounded ? { statement_timeout: answerMs } : {}),
    ...session,
  };
  const url = new URL(connectionString);
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  const pool = new pg.Pool({
    connectionString: url.href,
    max,
    ...connection,
    ...(isBounded ? { query_timeout: answerMs } : {}),
    options: [given, ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)].join(' '),
    idleTimeoutMillis: IDLE_MS,
    pipeline: true,
    types: types as never,
  });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // One that dies between two statements of a transaction fails the next statement; it must not end the process either.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};

/** For programs that play history: events are recorded at the program's time, whatever the database's clock shows. */
export const simulatedClock = { 'framelift.simulated_clock': 'on' };

/** Ends a connection, also one whose other side no longer answers. */
export async function endConnection(client: pg.Client): Promise<void> {
  const late = setTimeout(() => (client as unknown as { connection: pg.Connection }).connection.stream.destroy(), END_MS);
  await client.end().catch(() => {});
  clearTimeout(late);
}
