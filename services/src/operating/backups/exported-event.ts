import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { AnyEvent } from '../../engine/log/event.ts';

/** An event as exported and archived, a line of JSON. `data` and `metadata` are texts, because the chain covers their bytes. */
export interface ExportedEvent {
  position: number;
  streamId: string;
  version: number;
  id: string;
  type: string;
  schemaVersion: number;
  /** ISO 8601 UTC with milliseconds. */
  recordedAt: string;
  data: string;
  metadata: string;
  /** Hex. */
  hash: string;
}

export const eventLine = ({
  position,
  streamId,
  version,
  id,
  type,
  schemaVersion,
  recordedAt,
  dataText,
  metadataText,
  hash,
}: AnyEvent): string => {
  const event: ExportedEvent = {
    position,
    streamId,
    version,
    id,
    type,
    schemaVersion,
    recordedAt: recordedAt.toISOString(),
    data: dataText,
    metadata: metadataText,
    hash: hash.toString('hex'),
  };
  return `${JSON.stringify(event)}\n`;
};

const texts = ['streamId', 'id', 'type', 'recordedAt', 'data', 'metadata', 'hash'] as const;
const numbers = ['position', 'version', 'schemaVersion'] as const;

export const isEvent = (line: Partial<ExportedEvent> | undefined): line is ExportedEvent =>
  !!line && numbers.every((name) => Number.isSafeInteger(line[name])) && texts.every((name) => typeof line[name] === 'string');

/** @returns undefined: the text is not JSON. */
export const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** The lines of a stream of bytes, without their ends. The library's reader also ends them at separators that JSON leaves in texts. */
export async function* linesOf(content: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  rest += decoder.end();
  if (rest) yield rest;
}
