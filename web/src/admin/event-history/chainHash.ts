import type { EventView } from '@framelift/contracts';
import { sha256 } from '../../lib/sha256.ts';

const encoder = new TextEncoder();

const netstring = (value: string | number): string => {
  const text = String(value);
  return `${encoder.encode(text).length}:${text},`;
};

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** An event's hash, from the one before and everything the event says (docs/architecture.md#hash-chain). */
export async function chainHash(previousHash: string, event: EventView): Promise<string> {
  const { position, streamId, version, id, type, schemaVersion, recordedAt, data, metadata } = event;
  const fields = [position, streamId, version, id, type, schemaVersion, recordedAt, JSON.stringify(data), JSON.stringify(metadata)];
  const previous = bytesOf(previousHash);
  const content = encoder.encode(fields.map(netstring).join(''));
  const input = new Uint8Array(previous.length + content.length);
  input.set(previous);
  input.set(content, previous.length);
  return hexOf(await sha256(input));
}
