import { shareInTransaction } from '../../platform/locks.ts';
import { events as shippedEvents, type Catalogue, type Sealed } from '@framelift/contracts';
import type { AnyEvent } from '../log/event.ts';
import type { Vault } from '../log/sealing/vault.ts';
import type { Pool, PoolClient, Queryable } from '../../platform/pg.ts';
import { foldInto, stepsOf } from './fold.ts';
import { type Exclusions, loadExclusions, type EventToPark, park } from './parked.ts';
import type { FoldedEvent, Projection } from './projection.ts';
import { BatchRows, RowCache, type Statement } from './row-store.ts';
import { type Build, isMissing, lockOf, quoted, schemaOf, type Shape, shapesOf } from './schema.ts';

/** One position for all partitions of a batch, or one for each. */
export type Bound = number | ReadonlyMap<number, number>;

/** Every event of some partitions in (after, upTo], in log order. Each partition's own order is what counts. */
export interface Batch {
  partitions: readonly number[];
  after: Bound;
  upTo: Bound;
  events: readonly AnyEvent[];
  /** Hashes the log must hold, to prove that events from elsewhere are its own. */
  anchors?: readonly { position: number; hash: Buffer }[];
}

/** applied: done, or done before. gap: earlier events are missing. foreign: not of this log. otherVersion: undefined without a read model. */
export type Applied = { outcome: 'applied' | 'gap' | 'foreign' } | { outcome: 'otherVersion'; version: number | undefined };

/** A projection cannot fold an event that must be folded. */
export class FoldFailed extends Error {
  constructor(
    readonly projection: string,
    readonly event: { position: number; streamId: string; type: string },
    override readonly cause: unknown,
  ) {
    super(`${projection} cannot fold ${event.type} at ${event.position} (${event.streamId}): ${(cause as Error).message}`);
  }
}

export interface Database {
  pool: Pool;
  vault: Vault;
  catalogue?: Catalogue;
}

interface Options {
  build?: Build;
  /** Rows of each table kept between batches. Only for builds: no other process writes their tables. */
  cacheRows?: number;
  /** Instead of parking: the live read model's parked events, so that a check equals it. */
  mirror?: Exclusions;
}

/** SQLSTATE classes 22 and 23: the data is at fault, so trying again would not help. */
export const isDataError = (error: unknown): boolean => /^2[23]...$/.test((error as { code?: string }).code ?? '');
const boundOf = (bound: Bound, partition: number): number => (typeof bound === 'number' ? bound : bound.get(partition)!);

/** A hash covers all history before it, so one per partition distinguishes this log from any other. */
async function holds(client: PoolClient, anchors: NonNullable<Batch['anchors']>): Promise<boolean> {
  const text = 'select from unnest($1::bigint[], $2::bytea[]) as a (position, hash) join log.events e using (position, hash)';
  const values = [anchors.map((a) => a.position), anchors.map((a) => a.hash)];
  const { rowCount } = await client.query({ name: 'anchors', text, values });
  return rowCount === anchors.length;
}

/** A projection's rows in one Postgres schema; each batch and its checkpoints are one transaction. */
export class ReadModel {
  readonly schema: string;
  private readonly shapes: readonly Shape[];
  private readonly caches = new Map<string, RowCache>();

  constructor(
    private readonly db: Database,
    readonly projection: Projection,
    private readonly options: Options = {},
  ) {
    this.schema = schemaOf(projection, options.build);
    this.shapes = shapesOf(projection);
    if (options.cacheRows) for (const table of Object.keys(projection.tables)) this.caches.set(table, new RowCache(options.cacheRows));
  }

  /** Folds the events the read model lacks. Safe to repeat and to run concurrently. */
  async apply(batch: Batch): Promise<Applied> {
    if (await this.advanceCheckpointsOnly(batch)) return { outcome: 'applied' };
    return this.transaction(batch, false).catch((error: unknown) => {
      if (!isDataError(error)) throw error;
      return this.transaction(batch, true);
    });
  }

