import { createHash } from 'node:crypto';
import type { ParkedStream } from './parked-streams.ts';

/** Streams that one read model or reactor holds back for one cause. */
export interface ParkedGroup {
  /** The same wherever and whenever the cause is. */
  fingerprint: string;
  projection: string;
  type: string;
  /** Of the first stream. */
  error: string;
  /** By the position they are parked at. */
  streams: ParkedStream[];
}

const VARIABLE: [RegExp, string][] = [
  [/"[^"]*"|'[^']*'|“[^”]*”|‘[^’]*’/g, '"…"'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '…'],
  [/\b(?=\w*\d)[\w-]{8,}\b/g, '…'],
  [/\d+/g, '#'],
];

/** An error without what differs from event to event: numbers, ids and what stands in quotes. */
export const causeOf = (error: string): string => VARIABLE.reduce((text, [pattern, stead]) => text.replace(pattern, stead), error);

/** Parked streams by cause: read model, type of event and error. The largest group first. */
export function groupParked(parked: readonly ParkedStream[]): ParkedGroup[] {
  const groups = Map.groupBy(parked, ({ projection, type, error }) =>
    createHash('sha256')
      .update([projection, type, causeOf(error)].join('\0'))
      .digest('hex')
      .slice(0, 16),
  );
  return [...groups]
    .map(([fingerprint, found]): ParkedGroup => {
      const streams = found.toSorted((a, b) => a.position - b.position);
      const { projection, type, error } = streams[0]!;
      return { fingerprint, projection, type, error, streams };
    })
    .toSorted((a, b) => b.streams.length - a.streams.length || a.streams[0]!.position - b.streams[0]!.position);
}
