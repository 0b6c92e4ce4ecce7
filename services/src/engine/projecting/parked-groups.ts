import { createHash } from 'node:crypto';
import type { ParkedStream } from './parked-streams.ts';

/** Streams of one read model or reactor that are parked for one cause. */
export interface ParkedGroup {
  /** Equal for the same cause, anywhere and at any time. */
  fingerprint: string;
  projection: string;
  type: string;
  /** Of the first stream. */
  error: string;
  /** Ordered by their parked position. */
  streams: ParkedStream[];
}

const VARIABLE: [RegExp, string][] = [
  [/"[^"]*"|'[^']*'|“[^”]*”|‘[^’]*’/g, '"…"'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '…'],
  [/\b(?=\w*\d)[\w-]{8,}\b/g, '…'],
  [/\d+/g, '#'],
];

/** An error without the parts that vary by event: numbers, ids and quoted text. */
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