  /** Moves only the checkpoints when no event is folded. May hit a schema that is being replaced: the next batch then finds the gap. */
  private async advanceCheckpointsOnly({ partitions, after, upTo, events, anchors = [] }: Batch): Promise<boolean> {
    if (this.options.build || events.some((e) => this.projection.subscription.has(e.type))) return false;
    const { rowCount } = await this.db.pool
      .query({
        name: `pass-over.${this.schema}`,
        text: `with unsynced as materialized (select set_config('synchronous_commit', 'off', true)),
                 locked as materialized (
                   select partition from ${quoted(this.schema, 'checkpoints')} where partition = any($1) order by partition for update)
               update ${quoted(this.schema, 'checkpoints')} c set position = greatest(c.position, u.up_to)
               from unnest($1::smallint[], $2::bigint[], $3::bigint[]) as u (partition, after, up_to) join locked using (partition), unsynced
               where c.partition = u.partition and c.version = $4 and c.position >= u.after
                 and (select count(*) from unnest($5::bigint[], $6::bytea[]) as a (position, hash) join log.events using (position, hash))
                     = cardinality($5::bigint[])`,
        values: [
          partitions,
          partitions.map((p) => boundOf(after, p)),
          partitions.map((p) => boundOf(upTo, p)),
          this.projection.version,
          anchors.map((a) => a.position),
          anchors.map((a) => a.hash),
        ],
      })
      .catch((error: unknown) => {
        if (!isMissing(error)) throw error;
        return { rowCount: 0 };
      });
    return rowCount === partitions.length;
  }

  /** As `apply`, in the caller’s locked transaction. `isolateBadEvents`: parks events the database refuses. @throws NewerEvent */
  async applyIn(client: PoolClient, batch: Batch, isolateBadEvents: boolean, transactionStarted?: Promise<unknown>): Promise<Applied> {
    const folded = batch.events.filter((e) => this.projection.subscription.has(e.type));
    for (const event of folded) event.checkKnown();
    const [{ rows: checkpoints }, isOurs, exclusions] = await Promise.all([
      // The row locks serialize writers of these partitions; a zombie waits here, then finds nothing to do.
      client.query<{ partition: number; version: number; position: number }>({
        name: `reached.${this.schema}`,
        text: `select partition, version, position from ${quoted(this.schema, 'checkpoints')} where partition = any($1::smallint[]) order by partition for update`,
        values: [batch.partitions],
      }),
      batch.anchors === undefined || holds(client, batch.anchors),
      this.options.mirror ?? (folded.length ? loadExclusions(client, this.projection, this.schema) : undefined),
      transactionStarted,
    ]);
    const other = checkpoints.find((c) => c.version !== this.projection.version);
    if (other || checkpoints.length < batch.partitions.length) return { outcome: 'otherVersion', version: other?.version };
    if (checkpoints.some((c) => c.position < boundOf(batch.after, c.partition))) return { outcome: 'gap' };
    if (!isOurs) return { outcome: 'foreign' };
    const reached = new Map(checkpoints.map((c) => [c.partition, c.position]));
    const events = folded.filter((e) => e.position > reached.get(e.partition)!);
    const reach = {
      name: `reach.${this.schema}`,
      text: `update ${quoted(this.schema, 'checkpoints')} c set position = u.position from unnest($1::smallint[], $2::bigint[]) as u (partition, position)
       where c.partition = u.partition and c.position < u.position`,
      values: [batch.partitions, batch.partitions.map((p) => boundOf(batch.upTo, p))],
    };
    if (events.length && !isolateBadEvents) await this.fold(client, events, exclusions!, [reach]);
    else {
      await this.foldCarefully(client, events, exclusions!);
      await client.query(reach);
    }
    return { outcome: 'applied' };
  }

  /** Folds parked events, ignoring checkpoints. The caller holds the projection's lock exclusively. */
  async refold(client: PoolClient, events: readonly AnyEvent[]): Promise<void> {
    await this.foldCarefully(client, events, await loadExclusions(client, this.projection, this.schema));
  }

  /** Partition → position up to which everything is folded or parked; empty when there is no read model. */
  async checkpoints(client: Queryable = this.db.pool, { ofAnyVersion = true } = {}): Promise<Map<number, number>> {
    try {
      const { rows } = await client.query<{ partition: number; position: number }>(
        `select partition, position from ${quoted(this.schema, 'checkpoints')} where $1 or version = $2 order by partition`,
        [ofAnyVersion, this.projection.version],
      );
      return new Map(rows.map((r) => [r.partition, r.position]));
    } catch (error) {
      if (isMissing(error)) return new Map();
      throw error;
    }
  }

  private async transaction(batch: Batch, isolateBadEvents: boolean): Promise<Applied> {
    const client = await this.db.pool.connect();
    let broken: Error | undefined;
    try {
      // A commit lost in a power cut takes its checkpoints along, so nothing is lost: the same events are read again.
      // Separate statements: the next ones must see the schemas' names as of when the lock is granted.
      const lock = this.options.build ? '' : `; ${shareInTransaction(lockOf(this.projection))}`;
      const transactionStarted = client.query(`begin; set local synchronous_commit to off${lock}`);
      const applied = await this.applyIn(client, batch, isolateBadEvents, transactionStarted);
      await client.query(applied.outcome === 'applied' ? 'commit' : 'rollback');
      return applied;
    } catch (error) {
      await client.query('rollback').catch((e: Error) => (broken = e));
      this.forget();
      if (isMissing(error)) return { outcome: 'otherVersion', version: undefined };
      throw error;
    } finally {
      client.release(broken);
    }
  }

