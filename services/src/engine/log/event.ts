import type { Catalogue, EventName, Stored } from '@framelift/contracts';

export interface Actor {
  kind: 'visitor' | 'affiliate' | 'admin' | 'key' | 'store' | 'system';
  id: string;
}

/** Tables that other floors read by SQL; their columns are those of services/sql/000001-log.sql. */
export const EVENTS = 'log.events';
export const HEAD = 'log.head';

/** The format of ids of events, commands and correlations. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The metadata of an event; it holds no names of people. */
export interface Metadata {
  id: string;
  /** Business time, ISO 8601 UTC. */
  occurredAt: string;
  actor: Actor;
  commandId: string;
  /** Keyed hash (hex) of the command's payload; a repeated id with another one is refused. */
  fingerprint?: string;
  correlationId: string;
  causationId?: string;
  traceparent?: string;
  /** Of an event that was recorded again after the system went back: the id that it had. */
  carried?: string;
  /** Base64url of its tag; absent: it was recorded before there were tags. */
  tag?: string;
  /** Base64url of the sha256 of the secret that makes the tags of its stream from here on. */
  tags?: string;
}

/** An event's columns, as texts where that makes reading fast. */
export interface EventRow {
  position: number;
  streamId: string;
  version: number;
  type: string;
  schemaVersion: number;
  partition: number;
  /** As PostgreSQL or ISO 8601 writes it. */
  recordedAtText: string;
  id: string;
  dataText: string;
  metadataText: string;
  /** Hex. */
  hashText: string;
}
/** What an `EventRow` is read with. */
export const eventColumns = `position, stream_id as "streamId", version, type, schema_version as "schemaVersion", partition,
  recorded_at::text as "recordedAtText", id, data::text as "dataText", metadata::text as "metadataText", encode(hash, 'hex') as "hashText"`;

/** An event as stored in the log. Texts are kept as read (the chain covers the bytes of two) and parsed on access. */
export class StoredEvent<N extends EventName = EventName> {
  #metadata: Metadata | undefined;
  #data: Stored<N> | undefined;

  readonly position: number;
  readonly streamId: string;
  readonly version: number;
  readonly type: N;
  readonly schemaVersion: number;
  readonly partition: number;
  readonly id: string;
  readonly dataText: string;
  readonly metadataText: string;
  private readonly recordedAtText: string;
  private readonly hashText: string;

  constructor(
    row: EventRow,
    private readonly catalogue: Catalogue,
  ) {
    this.position = row.position;
    this.streamId = row.streamId;
    this.version = row.version;
    this.type = row.type as N;
    this.schemaVersion = row.schemaVersion;
    this.partition = row.partition;
    this.id = row.id;
    this.dataText = row.dataText;
    this.metadataText = row.metadataText;
    this.recordedAtText = row.recordedAtText;
    this.hashText = row.hashText;
  }

  get recordedAt(): Date {
    return new Date(this.recordedAtText);
  }

  get hash(): Buffer {
    return Buffer.from(this.hashText, 'hex');
  }

  /** The data in the current shape, converted by the catalogue's upcasts. Personal fields are sealed. */
  get data(): Stored<N> {
    return (this.#data ??= upcast(this.catalogue, this.type, this.schemaVersion, JSON.parse(this.dataText)) as Stored<N>);
  }

  /** @throws NewerEvent when this program does not know the event in this version. */
  checkKnown(): void {
    checkKnown(this.catalogue, this.type, this.schemaVersion);
  }

  get metadata(): Metadata {
    return (this.#metadata ??= JSON.parse(this.metadataText) as Metadata);
  }
}

/** Any event, narrowed by `type`. */
export type AnyEvent = { [N in EventName]: StoredEvent<N> }[EventName];

/** The log holds an event that a newer program wrote; this one must not decide on it or fold it. */
export class NewerEvent extends Error {
  constructor(type: string, schemaVersion: number) {
    super(`The log holds ${type} of version ${schemaVersion}, which this program does not know: run the newer one`);
  }
}

/** @throws NewerEvent when this program's catalogue does not know the event, or not in this version. */
export function checkKnown(catalogue: Catalogue, type: string, schemaVersion: number): void {
  const known = Object.hasOwn(catalogue, type) ? (catalogue[type]!.version ?? 1) : 0;
  if (schemaVersion > known) throw new NewerEvent(type, schemaVersion);
}

/** Upcasts data of a stored schema version to the current one. @throws NewerEvent */
export function upcast(catalogue: Catalogue, type: string, schemaVersion: number, data: unknown): unknown {
  checkKnown(catalogue, type, schemaVersion);
  const definition = catalogue[type]!;
  let lifted = data;
  for (let from = schemaVersion; from < (definition.version ?? 1); from++) lifted = definition.upcast?.[from]?.(lifted) ?? lifted;
  return lifted;
}

/** FNV-1a, 32 bit: never changed, since every event stores its result (docs/architecture.md#partitions). */
export function partitionOf(key: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(key)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % partitions;
}
