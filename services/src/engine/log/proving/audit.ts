import { type Catalogue, events as shippedEvents, storedSchema } from '@framelift/contracts';
import type { Pool } from 'pg';
import { andPause } from '../../../platform/in-turns.ts';
import { Compile, type Validator } from 'typebox/compile';
import { genesis, link } from '../chain.ts';
import { type Metadata, upcast } from '../event.ts';
import type { Log } from '../log.ts';

export interface Problem {
  /** The position of the fault; for a missing event, where it should be. */
  position: number;
  what: string;
}

/** A saved head: proof of the log's content at that time. */
export interface SavedHead {
  position: number;
  /** Hex. */
  hash: string;
}

export interface AuditedEvent {
  position: number;
  streamId: string;
  type: string;
  /** ISO 8601, from its command. */
  occurredAt: string;
  /** Of an event that was recorded again: the id that it had. */
  carried?: string | undefined;
  /** Base64url; absent: it has none. */
  tag?: string | undefined;
  data: Record<string, unknown>;
}

/** A check of the meaning of events. Gets every event in order; `end` reports faults that show only across all of them. */
export interface DomainCheck {
  add(event: AuditedEvent, hash: Buffer): Problem[];
  end(pool: Pool): Promise<Problem[]>;
}

export interface Audited {
  head: SavedHead;
  events: number;
  problems: Problem[];
}

type Row = [
  position: number,
  streamId: string,
  version: number,
  type: string,
  schemaVersion: number,
  partition: number,
  recordedAt: Date,
  id: string,
  data: string,
  metadata: string,
  hash: Buffer,
  commandId: string | null,
  fingerprint: Buffer | null,
];

const COLUMNS =
  'position, stream_id, version, type, schema_version, partition, recorded_at, id, data::text, metadata::text, hash, command_id, fingerprint';
const PAGE = 5_000;
const MAX_PROBLEMS = 1_000;

/** Reads the whole log and reports every fault of its chain, columns and schemas. Only a saved head reveals a removed tail. */
export async function audit(
  pool: Pool,
  log: Log,
  {
    since,
    checks = [],
    catalogue = shippedEvents,
    onProgress = () => {},
  }: {
    since?: SavedHead | undefined;
    checks?: readonly DomainCheck[];
    catalogue?: Catalogue;
    onProgress?: (done: number, total: number) => void;
  } = {},
): Promise<Audited> {
  const head = await log.head();
  const problems: Problem[] = [];
  const chain = new ChainCheck(log, catalogue, problems);
  let after = 0;
  let events = 0;
  let next = page(pool, after, head.position);
  for (let rows = await next; rows.length && problems.length < MAX_PROBLEMS; rows = await next) {
    after = rows.at(-1)![0];
    next = page(pool, after, head.position);
    next.catch(() => {});
    for (const row of rows) {
      const event = chain.add(row);
      if (row[0] === since?.position && row[10].toString('hex') !== since.hash)
        problems.push({ position: row[0], what: 'the saved head is not part of this history: its hash differs' });
      if (event) for (const check of checks) problems.push(...check.add(event, row[10]));
    }
    events += rows.length;
    onProgress(events, head.position);
  }
  chain.end(head.position, head.hash);
  for (const check of checks) problems.push(...(await check.end(pool)));
  if (since && since.position > head.position)
    problems.push({ position: head.position + 1, what: `events up to the saved head at ${since.position} are missing` });
  problems.push(...(await versions(pool)), ...(await timestamps(pool)));
  problems.sort((a, b) => a.position - b.position);
  return { head: { position: head.position, hash: head.hash.toString('hex') }, events, problems: problems.slice(0, MAX_PROBLEMS) };
}

async function page(pool: Pool, after: number, upTo: number): Promise<Row[]> {
  const text = `select ${COLUMNS} from log.events where position > $1 and position <= $2 order by position limit ${PAGE}`;
  const { rows } = await andPause(() => pool.query<Row>({ name: 'log.audit', text, values: [after, upTo], rowMode: 'array' }));
  return rows;
}

