import {
  type Catalogue,
  type EventName,
  events as shippedEvents,
  partitionKey as shippedPartitionKey,
  secretOf as shippedSecretOf,
  subjects as shippedSubjects,
} from '@framelift/contracts';
import type { Pool } from '../../platform/pg.ts';
import { hashesBetween } from './hashes.ts';
import type { Append, Appended } from './appending/append.ts';
import { type LogSettings, Preparing } from './appending/preparing.ts';
import { type AnyEvent, eventColumns, type EventRow, partitionOf, StoredEvent } from './event.ts';
import { GroupCommit, type OnCommit } from './appending/group-commit.ts';
import { KnownHistory, type OnLost } from './appending/known-history.ts';
import { batched } from '../../platform/batched.ts';
import { Barrier } from './archiving/barrier.ts';
import type { Vault } from './sealing/vault.ts';

type Narrowed = { partitions?: readonly number[]; types?: readonly string[]; upTo?: number };

export const shipped: LogSettings = {
  catalogue: shippedEvents,
  partitionKey: shippedPartitionKey,
  subjects: shippedSubjects,
  secretOf: shippedSecretOf,
};

/** The source of truth (docs/architecture.md#the-log): append, and read by position, stream or command. */
export class Log {
  private readonly commits: GroupCommit;
  private readonly preparing: Preparing;
  readonly known = new KnownHistory();
  /** Why this process may append nothing; set by LogWatch. */
  closed: Error | undefined;

  constructor(
    private readonly pool: Pool,
    readonly vault: Vault,
    readonly partitionCount: number,
    private readonly settings: LogSettings = shipped,
    now: () => number = Date.now,
    readonly barrier = new Barrier(pool),
  ) {
    this.preparing = new Preparing(vault, settings, partitionCount);
    this.commits = new GroupCommit(pool, this.known, now);
    // A key made in the lost commits is lost: what is sealed under it now could never be opened.
    this.known.onLost(() => vault.forgetKeys());
  }

  /** Opens the log of a migrated database. */
  static async open(pool: Pool, vault: Vault, settings?: LogSettings, now?: () => number): Promise<Log> {
    const { rows } = await pool.query('select partitions from log.settings');
    return new Log(pool, vault, rows[0].partitions, settings, now);
  }

  get catalogue(): Catalogue {
    return this.settings.catalogue;
  }

  partitionOf(streamId: string): number {
    return partitionOf(this.partitionKey(streamId), this.partitionCount);
  }

  /** The key that determines the partition of a stream's events. */
  partitionKey(streamId: string): string {
    return this.settings.partitionKey(streamId);
  }

  /** Called after every commit of this process with the new head position. */
  onCommit(listener: OnCommit): void {
    this.commits.onCommit(listener);
  }

  /** Counts the histories this process has seen of the log: it rises when the database lost commits, and invalidates earlier reads. */
  get history(): number {
    return this.known.history;
  }

  /** Called when the database lost commits that this process has seen. Caches must be dropped. */
  onLost(listener: OnLost): void {
    this.known.onLost(listener);
  }

  /** Checks whether the log still has the furthest event this process, or another one, has seen. */
  async checkHistory(elsewhere?: { position: number; hash: Buffer }): Promise<void> {
    const head = elsewhere ?? this.known.head;
    if (!head?.position) return;
    const { rows } = await this.pool.query<{ found: boolean; position: number; hash: Buffer; recorded_at: Date }>({
      name: 'log.known',
      text: 'select exists (select from log.events where position = $1 and hash = $2) as found, position, hash, recorded_at from log.head',
      values: [head.position, head.hash],
    });
    const { found, position, hash, recorded_at: recordedAt } = rows[0]!;
    if (!found && (elsewhere || this.known.head === head)) this.known.lost({ position, hash, recordedAt }, { ...head, recordedAt });
  }

  /** All or nothing. @throws Conflict, CommandInLog, HistoryLost, ClockApart, BehindArchive: nothing was appended; after other errors the outcome is unknown. */
  async append(append: Append): Promise<Appended> {
    if (this.closed) throw this.closed;
    return this.commits.add(await this.preparing.prepare({ ...append, history: append.history ?? this.history }));
  }

  /** Events after a position, in log order; `partitions` or `types` narrow. */
  async read(after: number, limit: number, { partitions, types, upTo = Number.MAX_SAFE_INTEGER }: Narrowed = {}): Promise<AnyEvent[]> {
    const filter = partitions ? ' and partition = any($4::smallint[])' : types ? ' and type = any($4::text[])' : '';
    return this.rows(
      `log.read${filter}`,
      `select ${eventColumns} from log.events where position > $1 and position <= $2${filter} order by position limit $3`,
      [after, upTo, limit, ...(filter ? [partitions ?? types] : [])],
    );
  }

  /** The events at these positions, in order; positions without an event are left out. */
  readMany(positions: readonly number[]): Promise<AnyEvent[]> {
    return this.rows('log.many', `select ${eventColumns} from log.events where position = any($1) order by position`, [positions]);
  }

  /** As `readStream`, for few events: reads during a round trip share the next one. */
  readonly readStreamSince = batched((requests: readonly { streamId: string; after: number }[]) => this.streamsSince(requests));

  private async streamsSince(questions: readonly { streamId: string; after: number }[]): Promise<AnyEvent[][]> {
    const [one] = questions;
    if (questions.length === 1) return [await this.readStream(one!.streamId, one!.after)];
    const { rows } = await this.pool.query<EventRow & { n: number }>({
      name: 'log.news',
      text: `select ${eventColumns}, n from unnest($1::text[], $2::int[]) with ordinality as asked (stream, after, n),
             lateral (select * from log.events where stream_id = asked.stream and events.version > asked.after order by version) e
             order by n, version`,
      values: [questions.map((a) => a.streamId), questions.map((a) => a.after)],
    });
    const found = questions.map((): AnyEvent[] => []);
    for (const row of rows) found[row.n - 1]!.push(this.event(row));
    for (const events of found) this.noteLast(events);
    return found;
  }

