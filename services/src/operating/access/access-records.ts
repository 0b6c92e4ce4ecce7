import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS, type AccessesView } from '@framelift/contracts';
import { batched } from '../../platform/batched.ts';
import { pageOf } from '../../http/list-query.ts';
import { Every } from '../../platform/jobs.ts';
import type { Pool } from '../../platform/pg.ts';
import { POOL } from '../../platform/tokens.ts';
import { joinAccount } from '../../screens/names.ts';

type Access = AccessesView['accesses'][number];
type Entry = Omit<Access, 'id' | 'username'>;

const KEPT = '12 months';

/** A restore over a running system keeps it: it says who read what. */
export const ACCESSES = { name: 'access.entries', key: 'id' } as const;

/** The table says of a sign-in what no migration may change. */
const kept = (kind: Access['kind']) => (kind === 'signedIn' ? 'signed in' : kind);
const shown = (kind: string) => (kind === 'signed in' ? 'signedIn' : kind) as Access['kind'];

/** A flood of refusals costs at most twenty inserts a second. */
export const REFUSED_BATCH_MS = 50;

/** The access record: a separate table, outside the log. */
@Injectable()
export class AccessRecords {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  private readonly keepRefused = batched((entries: readonly Entry[]) => this.keep(entries), REFUSED_BATCH_MS);
  private readonly keepOther = batched((entries: readonly Entry[]) => this.keep(entries));

  /** Resolves once it is stored. */
  record(entry: Entry): Promise<undefined> {
    return entry.kind === 'refused' ? this.keepRefused(entry) : this.keepOther(entry);
  }

  private async keep(entries: readonly Entry[]): Promise<undefined[]> {
    await this.pool.query({
      name: 'access.record',
      text: `insert into access.entries (at, kind, account_id, key_name, about, call, status, came_from)
             select "recordedAt", kind, "accountId", "keyName", about, call, status, "from" from json_to_recordset($1)
             as a ("recordedAt" timestamptz, kind text, "accountId" text, "keyName" text, about text, call text, status int, "from" text)`,
      values: [JSON.stringify(entries.map((entry) => ({ ...entry, kind: kept(entry.kind) })))],
    });
    return entries.map(() => undefined);
  }

  /** Newest first; `after` is the id of the last one seen. */
  async list(after: number | undefined, limit: number): Promise<AccessesView> {
    const { rows } = await this.pool.query<Omit<Access, 'recordedAt' | 'id' | 'kind'> & { id: number; recordedAt: Date; kind: string }>(
      `select e.id, e.at as "recordedAt", e.kind, e.account_id as "accountId", n.username, e.key_name as "keyName", e.about, e.call, e.status,
         e.came_from as "from"
       from access.entries e ${joinAccount('n', "substring(e.account_id from '^(?:affiliate|admin)-(.+)$')")}
       where $1::bigint is null or e.id < $1 order by e.id desc limit $2`,
      [after, limit + 1],
    );
    const page = pageOf(rows, limit, (r) => [r.id]);
    const accesses = page.rows.map((r) => ({ ...r, id: String(r.id), kind: shown(r.kind), recordedAt: r.recordedAt.toISOString() }));
    return { accesses, next: page.next };
  }

  @Every(HOUR_MS, 'deletes access records of more than 12 months ago')
  async forget(now: number): Promise<void> {
    await this.pool.query('delete from access.entries where at < $1::timestamptz - $2::interval', [new Date(now), KEPT]);
  }
}
