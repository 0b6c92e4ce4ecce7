import { hash } from 'node:crypto';

/** What an event's hash covers, besides the hash before it. */
export interface Link {
  position: number;
  streamId: string;
  version: number;
  id: string;
  type: string;
  schemaVersion: number;
  recordedAt: string;
  dataText: string;
  metadataText: string;
}

export const genesis = Buffer.alloc(32);

const netstring = (value: string | number): string => {
  const text = String(value);
  return `${Buffer.byteLength(text)}:${text},`;
};

/** sha256(previous ‖ netstrings of the fields): two different events never share an input (docs/architecture.md#hash-chain). */
export const link = (previous: Buffer, e: Link): Buffer => {
  const text =
    netstring(e.position) +
    netstring(e.streamId) +
    netstring(e.version) +
    netstring(e.id) +
    netstring(e.type) +
    netstring(e.schemaVersion) +
    netstring(e.recordedAt) +
    netstring(e.dataText) +
    netstring(e.metadataText);
  return hash('sha256', Buffer.concat([previous, Buffer.from(text)]), 'buffer');
};
