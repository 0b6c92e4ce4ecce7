import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nodeHash } from '../../platform/merkle.ts';
import { bitAt, keyOfStream, nothing, partOf, type StreamHead, streamLeaf } from './sparse-map.ts';

const headOf = (name: string, version = 1): StreamHead => ({ key: keyOfStream(name), version, hash: keyOfStream(`${name} ${version}`) });
const sorted = (heads: readonly StreamHead[]) => heads.toSorted((a, b) => a.key.compare(b.key));
const mapOf = (names: readonly string[]) => sorted(names.map((name) => headOf(name)));

/** As a reader of the format checks it: from the leaf upwards. */
const rootFrom = (head: StreamHead, path: readonly Buffer[]) =>
  path.reduce(
    (node, beside, i) => (bitAt(head.key, path.length - 1 - i) ? nodeHash(beside, node) : nodeHash(node, beside)),
    streamLeaf(head).root,
  );
const pathTo = (heads: readonly StreamHead[], key: Buffer) => {
  const beside: Buffer[] = [];
  partOf(heads, 0, { to: key, beside });
  return beside;
};

describe('the map of streams', () => {
  it('is 32 zero bytes without a stream, and the leaf of a single one', () => {
    expect(partOf([], 0)).toEqual(nothing);
    const only = headOf('only');
    expect(partOf([only], 0)).toEqual(streamLeaf(only));
    expect(pathTo([only], only.key)).toEqual([]);
  });

  it('proves each stream with its version and last event, and no other version', () => {
    const names = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(names, fc.nat(), (all, n) => {
        const heads = mapOf(all);
        const { root } = partOf(heads, 0);
        const head = heads[n % heads.length]!;
        const path = pathTo(heads, head.key);
        expect(rootFrom(head, path)).toEqual(root);
        expect(rootFrom({ ...head, version: head.version + 1 }, path)).not.toEqual(root);
        expect(rootFrom({ ...head, hash: keyOfStream('another event') }, path)).not.toEqual(root);
      }),
    );
  });

  it('has another root without one of its streams, or with an older one', () => {
    const heads = mapOf(['a', 'b', 'c', 'd', 'e']);
    const { root } = partOf(heads, 0);
    for (const left of heads) {
      const others = heads.filter((head) => head !== left);
      expect(partOf(others, 0).root).not.toEqual(root);
      expect(partOf(sorted([...others, { ...left, version: 2 }]), 0).root).not.toEqual(root);
    }
  });
});