/** Versions of every stream count up from 1 in log order. Sorted by Postgres, so memory stays flat here. */
async function versions(pool: Pool): Promise<Problem[]> {
  const { rows } = await pool.query<{ position: number; stream_id: string; version: number; before: number | null }>(
    `select position, stream_id, version, before from (
       select position, stream_id, version, lag(version) over w as before, lag(position) over w as earlier
       from log.events window w as (partition by stream_id order by version)) as numbered
     where version <> coalesce(before, 0) + 1 or position < earlier order by position limit 100`,
  );
  return rows.map(({ position, stream_id, version, before }) => ({
    position,
    what: `${stream_id} goes from version ${before ?? 0} to ${version}`,
  }));
}

/** The hash covers milliseconds; the column could hide microseconds. */
async function timestamps(pool: Pool): Promise<Problem[]> {
  const { rows } = await pool.query<{ position: number }>(
    `select position from log.events where recorded_at <> date_trunc('milliseconds', recorded_at) order by position limit 100`,
  );
  return rows.map(({ position }) => ({ position, what: 'recorded_at was changed below the millisecond' }));
}

/** Checks an event against the one before it. */
class ChainCheck {
  private position = 0;
  private hash: Buffer = genesis;
  private recordedAt = 0;
  private commandId: string | undefined;
  private readonly validators = new Map<string, Validator>();

  constructor(
    private readonly log: Log,
    private readonly catalogue: Catalogue,
    private readonly problems: Problem[],
  ) {}

  /** @returns the event for the meaning checks, unless it cannot even be read. */
  add(row: Row): AuditedEvent | undefined {
    const [position, streamId, version, type, schemaVersion, partition, recordedAt, id, dataText, metadataText, hash] = row;
    const wrong = (what: string) => this.problems.push({ position, what });
    if (position !== this.position + 1)
      this.problems.push({ position: this.position + 1, what: `positions ${this.position + 1} to ${position - 1} are missing` });
    const expected = link(this.hash, {
      position,
      streamId,
      version,
      id,
      type,
      schemaVersion,
      recordedAt: recordedAt.toISOString(),
      dataText,
      metadataText,
    });
    if (!expected.equals(hash)) wrong('the hash does not follow from the event and the hash before it');
    if (recordedAt.getTime() < this.recordedAt) wrong('recorded before the event before it');
    if (partition !== this.log.partitionOf(streamId)) wrong('the partition is not the stream’s');
    this.position = position;
    this.hash = hash;
    this.recordedAt = recordedAt.getTime();
    const content = this.content(row, wrong);
    return content && { position, streamId, type, ...content };
  }

  private content(
    [, , , type, schemaVersion, , , id, dataText, metadataText, , commandId, fingerprint]: Row,
    wrong: (what: string) => void,
  ) {
    try {
      const metadata = JSON.parse(metadataText) as Metadata;
      if (metadata.id !== id) wrong('the id is not the metadata’s');
      // A command's first event has its id; the others follow directly.
      const first = metadata.commandId !== this.commandId;
      this.commandId = metadata.commandId;
      if (commandId !== (first ? metadata.commandId : null)) wrong('the command id is not the metadata’s');
      if ((fingerprint?.toString('hex') ?? null) !== (first ? (metadata.fingerprint ?? null) : null))
        wrong('the fingerprint is not the metadata’s');
      const data = upcast(this.catalogue, type, schemaVersion, JSON.parse(dataText)) as Record<string, unknown>;
      if (!this.validator(type).Check(data)) wrong(`${type} does not fit its schema`);
      return { data, occurredAt: metadata.occurredAt, carried: metadata.carried, tag: metadata.tag };
    } catch (error) {
      wrong((error as Error).message);
      return undefined;
    }
  }

  end(headPosition: number, headHash: Buffer): void {
    if (this.position !== headPosition)
      this.problems.push({ position: this.position + 1, what: `positions ${this.position + 1} to ${headPosition} are missing` });
    else if (!this.hash.equals(headHash)) this.problems.push({ position: headPosition, what: 'the head’s hash is not the last event’s' });
  }

  private validator(type: string): Validator {
    let validator = this.validators.get(type);
    if (!validator) this.validators.set(type, (validator = Compile(storedSchema(this.catalogue[type]!))));
    return validator;
  }
}