  private forget(): void {
    for (const cache of this.caches.values()) cache.forget();
  }

  /** `extra`: statements to send after the rows. */
  private async fold(client: PoolClient, events: readonly AnyEvent[], exclusions: Exclusions, extra: Statement[] = []): Promise<void> {
    const tables = new Map(this.shapes.map((s) => [s.table, new BatchRows(this.schema, s, this.caches.get(s.table))]));
    const readable = this.projection.decrypts ? await this.unseal(client, events) : (events as readonly FoldedEvent[]);
    const planned = readable.map((event) => {
      try {
        return { event, steps: stepsOf(this.projection, event, (table, key, creates) => tables.get(table)!.entry(key, creates)) };
      } catch (error) {
        return { event, steps: [], error };
      }
    });
    await Promise.all([...tables.values()].map((table) => table.load(client)));
    const parked = new Map(exclusions.parked);
    const toPark: EventToPark[] = [];
    for (const { event, steps, error } of planned) {
      if (exclusions.skipped.has(event.position)) continue;
      const since = parked.get(event.streamId);
      if (since !== undefined && event.position >= since) {
        toPark.push({ event, error: null });
        continue;
      }
      try {
        if (error) throw error;
        foldInto(steps, event);
      } catch (fault) {
        parked.set(event.streamId, event.position);
        toPark.push({ event, error: fault as Error });
      }
    }
    await this.hold(client, toPark);
    // Each statement is sent as soon as it is put together: the database works on the one before meanwhile.
    const writes = [...tables.values()].flatMap((table) => table.statements().map((statement) => client.query(statement)));
    await Promise.all([...writes, ...extra.map((statement) => client.query(statement))]);
    for (const table of tables.values()) table.written();
    for (const [table, rows] of tables) this.caches.get(table)?.keep(rows.entries);
    for (const [stream, position] of parked) exclusions.parked.set(stream, position);
  }

  /** Bisects a batch that the database refuses; the event at fault is parked, the others are folded. */
  private async foldCarefully(client: PoolClient, events: readonly AnyEvent[], exclusions: Exclusions): Promise<void> {
    if (!events.length) return;
    await client.query('savepoint part');
    try {
      await this.fold(client, events, exclusions);
      await client.query('release savepoint part');
    } catch (error) {
      if (!isDataError(error)) throw error;
      await client.query('rollback to savepoint part; release savepoint part');
      this.forget();
      if (events.length === 1) {
        const event = events[0]! as FoldedEvent;
        await this.hold(client, [{ event, error: error as Error }]);
        exclusions.parked.set(event.streamId, event.position);
      } else {
        const half = events.length >> 1;
        await this.foldCarefully(client, events.slice(0, half), exclusions);
        await this.foldCarefully(client, events.slice(half), exclusions);
      }
    }
  }

  /** Live, an event that cannot be folded is parked. A copy may lack only events that the live read model lacks. */
  private async hold(client: PoolClient, events: readonly EventToPark[]): Promise<void> {
    if (this.options.build && events.some((p) => p.error)) {
      const known = this.options.mirror ?? (await loadExclusions(client, this.projection, schemaOf(this.projection)));
      for (const { event, error } of events)
        if (error && known.parked.get(event.streamId) !== event.position) throw new FoldFailed(this.projection.name, event, error);
    }
    if (!this.options.mirror) await park(client, this.schema, events);
  }

  /** Opens the personal fields of a batch in one look-up. */
  private async unseal(client: PoolClient, events: readonly AnyEvent[]): Promise<FoldedEvent[]> {
    const catalogue: Catalogue = this.db.catalogue ?? shippedEvents;
    const sealed: { data: Record<string, unknown>; field: string }[] = [];
    const copies = events.map((event) => {
      const data: Record<string, unknown> = { ...event.data };
      for (const field of Object.keys(catalogue[event.type]?.personal ?? {})) if (data[field] !== undefined) sealed.push({ data, field });
      const { position, streamId, version, type, partition, recordedAt, id, metadata } = event;
      return { position, streamId, version, type, partition, recordedAt, id, metadata, data } as FoldedEvent;
    });
    const clear = await this.db.vault.open(
      sealed.map(({ data, field }) => data[field] as Sealed),
      client,
    );
    for (const [i, { data, field }] of sealed.entries()) data[field] = clear[i];
    return copies;
  }
}
