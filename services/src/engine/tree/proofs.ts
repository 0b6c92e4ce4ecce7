import { emptyRoot, nodeHash } from '../../platform/merkle.ts';

export const base64 = (nodes: readonly Buffer[]): string[] => nodes.map((node) => node.toString('base64'));

/** The hash over the leaves from `index` · 2^level, 2^level of them, all of which are there. */
export type Subtree = (level: number, index: number) => Promise<Buffer>;

/** The largest power of two below `size`, and its exponent. */
function split(size: number): { left: number; level: number } {
  let [left, level] = [1, 0];
  while (left * 2 < size) [left, level] = [left * 2, level + 1];
  return { left, level };
}

/** The hash over the leaves from `start` up to `end`, as a tree of a size has it on its way down: a complete part, or the right edge. */
async function hashOver(subtree: Subtree, start: number, end: number): Promise<Buffer> {
  const size = end - start;
  if (size === 1) return subtree(0, start);
  const { left, level } = split(size);
  if (left * 2 === size) return subtree(level + 1, start / size);
  return nodeHash(await subtree(level, start / left), await hashOver(subtree, start + left, end));
}

/** The root of the first `size` leaves. */
export const rootOf = async (subtree: Subtree, size: number): Promise<Buffer> => (size ? hashOver(subtree, 0, size) : emptyRoot);

/** The nodes that lead from a leaf to the root of the first `size` leaves, from the leaf upwards (RFC 6962, 2.1.1). */
export async function inclusionProof(subtree: Subtree, index: number, size: number): Promise<Buffer[]> {
  const down: (() => Promise<Buffer>)[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + split(end - start).left;
    const [from, to] = index < middle ? [middle, end] : [start, middle];
    down.push(() => hashOver(subtree, from, to));
    if (index < middle) end = middle;
    else start = middle;
  }
  const nodes: Buffer[] = [];
  for (const node of down.toReversed()) nodes.push(await node());
  return nodes;
}

/** The nodes that prove that the first `old` leaves are the beginning of the first `size` (RFC 6962, 2.1.2). */
export async function consistencyProof(subtree: Subtree, old: number, size: number): Promise<Buffer[]> {
  if (old === 0 || old === size) return [];
  const down: (() => Promise<Buffer>)[] = [];
  let [start, end, isWhole] = [0, size, true];
  while (end !== old) {
    const middle = start + split(end - start).left;
    const [from, to] = old <= middle ? [middle, end] : [start, middle];
    down.push(() => hashOver(subtree, from, to));
    if (old <= middle) end = middle;
    else [start, isWhole] = [middle, false];
  }
  const nodes = isWhole ? [] : [await hashOver(subtree, start, end)];
  for (const node of down.toReversed()) nodes.push(await node());
  return nodes;
}
