import { hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

/** Hashes in one turn of the event loop: about 5 ms, so that a tree of 65,536 leaves does not block others. */
const AT_ONCE = 4_096;
export const HASH_BYTES = 32;
const [LEAF, NODE] = [Buffer.from([0]), Buffer.from([1])];
const digest = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');

/** RFC 6962, 2.1. */
export const leafHash = (entry: Buffer): Buffer => digest(LEAF, entry);
export const nodeHash = (left: Buffer, right: Buffer): Buffer => digest(NODE, left, right);
export const emptyRoot = hash('sha256', '', 'buffer');

/** A Merkle tree as RFC 9162 hashes it: a leaf is never taken for a node. The last node of an odd level moves up unchanged. */
export class MerkleTree {
  /** Level by level from the leaves. */
  private constructor(private readonly levels: readonly (readonly Buffer[])[]) {}

  /** Over at least one leaf. */
  static async over(leaves: readonly Buffer[]): Promise<MerkleTree> {
    let hashed = 0;
    const level = async (count: number, nodeAt: (i: number) => Buffer) => {
      const nodes: Buffer[] = [];
      for (let i = 0; i < count; i++) {
        if (++hashed % AT_ONCE === 0) await turn();
        nodes.push(nodeAt(i));
      }
      return nodes;
    };
    const levels = [await level(leaves.length, (i) => leafHash(leaves[i]!))];
    for (let below = levels[0]!; below.length > 1; below = levels.at(-1)!)
      levels.push(
        await level(Math.ceil(below.length / 2), (i) =>
          2 * i + 1 < below.length ? nodeHash(below[2 * i]!, below[2 * i + 1]!) : below[2 * i]!,
        ),
      );
    return new MerkleTree(levels);
  }

  get root(): Buffer {
    return this.levels.at(-1)![0]!;
  }

  /** The sibling nodes on the path from a leaf to the root. */
  path(index: number): Buffer[] {
    return this.levels.slice(0, -1).flatMap((level, height) => level[(index >> height) ^ 1] ?? []);
  }
}
