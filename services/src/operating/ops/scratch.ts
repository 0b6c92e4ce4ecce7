import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { missingForRestores, type MissingRight } from '../../platform/database-rights.ts';
import { startPostgres } from '../../platform/embedded-postgres.ts';
import { createPatientClient, endConnection } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { pause } from '../../platform/retrying.ts';

export interface ScratchDatabase {
  name: string;
  appUrl: string;
  ownerUrl: string;
  /** It is in the PostgreSQL that comes with Framelift: the role may not create databases on the system's. */
  isElsewhere: boolean;
  drop(): Promise<void>;
}

const MARK = '_proof_';
const OBJECT_IN_USE = '55006';

const at = (url: string, database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href;

const nameIn = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));
const scratchName = (own: string): string => `${own}${MARK}${randomBytes(4).toString('hex')}`;

/** Before any work: a restore over the system needs a second database beside it. @throws Refused */
export async function refuseWithoutRoom(ownerUrl: string): Promise<void> {
  const missing = await missingFor(ownerUrl);
  if (!missing) return;
  const role = decodeURIComponent(new URL(ownerUrl).username);
  throw Refused.inWords(
    `The role ${role} may not create the database that is put in the place of the system's: run ${missing.statement}, or restore into an empty database`,
  );
}

async function missingFor(ownerUrl: string): Promise<MissingRight | undefined> {
  const client = createPatientClient(ownerUrl);
  await client.connect();
  return missingForRestores(client).finally(() => client.end());
}

/** Where a role may create no databases: our own PostgreSQL in `folder`, for this trial alone. @throws Refused */
export async function createElsewhere(appUrl: string, ownerUrl: string, folder: string): Promise<ScratchDatabase> {
  const missing = await missingFor(ownerUrl);
  if (!missing) return createScratch(appUrl, ownerUrl);
  const server = await startPostgres(folder, 'framelift', { throwaway: true }).catch((cause: Error) => {
    throw Object.assign(Refused.inWords(`${cause.message}. To restore backups on trial beside the system, run ${missing.statement}`), {
      cause,
    });
  });
  try {
    return { ...(await createScratch(server.appUrl, server.ownerUrl)), isElsewhere: true, drop: () => server.remove() };
  } catch (error) {
    await server.remove();
    throw error;
  }
}

/** An empty database beside that of the system, for a trial restore. Removes those of killed processes: the caller is the only one. @throws Refused */
export async function createScratch(appUrl: string, ownerUrl: string): Promise<ScratchDatabase> {
  const own = nameIn(ownerUrl);
  const name = scratchName(own);
  const client = createPatientClient(ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where starts_with(datname, $1) and datdba = current_user::regrole`,
      [own + MARK],
    );
    for (const { datname } of rows) await dropped(client, appUrl, datname);
    await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return {
    name,
    isElsewhere: false,
    appUrl: at(appUrl, name),
    ownerUrl: at(ownerUrl, name),
    async drop() {
      const again = createPatientClient(ownerUrl);
      await again.connect();
      await dropped(again, appUrl, name).finally(() => again.end());
    },
  };
}

/** Only its own role may end a session of the app that a pooler keeps. */
async function dropped(client: pg.Client, appUrl: string, name: string): Promise<void> {
  const sessions = async () =>
    (await client.query<{ pid: number }>('select pid from pg_stat_activity where datname = $1', [name])).rows.map(({ pid }) => pid);
  if ((await sessions()).length) {
    const app = createPatientClient(appUrl);
    await app.connect();
    for (let looks = 0, left = await sessions(); left.length && looks < LOOKS; looks++, left = await sessions()) {
      for (const pid of left) await endSession(client, app, pid);
      await pause(LOOK_MS);
    }
    await endConnection(app);
  }
  await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

/** A role may end its own sessions, and those of its members. */
const endSession = (owner: pg.Client, app: pg.Client, pid: number): Promise<unknown> =>
  end(owner, pid).catch(() => end(app, pid).catch(() => {}));
const end = (client: pg.Client, pid: number) => client.query('select pg_terminate_backend($1)', [pid]);

/** PostgreSQL gives up a rename after five seconds of waiting for others to disconnect. */
const LOOK_MS = 20;
/** A session that was ended is gone long before. */
const LOOKS = 100;

/**
 * Puts a scratch database in the place of the system's, in one transaction: killed at any moment, one of them is there whole. Everyone is
 * disconnected, and who connects meanwhile waits. `last`: the session that keeps others from appending; it is disconnected last.
 * @throws Refused, and nothing has changed.
 */
export async function swapIn(appUrl: string, ownerUrl: string, scratch: ScratchDatabase, last: number): Promise<void> {
  const own = nameIn(ownerUrl);
  // A database cannot be renamed from inside: the sessions need a third one.
  const [replaced, third] = [scratchName(own), scratchName(own)];
  const within = createPatientClient(ownerUrl);
  await within.connect();
  await within.query(`create database ${pg.escapeIdentifier(third)}`).finally(() => endConnection(within));
  const [renaming, ending, endingOwn] = [ownerUrl, ownerUrl, appUrl].map((url) => createPatientClient(at(url, third))) as [
    pg.Client,
    pg.Client,
    pg.Client,
  ];
  const sessions = [renaming, ending, endingOwn];
  try {
    for (const session of sessions) await session.connect();
    await renaming.query('begin');
    const renamed = rename(renaming, own, replaced).then(() => rename(renaming, scratch.name, own));
    const over = new AbortController();
    void renamed.catch(() => {}).finally(() => over.abort());
    await disconnect(own, ending, endingOwn, last, over.signal);
    await renamed.catch(async (error: { code?: string }) => {
      await renaming.query('rollback');
      if (error.code !== OBJECT_IN_USE) throw error;
      throw Refused.inWords(
        'Another program is connected to the database and cannot be disconnected: nothing was changed. End it, and try again',
        'conflict',
      );
    });
    await renaming.query('commit');
    // The next trial removes what is left.
    await dropped(ending, appUrl, replaced).catch(() => {});
  } finally {
    for (const session of sessions) await endConnection(session);
    const after = createPatientClient(ownerUrl);
    await after
      .connect()
      .then(() => dropped(after, appUrl, third))
      .catch(() => {});
    await endConnection(after);
  }
}

const rename = (client: pg.Client, from: string, to: string) =>
  client.query(`alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`);

/** Ends every session of a database, `last` when no other can begin. */
async function disconnect(own: string, owner: pg.Client, app: pg.Client, last: number, over: AbortSignal): Promise<void> {
  for (; !over.aborted; await pause(LOOK_MS)) {
    const { rows } = await owner.query<{ pid: number; closed: boolean }>(
      `select a.pid, exists (select from pg_locks l where l.locktype = 'object' and l.classid = 'pg_database'::regclass and l.objid = d.oid
           and l.mode = 'AccessExclusiveLock' and l.granted) as closed
       from pg_stat_activity a join pg_database d on d.oid = a.datid where d.datname = $1`,
      [own],
    );
    const others = rows.filter(({ pid }) => pid !== last);
    if (!others.length && rows[0] && !rows[0].closed) continue;
    for (const { pid } of others.length ? others : rows) await endSession(owner, app, pid);
  }
}
