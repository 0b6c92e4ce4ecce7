import { describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import fc from 'fast-check';
import { leafHash, nodeHash } from '../../platform/merkle.ts';
import { atProof } from '../../../../test/support/counts.ts';
import { consistencyProof, inclusionProof, rootOf, type Subtree } from './proofs.ts';

/** The leaves of Certificate Transparency's own tests, and the roots of the first one, two, … of them. */
const published = {
  leaves: ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'],
  roots: [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
};
const hex = (nodes: readonly Buffer[]) => nodes.map((node) => node.toString('hex'));

/** RFC 6962, 2.1, word for word: the root over leaves. */
const naiveRoot = (leaves: readonly Buffer[]): Buffer => {
  if (!leaves.length) return hash('sha256', '', 'buffer');
  if (leaves.length === 1) return leafHash(leaves[0]!);
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
};
/** RFC 6962, 2.1.1. */
const naivePath = (m: number, leaves: readonly Buffer[]): Buffer[] => {
  if (leaves.length === 1) return [];
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return m < k
    ? [...naivePath(m, leaves.slice(0, k)), naiveRoot(leaves.slice(k))]
    : [...naivePath(m - k, leaves.slice(k)), naiveRoot(leaves.slice(0, k))];
};
/** RFC 6962, 2.1.2. */
const naiveProof = (m: number, leaves: readonly Buffer[], isWhole = true): Buffer[] => {
  if (m === leaves.length) return isWhole ? [] : [naiveRoot(leaves)];
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return m <= k
    ? [...naiveProof(m, leaves.slice(0, k), isWhole), naiveRoot(leaves.slice(k))]
    : [...naiveProof(m - k, leaves.slice(k), false), naiveRoot(leaves.slice(0, k))];
};

const over =
  (leaves: readonly Buffer[]): Subtree =>
  async (level, index) => {
    const [start, end] = [index * 2 ** level, (index + 1) * 2 ** level];
    if (end > leaves.length) throw new Error('this node is not complete');
    return naiveRoot(leaves.slice(start, end));
  };

describe('proofs of the tree', () => {
  it('have the roots that Certificate Transparency published', async () => {
    const leaves = published.leaves.map((leaf) => Buffer.from(leaf, 'hex'));
    const roots = await Promise.all(leaves.map((_, i) => rootOf(over(leaves), i + 1)));
    expect(hex(roots)).toEqual(published.roots);
    expect(hex([await rootOf(over([]), 0)])).toEqual(['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855']);
  });

  it('equal the definition over random trees', async () => {
    const tree = fc.array(fc.uint8Array({ maxLength: 3 }), { minLength: 1, maxLength: 70 }).map((entries) => entries.map(Buffer.from));
    const question = tree.chain((leaves) => fc.tuple(fc.constant(leaves), fc.nat(leaves.length - 1), fc.nat(leaves.length)));
    await fc.assert(
      fc.asyncProperty(question, async ([leaves, index, old]) => {
        expect(hex([await rootOf(over(leaves), leaves.length)])).toEqual(hex([naiveRoot(leaves)]));
        expect(hex(await inclusionProof(over(leaves), index, leaves.length))).toEqual(hex(naivePath(index, leaves)));
        expect(hex(await consistencyProof(over(leaves), old, leaves.length))).toEqual(old ? hex(naiveProof(old, leaves)) : []);
      }),
      { numRuns: atProof(10_000, 300, 'random trees') },
    );
  });
});
