import type { AnyEvent, EventRow } from '../log/event.ts';

/** The content type of CloudEvents' structured mode. */
export const contentType = 'application/cloudevents+json; charset=utf-8';

/** The CloudEvents source; source and id identify an event. */
export const source = 'urn:framelift:log';

/** Sixteen digits, so that positions also sort as text (required by CloudEvents' sequence extension). */
const digits = (position: number): string => String(position).padStart(16, '0');

/** The event before one in its partition; position 0 and no hash when there is none. */
export interface Before {
  position: number;
  /** Hex. */
  hash: string;
}

export const nothingBefore: Before = { position: 0, hash: '' };

/** Separates attributes from data. JSON escapes quotes in strings and attributes are no objects, so the first one is the separator. */
const DATA = ',"data":';

/** An event as CloudEvent 1.0 JSON. `data` and `metadata` keep the text of the log, so the event can be rebuilt byte for byte. */
export function toCloudEvent(event: AnyEvent, before: Before, key: string): string {
  const attributes = {
    specversion: '1.0',
    id: event.id,
    source,
    type: `framelift.${event.type}.v${event.schemaVersion}`,
    subject: event.streamId,
    time: event.recordedAt.toISOString(),
    datacontenttype: 'application/json',
    partitionkey: key,
    partition: event.partition,
    sequence: digits(event.position),
    previous: digits(before.position),
    streamversion: event.version,
    hash: event.hash.toString('hex'),
    ...(before.hash ? { previoushash: before.hash } : {}),
    metadata: event.metadataText,
  };
  return `${JSON.stringify(attributes).slice(0, -1)}${DATA}${event.dataText}}`;
}

export interface Received {
  /** The event's columns, as the log keeps them. */
  row: EventRow;
  position: number;
  partition: number;
  /** Hex. */
  hash: string;
  before: Before;
}

/** @throws when the text is not one of our messages. */
export function fromCloudEvent(text: string): Received {
  const end = text.indexOf(DATA);
  const a = JSON.parse(`${text.slice(0, end)}}`) as Record<string, string> & { partition: number; streamversion: number };
  const [, type, schemaVersion] = /^framelift\.(\w+)\.v(\d+)$/.exec(a['type']!)!;
  const position = Number(a['sequence']);
  const hash = a['hash']!;
  return {
    row: {
      position,
      streamId: a['subject']!,
      version: a.streamversion,
      type: type!,
      schemaVersion: Number(schemaVersion),
      partition: a.partition,
      recordedAtText: a['time']!,
      id: a['id']!,
      dataText: text.slice(end + DATA.length, -1),
      metadataText: a['metadata']!,
      hashText: hash,
    },
    position,
    partition: a.partition,
    hash,
    before: { position: Number(a['previous']), hash: a['previoushash'] ?? '' },
  };
}

/** undefined: not one of our messages. */
export function readMessage(message: Buffer | null): Received | undefined {
  try {
    return message ? fromCloudEvent(message.toString()) : undefined;
  } catch {
    return undefined;
  }
}
