import { Inject, Injectable } from '@nestjs/common';
import { refusals, type RowStepsView, type TouchedRowsView } from '@framelift/contracts';
import type { AnyEvent } from '../../engine/log/event.ts';
import { Log } from '../../engine/log/log.ts';
import { withoutPersonal } from '../../engine/log/sealing/opened.ts';
import { type Row, stepsOf } from '../../engine/projecting/fold.ts';
import { Freshness } from '../../engine/projecting/freshness.ts';
import { loadExclusions } from '../../engine/projecting/parked.ts';
import { type FoldedEvent, type KeyValue, type Projection, PROJECTIONS, type Table } from '../../engine/projecting/projection.ts';
import { isDataError } from '../../engine/projecting/read-model.ts';
import { BatchRows } from '../../engine/projecting/row-store.ts';
import { isMissing, type Shape, shapesOf } from '../../engine/projecting/schema.ts';
import { isSameRow, RowFold, type RowStep } from '../../engine/projecting/stepping.ts';
import { pageOf } from '../../http/list-query.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { POOL } from '../../platform/tokens.ts';
import { RowEvents } from './row-events.ts';

/** The read model advances while its row is read. */
const ATTEMPTS = 3;

interface RowQuery {
  name: string;
  table: string;
  /** The whole key, in its order. */
  key: readonly KeyValue[];
  /** Steps before this position. */
  before: number | undefined;
  limit: number;
}
/** The declared table; columns with names in clear are not opened here. */
interface Place {
  projection: Projection;
  table: Table;
  shape: Shape;
  unopened: readonly string[];
}

/** A row of a read model and each event's effect on it, folded from the log with the read model's own functions. */
@Injectable()
export class RowSteps {
  private readonly events: RowEvents;
  private readonly freshness: Freshness;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly log: Log,
    @Inject(PROJECTIONS) private readonly projections: readonly Projection[],
  ) {
    this.events = new RowEvents(pool, log);
    this.freshness = new Freshness(pool);
  }

  async view(wanted: RowQuery): Promise<RowStepsView> {
    const place = this.placeOf(wanted);
    const { projection, shape, unopened } = place;
    for (let attempt = 1; ; attempt++) {
      const upTo = await this.freshness.position(projection.name, 'all');
      const row = await this.inService(place, wanted.key);
      const { fold, steps, count } = await this.folded(place, wanted, row, upTo);
      const isSame = isSameRow(fold.row, row, unopened);
      if (!isSame && attempt < ATTEMPTS && (await this.freshness.position(projection.name, 'all')) > upTo) continue;
      if (!count && !row) throw new Refused(refusals.notFound, 'missing');
      const page = pageOf(steps.toReversed(), wanted.limit, ({ event }) => [event.position]);
      return {
        readModel: wanted.name,
        table: wanted.table,
        key: Object.fromEntries(shape.key.map(([name], i) => [name, String(wanted.key[i])])),
        columns: Object.fromEntries(shape.columns.map(([name, { isCents }]) => [name, { isCents, isClear: unopened.includes(name) }])),
        row: shown(row, unopened),
        upTo,
        isSame,
        events: count,
        steps: page.rows.map((step) => stepView(step, unopened)),
        next: page.next,
      };
    }
  }

  /** Every row that an event changes; none of a read model that cannot fold it. */
  async touchedBy(position: number): Promise<TouchedRowsView> {
    const [event] = await this.log.read(position - 1, 1);
    if (event?.position !== position) throw new Refused(refusals.notFound, 'missing');
    return { rows: this.projections.flatMap((projection) => rowsOf(projection, event)) };
  }

  private placeOf({ name, table: tableName, key }: RowQuery): Place {
    const projection = this.projections.find((p) => p.name === name);
    const table = projection && Object.hasOwn(projection.tables, tableName) ? (projection.tables[tableName] as Table) : undefined;
    if (!projection || !table) throw new Refused(refusals.notFound, 'missing');
    const shape = shapesOf(projection).find((s) => s.table === tableName)!;
    if (key.length !== shape.key.length) throw new Refused(refusals.badRequest);
    return { projection, table, shape, unopened: projection.decrypts ? (table.clear?.columns ?? []) : [] };
  }

  private async inService({ projection, shape }: Place, key: RowQuery['key']): Promise<Row | undefined> {
    const rows = new BatchRows(projection.schema, shape);
    const entry = rows.entry(key, false);
    await rows.load(this.pool).catch((error: unknown) => {
      // A key of another type, or no read model.
      if (isDataError(error) || isMissing(error)) throw new Refused(refusals.notFound, 'missing');
      throw error;
    });
    return entry.row;
  }

  /** Keeps the last steps before a position; the fold continues to the read model's position. */
  private async folded({ projection, table }: Place, { key, before = Infinity, limit }: RowQuery, row: Row | undefined, upTo: number) {
    const fold = new RowFold(table, key, await loadExclusions(this.pool, projection, projection.schema));
    const touches = (event: AnyEvent) => fold.touches(foldable(projection, event));
    const steps: RowStep[] = [];
    let count = 0;
    for await (const page of this.events.of({ table, key, row, upTo, touches })) {
      for (const event of page) {
        const step = fold.take(foldable(projection, event));
        if (!step) continue;
        count++;
        if (event.position < before) steps.push(step);
      }
      steps.splice(0, Math.max(0, steps.length - limit - 1));
    }
    return { fold, steps, count };
  }
}

/** Personal fields stay sealed; read models that open them get null, as after an erasure. */
const foldable = ({ decrypts }: Projection, event: AnyEvent): FoldedEvent => {
  if (!decrypts) return event as FoldedEvent;
  const { position, streamId, version, type, partition, recordedAt, id, metadata } = event;
  return { position, streamId, version, type, partition, recordedAt, id, metadata, data: withoutPersonal(event) } as unknown as FoldedEvent;
};

function rowsOf(projection: Projection, event: AnyEvent): TouchedRowsView['rows'] {
  const rows: TouchedRowsView['rows'] = [];
  try {
    stepsOf(projection, foldable(projection, event), (table, key) => {
      rows.push({ readModel: projection.name, table, key: key.map(String) });
      return { key, row: undefined, stored: false, changed: false, moves: false };
    });
    return rows;
  } catch {
    return [];
  }
}

const shown = (row: Row | null | undefined, unopened: readonly string[]): Row | null =>
  row ? Object.fromEntries(Object.entries(row).map(([name, value]) => [name, unopened.includes(name) ? null : value])) : null;

const stepView = ({ event, before, after, leftOut }: RowStep, unopened: readonly string[]): RowStepsView['steps'][number] => ({
  position: event.position,
  type: event.type,
  streamId: event.streamId,
  occurredAt: event.metadata.occurredAt,
  recordedAt: event.recordedAt.toISOString(),
  before: shown(before, unopened),
  after: shown(after, unopened),
  leftOut,
});
