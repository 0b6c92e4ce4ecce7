import { escapeIdentifier } from 'pg';
import { isLocked, locks } from '../../../platform/locks.ts';
import { inTransaction, type Pool, type PoolClient, type Queryable } from '../../../platform/pg.ts';
import { pause } from '../../../platform/retrying.ts';
import { recordDecidedLoss } from '../proving/losses.ts';

/** How far the archive reaches (docs/architecture.md#the-archive). */
export interface Archived {
  /** Id of the newest complete backup of this log; null: the archive waits for one. */
  base: string | null;
  /** The last event in it, and its hash. */
  position: number;
  hash: Buffer;
}

/** What an operator has to know of it. */
interface Health {
  /** Since when an event waits to be archived, or a base to be taken; null: nothing waits. */
  waitingSince: Date | null;
  /** Since when the archive cannot be written, and why: a sentence. */
  failingSince: Date | null;
  failure: string | null;
  /** Since when what leaves does not wait for it. */
  bypassedSince: Date | null;
}

interface State extends Archived {
  /** The last event of the segment that is being written, or was when its process died; null: none is. */
  writing: number | null;
  head: number;
  /** Something changed beside the log that is in no segment. */
  hasChanges: boolean;
  ahead: number | null;
}

/** A segment to write: the events after `position` up to `last`, and the changes beside the log that are marked with `last`. */
export interface Task extends Archived {
  base: string;
  last: number;
}

/** Events per segment, so that one which fails is not repeated for long. */
export const SEGMENT_EVENTS = 50_000;
/** Changes that one statement marks or deletes: it ends well before the pool gives up. */
const STATEMENT_CHANGES = 20_000;
/** Whether there are more events than one segment holds. */
export const isPart = ({ position, last }: Pick<Task, 'position' | 'last'>): boolean => last - position >= SEGMENT_EVENTS;
const BEGIN_LOOKS = 100;
const BEGIN_LOOK_MS = 100;

/**
 * The state of the continuous archive in the database. One process writes, under the lock `archive`; any process reads how far it is,
 * such as one that must not let anything leave before it is archived.
 */
export class Archive {
  constructor(private readonly pool: Pool) {}

  /** @returns undefined: changes beside the log are not noted yet. */
  async state(): Promise<State | undefined> {
    const { rows } = await this.pool.query<State>({
      name: 'archive.state',
      text: `select a.base, a.position, a.hash, a.writing, a.ahead, h.position as head,
               exists (select from log.beside where segment is null) as "hasChanges" from log.archive a, log.head h`,
    });
    return rows[0];
  }

  /**
   * Begins to note what changes beside the log, if it has not begun. A transaction that was running then may have noted nothing, so a
   * backup can be a base only if it begins after all of them have ended. @returns the last change noted; undefined: one still runs
   */
  async begin(): Promise<number | undefined> {
    await this.pool.query('insert into log.archive default values on conflict do nothing');
    for (let looks = 0; looks < BEGIN_LOOKS; looks++) {
      const { rows } = await this.pool.query<{ begun: boolean; n: number }>(
        `select a.begun < pg_snapshot_xmin(pg_current_snapshot()) as begun, (select coalesce(max(n), 0) from log.beside) as n from log.archive a`,
      );
      if (rows[0]?.begun) return rows[0].n;
      await pause(BEGIN_LOOK_MS);
    }
    return undefined;
  }

