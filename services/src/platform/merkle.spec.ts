import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { inclusionProof } from '../engine/tree/proofs.ts';
import { nodesOver } from '../engine/tree/tree.ts';
import { leafHash, merkleRoot } from './merkle.ts';

/** The leaves and root that Certificate Transparency's own tests publish (RFC 6962). */
const published = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOT = '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328';

const sha256 = (...parts: Buffer[]) => parts.reduce((h, part) => h.update(part), createHash('sha256')).digest();
/** RFC 9162 §2.1.3.2: the root that a leaf and its path lead to. */
function rootFrom(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer {
  let node = sha256(Buffer.from([0]), leaf);
  const rest = [...path];
  for (let [at, last] = [index, size - 1]; last > 0; at >>= 1, last >>= 1) {
    if (at === last && at % 2 === 0) continue;
    const beside = rest.shift()!;
    node = at % 2 ? sha256(Buffer.from([1]), beside, node) : sha256(Buffer.from([1]), node, beside);
  }
  expect(rest).toEqual([]);
  return node;
}

describe('a Merkle tree', () => {
  it('has the published root for the same leaves', async () => {
    expect((await merkleRoot(published.map((leaf) => Buffer.from(leaf, 'hex')))).toString('hex')).toBe(ROOT);
  });

  it('has a valid path from every leaf to its root, at every size', async () => {
    for (const size of [1, 2, 3, 5, 8, 13, 100]) {
      const leaves = Array.from({ length: size }, (_, i) => createHash('sha256').update(`${size} ${i}`).digest());
      const root = await merkleRoot(leaves);
      const nodes = nodesOver(leaves.map(leafHash));
      const path = (i: number) => inclusionProof(async (level, index) => nodes[level]![index]!, i, size);
      for (const [i, leaf] of leaves.entries()) expect(rootFrom(leaf, i, size, await path(i))).toEqual(root);
      expect(await merkleRoot([...leaves.slice(0, -1), Buffer.alloc(32)])).not.toEqual(root);
    }
  });

  it('yields to the event loop while it is built', async () => {
    let [turns, isBuilding] = [0, true];
    const count = () => {
      turns++;
      if (isBuilding) setImmediate(count);
    };
    setImmediate(count);
    await merkleRoot(Array.from({ length: 65_536 }, () => Buffer.alloc(32)));
    isBuilding = false;
    expect(turns).toBeGreaterThan(20);
  });
});
