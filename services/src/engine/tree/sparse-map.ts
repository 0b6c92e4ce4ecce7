import { hash } from 'node:crypto';
import { HASH_BYTES, nodeHash } from '../../platform/merkle.ts';

/** A stream in the map: sha256 of its name, its last version, and the hash of that event. */
export interface StreamHead {
  key: Buffer;
  version: number;
  hash: Buffer;
}

/** A part of the map. A part with one stream is that stream's leaf, so paths end where a stream is alone. */
export interface Part {
  root: Buffer;
  has: 'none' | 'one' | 'many';
}

export const nothing: Part = { root: Buffer.alloc(HASH_BYTES), has: 'none' };
export const keyOfStream = (streamId: string): Buffer => hash('sha256', streamId, 'buffer');

/** sha256(0 ‖ key ‖ version as 8 bytes ‖ hash). */
export function streamLeaf({ key, version, hash: last }: StreamHead): Part {
  const bytes = Buffer.alloc(1 + HASH_BYTES + 8 + HASH_BYTES);
  key.copy(bytes, 1);
  bytes.writeBigUInt64BE(BigInt(version), 1 + HASH_BYTES);
  last.copy(bytes, 1 + HASH_BYTES + 8);
  return { root: hash('sha256', bytes, 'buffer'), has: 'one' };
}

/** Two halves of a part. */
export function joined(left: Part, right: Part): Part {
  if (left.has === 'none' && right.has !== 'many') return right;
  if (right.has === 'none' && left.has !== 'many') return left;
  return { root: nodeHash(left.root, right.root), has: 'many' };
}

/** The bit of a key that decides between left and right at a depth. */
export const bitAt = (key: Buffer, depth: number): number => (key[depth >> 3]! >> (7 - (depth & 7))) & 1;

/** The part with these streams, whose keys share their first `depth` bits and are in order. `path`: the nodes beside the way to one. */
export function partOf(heads: readonly StreamHead[], depth: number, path?: { to: Buffer; beside: Buffer[] }): Part {
  if (!heads.length) return nothing;
  if (heads.length === 1) return streamLeaf(heads[0]!);
  const first = heads.findIndex(({ key }) => bitAt(key, depth) === 1);
  const middle = first < 0 ? heads.length : first;
  const isRight = path && bitAt(path.to, depth) === 1;
  const left = partOf(heads.slice(0, middle), depth + 1, isRight ? undefined : path);
  const right = partOf(heads.slice(middle), depth + 1, isRight ? path : undefined);
  path?.beside.push((isRight ? left : right).root);
  return joined(left, right);
}