  /** A complete backup becomes the base. The archive goes on after the events that it has, or begins after the backup. `noted`: by `begin`. */
  async setBase(id: string, { position, hash }: Pick<Archived, 'position' | 'hash'>, noted: number): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ base: string | null }>('select base from log.archive for update');
      if (!rows[0]) return;
      if (rows[0].base) return void (await client.query('update log.archive set base = $1', [id]));
      await client.query('update log.archive set base = $1, position = $2, hash = $3, archived_at = clock_timestamp(), writing = null', [
        id,
        position,
        hash,
      ]);
      await inParts(client, 'delete from log.beside', 'n <= $1', [noted]);
    });
  }

  /** What follows no longer continues the base: the archive waits for a new one. */
  static async endBase(on: Queryable): Promise<void> {
    await on.query('update log.archive set base = null, waiting_since = clock_timestamp(), writing = null where base is not null');
  }

  /** Nothing is noted or archived any more. */
  async end(): Promise<void> {
    if (!(await this.state())) return;
    await inTransaction(this.pool, async (client) => {
      await client.query('delete from log.archive');
      await client.query('delete from log.beside');
    });
  }

  /**
   * Decides what the next segment holds, before any of it is written: a process that takes over writes the same one again, and it does not
   * matter whose bytes arrive last. @returns undefined: there is nothing to write.
   */
  async next(): Promise<Task | undefined> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<State>(
        'select a.base, a.position, a.hash, a.writing, a.ahead, h.position as head from log.archive a, log.head h for update of a',
      );
      const [found] = rows;
      if (!found?.base || found.ahead !== null) return undefined;
      const { base, position, hash } = found;
      if (found.writing !== null) return { base, position, hash, last: found.writing };
      const last = Math.min(found.head, position + SEGMENT_EVENTS);
      const marked = await inParts(client, 'update log.beside set segment = $1', 'segment is null', [last]);
      if (last === position && !marked) return undefined;
      await client.query('update log.archive set writing = $1', [last]);
      return { base, position, hash, last };
    });
  }

  /**
   * The segment is in the store. Changes of one without events are kept for the next, because that has the same name.
   * @returns false: another process recorded it.
   */
  async record({ position, last }: Task, hash: Buffer): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(
        `update log.archive set position = $2, hash = $3, archived_at = clock_timestamp(), writing = null, failing_since = null, failure = null,
           bypassed_since = case when $4 then bypassed_since end
         where position = $1 and writing = $2`,
        [position, last, hash, isPart({ position, last })],
      );
      if (rowCount && last > position) await inParts(client, 'delete from log.beside', 'segment <= $1', [last]);
      return rowCount === 1;
    });
  }

  /** It could not be written. `why`: a sentence. */
  async failed(why: string): Promise<void> {
    await this.pool.query('update log.archive set failing_since = coalesce(failing_since, clock_timestamp()), failure = $1', [why]);
  }

  /** Nothing waits for it from now on, until it is caught up. @returns false: it does not fail. */
  static async bypass(on: Queryable): Promise<boolean> {
    const { rowCount } = await on.query(
      'update log.archive set bypassed_since = coalesce(bypassed_since, clock_timestamp()) where failing_since is not null',
    );
    return rowCount === 1;
  }

  /** The last event of the archive, where the log lost some that it has; 0: that is being looked at; null: the log has all. */
  async ahead(): Promise<number | null> {
    const text = 'select ahead from log.archive';
    return (await this.pool.query<{ ahead: number | null }>({ name: 'archive.ahead', text })).rows[0]?.ahead ?? null;
  }

  /** `head`: the end of the log that it was compared with. @returns false: the log went on since */
  async setAhead(ahead: number | null, head?: number): Promise<boolean> {
    const text = 'update log.archive set ahead = $1 where $2::bigint is null or $2 = (select position from log.head)';
    return (await this.pool.query(text, [ahead, head ?? null])).rowCount === 1;
  }

  /** What the archive has and the log lost stays lost. @returns whether there was something */
  async giveUp(by: string): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query('update log.archive set ahead = null where ahead is not null');
      if (!rowCount) return false;
      const { rows } = await client.query<{ position: number; hash: Buffer }>('select position, hash from log.head');
      await recordDecidedLoss(client, rows[0]!, by);
      await Archive.endBase(client);
      return true;
    });
  }

  /** The log has the events of the archive up to there again. */
  async filled(position: number, hash: Buffer): Promise<void> {
    const text = `update log.archive set position = $1, hash = $2, archived_at = clock_timestamp(), writing = null, ahead = null,
      failing_since = null, failure = null`;
    await this.pool.query(text, [position, hash]);
  }

  /** @returns undefined: there is no archive. A backup that is being taken is no base that waits. */
  async health(): Promise<Health | undefined> {
    const { rows } = await this.pool.query<Health>(
      `select failing_since as "failingSince", failure, bypassed_since as "bypassedSince",
         case when base is not null then (select recorded_at from log.events where position = a.position + 1)
           when not ${isLocked(locks.backup)} then waiting_since end as "waitingSince"
       from log.archive a`,
    );
    return rows[0];
  }

  /** The last event that is safe and since when: now, if nothing waits. @returns undefined: nothing is archived */
  async safeUpTo(): Promise<{ position: number; at: Date } | undefined> {
    const { rows } = await this.pool.query<{ position: number; at: Date }>(
      `select a.position, case when a.position = h.position and not exists (select from log.beside where segment is null)
         then clock_timestamp() else a.archived_at end as at from log.archive a, log.head h where a.base is not null`,
    );
    return rows[0];
  }
}

