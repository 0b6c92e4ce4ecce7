import { createHash } from 'node:crypto';

/** Merkle trees as RFC 9162 hashes them: a leaf is never taken for a node. */
const leaf = (data: Buffer): Buffer => createHash('sha256').update('\0').update(data).digest();
const node = (left: Buffer, right: Buffer): Buffer => createHash('sha256').update('\x01').update(left).update(right).digest();

/** The tree, level by level from the leaves; the last node of an odd level goes up as it is. */
function levelsOf(leaves: readonly Buffer[]): Buffer[][] {
  const levels = [leaves.map(leaf)];
  for (let level = levels[0]!; level.length > 1; levels.push(level)) {
    const below = level;
    level = Array.from({ length: Math.ceil(below.length / 2) }, (_, i) =>
      2 * i + 1 < below.length ? node(below[2 * i]!, below[2 * i + 1]!) : below[2 * i]!,
    );
  }
  return levels;
}

/** The root over at least one leaf. */
export const rootOf = (leaves: readonly Buffer[]): Buffer => levelsOf(leaves).at(-1)![0]!;

/** For each leaf that is named by its index: the nodes beside its way to the root, from below. */
export function pathsOf(leaves: readonly Buffer[], indexes: readonly number[]): Buffer[][] {
  const levels = levelsOf(leaves).slice(0, -1);
  return indexes.map((index) =>
    levels.flatMap((level, height) => {
      const beside = (index >> height) ^ 1;
      return beside < level.length ? [level[beside]!] : [];
    }),
  );
}