  /** A stream's events after a version, in order. */
  readStream(streamId: string, afterVersion = 0): Promise<AnyEvent[]> {
    const text = `select ${eventColumns} from log.events where stream_id = $1 and version > $2 order by version`;
    return this.rows('log.stream', text, [streamId, afterVersion]);
  }

  /** Of a stream, the last event of each value that a field of their data has, and each event of the values in `all`, in order. */
  readLastOfEach(streamId: string, field: string, all: readonly string[]): Promise<AnyEvent[]> {
    const text = `select ${eventColumns} from log.events where stream_id = $1 and (data ->> $2 = any($3) or version in (
      select max(version) from log.events where stream_id = $1 group by data ->> $2)) order by version`;
    return this.rows('log.stream_last_of_each', text, [streamId, field, all]);
  }

  /** The hashes of the events between two positions, both included, in order. */
  hashes(from: number, to: number): Promise<Buffer[]> {
    return hashesBetween(this.pool, from, to);
  }

  /** The hashes at these positions; positions without an event are left out. */
  async hashesAt(positions: readonly number[]): Promise<Map<number, Buffer>> {
    const { rows } = await this.pool.query<{ position: number; hash: Buffer }>({
      name: 'log.hashes_at',
      text: 'select position, hash from log.events where position = any($1)',
      values: [positions],
    });
    return new Map(rows.map(({ position, hash }) => [position, hash]));
  }

  /** So many of a stream's events after a version, in order; `types` narrows. */
  readStreamPage(streamId: string, afterVersion: number, limit: number, types?: readonly EventName[]): Promise<AnyEvent[]> {
    const filter = types ? ' and type = any($4::text[])' : '';
    return this.rows(
      `log.stream_page${filter}`,
      `select ${eventColumns} from log.events where stream_id = $1 and version > $2${filter} order by version limit $3`,
      [streamId, afterVersion, limit, ...(types ? [types] : [])],
    );
  }

  /** A stream's last event at a position or time, included. Versions have no gaps, so it is found by halving. */
  async lastUntil(streamId: string, at: number | Date): Promise<AnyEvent | undefined> {
    const [newest] = await this.rows(
      'log.stream_newest',
      `select ${eventColumns} from log.events where stream_id = $1 order by version desc limit 1`,
      [streamId],
    );
    const there = (e: AnyEvent) => (typeof at === 'number' ? e.position <= at : e.recordedAt <= at);
    if (!newest || there(newest)) return newest;
    let found: AnyEvent | undefined;
    for (let [from, to] = [0, newest.version - 1]; from < to;) {
      const middle = Math.ceil((from + to) / 2);
      const [event] = await this.readStreamPage(streamId, middle - 1, 1);
      if (there(event!)) [found, from] = [event, middle];
      else to = middle - 1;
    }
    return found;
  }

  /** The last position that was recorded before a moment; 0: there is none. Times never go back along the log, so it is found by halving. */
  async lastBefore(moment: Date): Promise<number> {
    let [from, to] = [0, (await this.head()).position];
    while (from < to) {
      const middle = Math.ceil((from + to) / 2);
      const [event] = await this.read(middle - 1, 1);
      if (event!.recordedAt < moment) from = middle;
      else to = middle - 1;
    }
    return from;
  }

  /** The events one command appended, or none: a command's events are adjacent, starting with the one that has its id. */
  async readCommand(commandId: string): Promise<AnyEvent[]> {
    const [first] = await this.rows('log.command', `select ${eventColumns} from log.events where command_id = $1`, [commandId]);
    if (!first) return [];
    const events: AnyEvent[] = [first];
    for (let more = true; more;) {
      const page = await this.read(events.at(-1)!.position, 50);
      const own = page.filter((e) => e.metadata.commandId === commandId);
      events.push(...own);
      more = own.length === 50;
    }
    return events;
  }

  /** Whether the log has an event with this id. */
  async hasEvent(id: string): Promise<boolean> {
    const text = `select exists (select from log.events where command_id = $1)
                    or exists (select from log.events where id = $1 and id is distinct from command_id) as has`;
    return (await this.pool.query<{ has: boolean }>({ name: 'log.has', text, values: [id] })).rows[0]!.has;
  }

  /** The streams that hold an event of this type, in the order in which they got it. */
  async streamsWith(type: EventName): Promise<string[]> {
    const text = 'select stream_id from log.events where type = $1 group by stream_id order by min(position)';
    return (await this.pool.query<{ stream_id: string }>(text, [type])).rows.map((r) => r.stream_id);
  }

  async head(): Promise<{ position: number; hash: Buffer; recordedAt: Date }> {
    return (await this.pool.query({ name: 'log.head', text: 'select position, hash, recorded_at as "recordedAt" from log.head' })).rows[0];
  }

  private async rows(name: string, text: string, values: unknown[]): Promise<AnyEvent[]> {
    const events = (await this.pool.query<EventRow>({ name, text, values })).rows.map((row) => this.event(row));
    this.noteLast(events);
    return events;
  }

  /** Remembers the furthest of some events, in log order, as seen. */
  noteLast(events: readonly AnyEvent[]): void {
    const last = events.at(-1);
    if (last && last.position > (this.known.head?.position ?? 0))
      this.known.note({ position: last.position, hash: last.hash, recordedAt: last.recordedAt });
  }

  /** An event as one of this log, from its columns. */
  event(row: EventRow): AnyEvent {
    return new StoredEvent(row, this.settings.catalogue) as AnyEvent;
  }
}
