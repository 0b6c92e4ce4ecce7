import { Inject, Injectable } from '@nestjs/common';
import { MINUTE_MS, SECOND_MS } from '@framelift/contracts';
import { Log } from '../log/log.ts';
import type { Secrets } from '../../platform/config.ts';
import { Every } from '../../platform/jobs.ts';
import { lockInTransaction, locks } from '../../platform/locks.ts';
import { inTransaction, type Pool, type Queryable } from '../../platform/pg.ts';
import { pause } from '../../platform/retrying.ts';
import { POOL, SECRETS } from '../../platform/tokens.ts';
import { checkpointText, signedNote } from '../../platform/notes.ts';
import { Origins } from './origins.ts';
import { base64, consistencyProof, rootOf } from './proofs.ts';
import { Tree } from './tree.ts';

/** Events that one transaction takes in. */
const AT_ONCE = 16_384;
/** Steps that follow each other leave the database to others for so many times as long as they took. */
const REST = 2;

/** More events a second are a rush: people wait for their appends, and nobody for the next second's checkpoint. */
const RUSH = 1_000;
/** A rush delays a checkpoint until the last one is this old. */
const LATEST_MS = MINUTE_MS;

/** A signed promise: the log had these events in this order (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  /** Events, so the position of the last one. */
  size: number;
  root: Buffer;
  /** The text with its signatures; empty while the tree is built again. */
  note: string;
  signedAt: Date;
}

interface State {
  position: number;
  size: number;
  ageMs: number | null;
}

/** Extends the tree behind the log, off the path of appends, and signs it. */
@Injectable()
export class Checkpoints {
  readonly tree = new Tree();
  /** The log a moment ago, ms of a steady clock. */
  private seen: { position: number; at: number } | undefined;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly log: Log,
    private readonly origins: Origins,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {
    log.onLost(() => this.tree.forget());
  }

  @Every(SECOND_MS, 'one process extends the tree over the log and signs a checkpoint: each second, and each minute in a rush')
  async keepUp(_now?: number, stop?: AbortSignal, clock = () => performance.now()): Promise<void> {
    const { position, size, ageMs } = await this.state();
    const { seen } = this;
    this.seen = { position, at: clock() };
    const isRush = seen && position - seen.position > (RUSH * (this.seen.at - seen.at)) / SECOND_MS;
    if (position > size && (!isRush || ageMs === null || ageMs > LATEST_MS)) await this.run(stop);
  }

  /** Afterwards a checkpoint has every event that was in the log, and may leave, before. */
  async run(stop?: AbortSignal): Promise<void> {
    for (let isDue = true; isDue && !stop?.aborted;) {
      const began = performance.now();
      isDue = await this.step();
      if (isDue) await pause(REST * (performance.now() - began), stop);
    }
  }

  /** Takes in the next events: all, unless a log has no tree yet, or the archive is late. A request waits for no more. */
  async extend(): Promise<void> {
    await this.log.barrier.reachedSoon();
    await this.step();
  }

  /** Proofs, base64, that the checkpoint of `size` events continues earlier ones; later ones are left out. */
  async continues(size: number, since: Iterable<number>): Promise<{ size: number; proof: string[] }[]> {
    const tree = await this.tree.at(this.pool, size);
    const found: { size: number; proof: string[] }[] = [];
    for (const old of new Set(since)) if (old <= size) found.push({ size: old, proof: base64(await consistencyProof(tree, old, size)) });
    return found;
  }

  /** Runs `work` on one view of the database and its last checkpoint. @returns undefined: nothing was signed yet */
  async inView<T>(work: (session: Queryable, last: Checkpoint) => Promise<T>): Promise<T | undefined> {
    return inTransaction(this.pool, async (session) => {
      await session.query('set transaction isolation level repeatable read, read only');
      const last = await lastOf(session);
      return last?.note ? work(session, last) : undefined;
    });
  }

  /** The last position that a checkpoint may have, and what the last one has; `ageMs` is null before the first one. */
  private async state(): Promise<State & { archived: number }> {
    const archived = await this.log.barrier.upTo();
    const text = `select position, coalesce(size, 0) as size, (extract(epoch from clock_timestamp() - signed_at) * 1000)::float8 as "ageMs"
                  from log.head left join log.checkpoint on true`;
    const [found] = (await this.pool.query<State>({ name: 'checkpoint.state', text })).rows;
    return { ...found!, position: Math.min(found!.position, archived), archived };
  }

  /** @returns whether there are more events. */
  private async step(): Promise<boolean> {
    const { position, size: signed, archived } = await this.state();
    if (position <= signed) return false;
    try {
      return await inTransaction(this.pool, async (session) => {
        await lockInTransaction(session, locks.checkpoint);
        const last = await lastOf(session);
        const from = last?.size ?? 0;
        const { rows } = await session.query<{ position: number }>({ name: 'checkpoint.head', text: 'select position from log.head' });
        const head = Math.min(rows[0]!.position, archived);
        const size = Math.min(head, from + AT_ONCE);
        // A restored database came in place of the one that memory is of.
        if (this.tree.stored > from) this.tree.forget();
        // A tree that is built again publishes nothing smaller than before.
        const isPublished = size === head || Boolean(last?.note);
        if (size > from) await this.sign(session, size, isPublished);
        return size < head;
      });
    } catch (error) {
      // What was rolled back is in memory.
      this.tree.forget();
      throw error;
    }
  }

  private async sign(session: Queryable, size: number, isPublished: boolean): Promise<void> {
    await this.tree.extend(session, size);
    const root = await rootOf(await this.tree.at(session, size), size);
    const origin = await this.origins.now(session);
    const text = checkpointText({ origin, size, root });
    const note = isPublished ? signedNote(text, origin, this.secrets.headSigning) : '';
    await session.query({
      name: 'checkpoint.signed',
      text: `insert into log.checkpoint (size, root, note, signed_at) values ($1, $2, $3, clock_timestamp())
             on conflict (one) do update
             set size = excluded.size, root = excluded.root, note = excluded.note, signed_at = excluded.signed_at`,
      values: [size, root, note],
    });
  }
}

/** The last one that a session sees. */
export async function lastOf(session: Queryable): Promise<Checkpoint | undefined> {
  const text = 'select size, root, note, signed_at as "signedAt" from log.checkpoint';
  return (await session.query<Checkpoint>({ name: 'checkpoint.last', text })).rows[0];
}

/** Drops the tree as the owner of the database: it is built again from the events, and nothing is published before that. */
export const dropTree = (owner: Pool): Promise<void> =>
  inTransaction(owner, async (session) => {
    await lockInTransaction(session, locks.checkpoint);
    await session.query('delete from log.tiles; delete from log.checkpoint');
  });
