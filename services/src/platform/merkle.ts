import { hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

/** Hashes in one turn of the event loop: about 5 ms, so that a tree of 65,536 leaves does not block others. */
const AT_ONCE = 4_096;
export const HASH_BYTES = 32;
const LEAF = Buffer.from([0]);
/** Of one node at a time: a new one for each costs as much as its hash. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

/** RFC 6962, 2.1. */
export const leafHash = (entry: Buffer): Buffer => hash('sha256', Buffer.concat([LEAF, entry]), 'buffer');
export function nodeHash(left: Buffer, right: Buffer): Buffer {
  left.copy(node, 1);
  right.copy(node, 1 + HASH_BYTES);
  return hash('sha256', node, 'buffer');
}
export const emptyRoot = hash('sha256', '', 'buffer');

/** The root over at least one leaf, as RFC 6962 hashes it: a leaf is never taken for a node. The last node of an odd level moves up unchanged. */
export async function merkleRoot(leaves: readonly Buffer[]): Promise<Buffer> {
  let hashed = 0;
  const level = async (count: number, nodeAt: (i: number) => Buffer) => {
    const nodes: Buffer[] = [];
    for (let i = 0; i < count; i++) {
      if (++hashed % AT_ONCE === 0) await turn();
      nodes.push(nodeAt(i));
    }
    return nodes;
  };
  let nodes = await level(leaves.length, (i) => leafHash(leaves[i]!));
  while (nodes.length > 1) {
    const below = nodes;
    nodes = await level(Math.ceil(below.length / 2), (i) =>
      2 * i + 1 < below.length ? nodeHash(below[2 * i]!, below[2 * i + 1]!) : below[2 * i]!,
    );
  }
  return nodes[0]!;
}