/** Changes the noted changes that `which` selects, some at a time. @returns how many */
async function inParts(client: PoolClient, statement: string, which: string, values: readonly number[]): Promise<number> {
  const text = `${statement} where n = any(array(select n from log.beside where ${which} limit ${STATEMENT_CHANGES}))`;
  for (let done = 0; ;) {
    const { rowCount } = await client.query(text, [...values]);
    done += rowCount!;
    if (rowCount! < STATEMENT_CHANGES) return done;
  }
}

/** A row of a table beside the log that changed: its key, and what it is now; null: it is gone. Both JSON. */
export interface Change {
  key: string;
  row: string | null;
}

/** Changes per page: a row may hold a picture. */
const PAGE = 20;

/** The marked changes, by table, as they are now. In the caller's transaction. */
export async function* changes(client: Pick<PoolClient, 'query'>): AsyncGenerator<{ table: string; changed: Change[] }> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select name, (select array_agg(quote_ident(c)) from json_object_keys(min(key)::json) c) as columns
     from log.beside where segment is not null group by name order by name`,
  );
  for (const { name, columns } of tables) {
    await client.query(
      `declare changed no scroll cursor for select k.key, row_to_json(t)::text as row
       from (select distinct key from log.beside where name = '${name}' and segment is not null) k
       cross join lateral json_populate_record(null::${name}, k.key::json) r
       left join ${name} t on ${columns.map((c) => `t.${c} = r.${c}`).join(' and ')}`,
    );
    for (;;) {
      const { rows } = await client.query<Change>(`fetch ${PAGE} from changed`);
      if (!rows.length) break;
      yield { table: name, changed: rows };
    }
    await client.query('close changed');
  }
}

/** Changes the rows of a table of a restored system in the same way. In the caller's transaction, as the owner of the schema. */
export async function applyChanges(client: Pick<PoolClient, 'query'>, table: string, changed: readonly Change[]): Promise<void> {
  const key = Object.keys(JSON.parse(changed[0]!.key) as object).map(escapeIdentifier);
  const gone = changed.filter(({ row }) => row === null).map((change) => change.key);
  if (gone.length)
    await client.query(
      `delete from ${table} t using json_populate_recordset(null::${table}, $1::json) r where ${key.map((c) => `t.${c} = r.${c}`).join(' and ')}`,
      [`[${gone.join(',')}]`],
    );
  const rows = changed.flatMap(({ row }) => row ?? []);
  if (!rows.length) return;
  const others = Object.keys(JSON.parse(rows[0]!) as object)
    .map(escapeIdentifier)
    .filter((column) => !key.includes(column));
  await client.query(
    `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)
     on conflict (${key.join(', ')}) do ${others.length ? `update set ${others.map((c) => `${c} = excluded.${c}`).join(', ')}` : 'nothing'}`,
    [`[${rows.join(',')}]`],
  );
}

/** From now on the changes of a table are noted. As its owner; `key`: columns of its key. */
export const watchBeside = (on: Queryable, table: string, key: string) =>
  on.query('select log.watch_beside($1::regclass, $2)', [table, key]);
