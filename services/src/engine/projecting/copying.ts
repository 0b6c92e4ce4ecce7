import { andPause, inTurns, isInBackground } from '../../platform/in-turns.ts';
import { locks, tryLockSession, unlockSession } from '../../platform/locks.ts';
import type { AnyEvent } from '../log/event.ts';
import type { Log } from '../log/log.ts';
import type { Pool, PoolClient } from '../../platform/pg.ts';
import type { Projection } from './projection.ts';
import type { ReadModel } from './read-model.ts';
import { type Build, schemaOf } from './schema.ts';

/** Events per page; a build folds it in two lanes. Smaller pages are slower (docs/measurements.md#pages-of-events). */
export const PAGE = 10_000;
/** Rows of each table a build keeps in memory. */
export const CACHE_ROWS = 20_000;

/** Called after every page with the number of events done and the total. */
export type OnProgress = (progress: { done: number; total: number }) => void;

/** Another process is building this copy of the read model. */
export class AlreadyBuilding extends Error {
  constructor(projection: Projection, build: Build) {
    super(`${projection.name}: somebody else is building its ${build} copy`);
  }
}

/** The copy was dropped or replaced during the build (an erasure drops copies that hold names). */
export class CopyLost extends Error {}

/** The log in pages; the next page is read while this one is folded. With `types`, only those events; the log must have reached `upTo`. */
export async function* pages(
  log: Log,
  after: number,
  upTo: number,
  types?: readonly string[],
): AsyncGenerator<{ after: number; upTo: number; events: AnyEvent[] }> {
  const read = async (position: number) => {
    const events = await andPause(() => log.read(position, PAGE, { upTo, types }));
    // Parsed as it arrives, while the database still writes the page before.
    if (types) for (const e of events) void (e.data && e.metadata);
    return events;
  };
  let from = after;
  for (let next = read(from); ;) {
    const events = await next;
    const isLast = events.length < PAGE;
    // Other types may follow the last event of these.
    const reached = isLast && types ? Math.max(from, upTo) : (events.at(-1)?.position ?? from);
    if (reached === from) return;
    next = isLast ? Promise.resolve([]) : read(reached);
    next.catch(() => {});
    // In the background, one session at a time.
    if (isInBackground()) await next.catch(() => {});
    yield { after: from, upTo: reached, events };
    from = reached;
  }
}

export const allPartitions = (log: Log): number[] => Array.from({ length: log.partitionCount }, (_, p) => p);

/** Half of the partitions each: rows belong to one partition, so two transactions fold a page in parallel. */
const lanesOf = (log: Log): number[][] => {
  const partitions = allPartitions(log);
  return [partitions.filter((p) => p % 2 === 0), partitions.filter((p) => p % 2 === 1)].filter((lane) => lane.length);
};

export interface CatchUpOptions {
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/** Advances copies to a position, reading the log once for all of them. */
export async function catchUp(
  log: Log,
  copies: readonly ReadModel[],
  upTo: number,
  { onProgress, signal }: CatchUpOptions = {},
): Promise<void> {
  const lanes = lanesOf(log);
  const from = Math.min(...(await Promise.all(copies.map((copy) => lowestCheckpoint(copy)))));
  if (from === Infinity) throw new CopyLost('a copy went away before it was built');
  const folded = [...new Set(copies.flatMap((copy) => [...copy.projection.subscription]))];
  for await (const page of pages(log, from, upTo, folded)) {
    const batches = lanes.map((partitions) => ({
      ...page,
      partitions,
      events: page.events.filter((e) => partitions.includes(e.partition)),
    }));
    const applied = await inTurns(copies.flatMap((copy) => batches.map((batch) => () => copy.apply(batch))));
    if (applied.some((a) => a.outcome !== 'applied')) throw new CopyLost('a copy went away while it was built');
    onProgress?.({ done: page.upTo, total: upTo });
    signal?.throwIfAborted();
  }
}

/** Advances each partition of a copy to the live read model's checkpoint. False: the copy is gone. */
export async function catchUpTo(log: Log, copy: ReadModel, checkpoints: ReadonlyMap<number, number>): Promise<boolean> {
  const own = await copy.checkpoints();
  for (const [partition, upTo] of checkpoints) {
    for (let after = own.get(partition)!; after < upTo;) {
      const events = await log.read(after, PAGE, { partitions: [partition], upTo });
      const reached = events.length < PAGE ? upTo : events.at(-1)!.position;
      const { outcome } = await copy.apply({ partitions: [partition], after, upTo: reached, events });
      if (outcome !== 'applied') return false;
      after = reached;
    }
  }
  return true;
}

/** `client`: has the current transaction. A second connection could deadlock with those that wait for this one. */
export const lowestCheckpoint = async (model: ReadModel, client?: PoolClient): Promise<number> =>
  Math.min(...(await model.checkpoints(client)).values());

/** Runs `work` as the only builder of these copies. The lock ends with its connection, so a killed build does not block others. */
export async function buildingAlone<T>(
  pool: Pool,
  projections: readonly Projection[],
  build: Build,
  work: (client: PoolClient) => Promise<T>,
) {
  const client = await pool.connect();
  let broken: Error | undefined;
  const locked: string[] = [];
  try {
    for (const projection of projections) {
      const lock = locks.build(schemaOf(projection, build));
      if (!(await tryLockSession(client, lock))) throw new AlreadyBuilding(projection, build);
      locked.push(lock);
    }
    return await work(client);
  } finally {
    for (const lock of locked) await unlockSession(client, lock).catch((e: Error) => (broken = e));
    client.release(broken);
  }
}
