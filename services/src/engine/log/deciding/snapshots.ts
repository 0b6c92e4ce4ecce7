import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Decider, Loaded, Source } from './decider.ts';
import { type AnyEvent, eventColumns, type EventRow } from '../event.ts';
import type { Log } from '../log.ts';

/** Snapshots of versions that their streams do not (or no longer) have. */
export const dropLostSnapshots = (pool: Pool) =>
  pool.query(
    `delete from log.snapshots s where version > (select coalesce(max(version), 0) from log.events e where e.stream_id = s.stream_id)`,
  );

/** Kept states of long streams: starting points for loading, never truth. */
export class Snapshots {
  private readonly writers = new WeakMap<Decider<any>, string>();

  constructor(
    private readonly pool: Pool,
    private readonly log: Log,
  ) {}

  /** This fold's snapshot, if there is one, and the events after it, read at one moment. */
  async load<State>({ streamId, decider }: Source<State>): Promise<{ from: Loaded<State>; events: AnyEvent[] }> {
    const { rows } = await this.pool.query<EventRow & { from_version: number | null; from_state: State }>({
      name: 'log.from_snapshot',
      // The state comes once, with the first event after it, or alone.
      text: `select ${eventColumns}, from_version, case when version is null or version = from_version + 1 then from_state end as from_state
             from (select) one
             left join (select version as from_version, state as from_state from log.snapshots
               where stream_id = $1 and decider = $2 and evolve = $3 and written_by = $4) snapshot on true
             left join log.events on stream_id = $1 and version > coalesce(from_version, 0)
             order by version`,
      values: [streamId, decider.name, decider.version, this.writerOf(decider)],
    });
    const { from_version: version, from_state: state } = rows[0]!;
    // Without an event behind the snapshot its row has no position.
    const events = rows.filter(({ position }) => (position as number | null) !== null).map((row) => this.log.event(row));
    this.log.noteLast(events);
    return { from: version === null ? { state: decider.initial, version: 0 } : { state, version }, events };
  }

  async keep<State>({ streamId, decider }: Source<State>, { state, version }: Loaded<State>): Promise<void> {
    await this.pool.query(
      `insert into log.snapshots as s (stream_id, decider, evolve, written_by, version, state) values ($1, $2, $3, $4, $5, $6)
       on conflict (stream_id, decider) do update
         set evolve = excluded.evolve, written_by = excluded.written_by, version = excluded.version, state = excluded.state
       where (s.evolve, s.written_by) is distinct from (excluded.evolve, excluded.written_by) or s.version < excluded.version`,
      [streamId, decider.name, decider.version, this.writerOf(decider), version, JSON.stringify(state)],
    );
  }

  /** Identifies a fold: the events it names, each in the version that the program knows. */
  private writerOf(decider: Decider<any>): string {
    let writer = this.writers.get(decider);
    if (!writer) {
      const events = Object.keys(decider.evolve)
        .toSorted()
        .map((name) => `${name} ${this.log.catalogue[name]?.version ?? 1}`);
      writer = createHash('sha256').update(events.join('\n')).digest('hex').slice(0, 16);
      this.writers.set(decider, writer);
    }
    return writer;
  }
}
