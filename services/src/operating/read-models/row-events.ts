import { adminStream, affiliateStream, apiKeysStream, payoutStream, programmeStream, refusals, visitsStream } from '@framelift/contracts';
import { type AnyEvent, EVENTS } from '../../engine/log/event.ts';
import type { Log } from '../../engine/log/log.ts';
import type { Row } from '../../engine/projecting/fold.ts';
import { eventsOf, type KeyValue, type Table } from '../../engine/projecting/projection.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';

const PAGE = 5_000;
/** Events read per response. */
const MOST_EVENTS = 250_000;
const LONGEST_ID = 100;

interface RowQuery {
  table: Table;
  key: readonly KeyValue[];
  /** The row in service. */
  row: Row | undefined;
  /** The last position that counts. */
  upTo: number;
  touches(event: AnyEvent): boolean;
}

/** Finds the events of a row without reading the whole log, if its key or columns name their streams. */
export class RowEvents {
  constructor(
    private readonly pool: Pool,
    private readonly log: Log,
  ) {}

  /** Page by page in log order, with others in between. @throws Refused if there are too many */
  async *of({ table, key, row, upTo, touches }: RowQuery): AsyncGenerator<readonly AnyEvent[]> {
    const types = eventsOf(table);
    if (!table.perPartition) {
      const streams = await this.streamsNamed(
        [...Object.keys(table.key).map((name, i) => [name, key[i]] as const), ...Object.entries(row ?? {})],
        types,
      );
      const own: AnyEvent[] = [];
      // A row belongs to one partition, so its events are on the streams of one affiliate, or on one other stream.
      for (const stream of streams) own.push(...(await this.stream(stream, upTo)));
      if (own.some((event) => touches(event))) return yield own.toSorted((a, b) => a.position - b.position);
    }
    const filter = table.perPartition ? { partitions: [Number(key[0])] } : { types };
    for (let after = 0, read = 0; ;) {
      const page = await this.log.read(after, PAGE, { ...filter, upTo });
      if ((read += page.length) > MOST_EVENTS) throw new Refused(refusals.rowTooLong);
      yield page;
      if (page.length < PAGE) return;
      after = page.at(-1)!.position;
    }
  }

  /** Streams in the log that these values name: ids, invoices, numbered things of an affiliate, positions of events. */
  private async streamsNamed(values: readonly (readonly [column: string, value: unknown])[], types: readonly string[]): Promise<string[]> {
    const texts = values.flatMap(([, value]) => (typeof value === 'string' && value.length <= LONGEST_ID ? [value] : []));
    const positions = values.flatMap(([column, value]) =>
      column.endsWith('position') && Number.isSafeInteger(Number(value)) ? [Number(value)] : [],
    );
    const names = texts
      .flatMap((text) => [text, text.replace(/-\d+$/, '')])
      .flatMap((id) => [id, affiliateStream(id), adminStream(id), payoutStream(id), `checkout-${id}`, `claim-${id}`])
      .filter((name) => name !== programmeStream);
    // Visits are many, and of one kind.
    const visits = types.includes('VisitTracked') ? texts.map((id) => visitsStream(id)) : [];
    const keys = types.includes('ApiKeyMade') ? [apiKeysStream] : [];
    const { rows } = await this.pool.query<{ id: string }>(
      `select s.id from unnest($1::text[]) as s (id) where exists (select from ${EVENTS} e where e.stream_id = s.id)
       union select stream_id from ${EVENTS} where position = any($2::bigint[])`,
      [[...new Set([...names, ...visits, ...keys])], positions],
    );
    return rows.map(({ id }) => id);
  }

  private async stream(streamId: string, upTo: number): Promise<AnyEvent[]> {
    const found: AnyEvent[] = [];
    for (;;) {
      const page = await this.log.readStreamPage(streamId, found.at(-1)?.version ?? 0, PAGE);
      found.push(...page);
      if (found.length > MOST_EVENTS) throw new Refused(refusals.rowTooLong);
      if (page.length < PAGE || page.at(-1)!.position > upTo) return found.filter(({ position }) => position <= upTo);
    }
  }
}
