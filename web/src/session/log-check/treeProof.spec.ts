import { afterEach, describe, expect, it } from '@jest/globals';
import { leafHash, nodeHash } from '../../../../services/src/platform/merkle.ts';
import { consistencyProof, rootOf, type Subtree } from '../../../../services/src/engine/tree/proofs.ts';
import { type Checkpoint, checkpointIn, isContinued } from './treeProof.ts';

const LEAVES = 40;
const tree: Subtree = async (level, index) =>
  level === 0 ? leafHash(Buffer.from([index])) : nodeHash(await tree(level - 1, 2 * index), await tree(level - 1, 2 * index + 1));
const checkpoint = async (size: number): Promise<Checkpoint> =>
  checkpointIn(`shop.example/log\n${size}\n${(await rootOf(tree, size)).toString('base64')}\nmap AAAA\n\n— shop.example/log AAAA\n`);
const proof = async (old: number, size: number) => (await consistencyProof(tree, old, size)).map((node) => node.toString('base64'));

/** As on a page without https. */
const insecure = () => Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
afterEach(() => void Reflect.deleteProperty(crypto, 'subtle'));

describe('a browser', () => {
  it.each(['with', 'without'])('%s https accepts every checkpoint that continues another one, and none that does not', async (how) => {
    if (how === 'without') insecure();
    expect(Boolean(crypto.subtle)).toBe(how === 'with');
    for (let size = 1; size <= LEAVES; size++)
      for (let old = 1; old <= size; old++) {
        const [before, now, path] = [await checkpoint(old), await checkpoint(size), await proof(old, size)];
        expect([old, size, await isContinued(before, now, path)]).toEqual([old, size, true]);
        const other = { ...before, root: (await checkpoint(LEAVES + 1)).root, body: 'another history' };
        expect([old, size, await isContinued(other, now, path)]).toEqual([old, size, false]);
        if (old === size) continue;
        expect([old, size, await isContinued(before, { ...now, root: before.root }, path)]).toEqual([old, size, false]);
        expect([old, size, await isContinued(before, now, path.slice(0, -1))]).toEqual([old, size, false]);
      }
  });

  it('reads size and root of a checkpoint', async () => {
    expect(checkpointIn('shop.example/log\n7\nroot=\nmap m=\n\n— shop.example/log AAAA\n')).toEqual({
      size: 7,
      root: 'root=',
      body: 'shop.example/log\n7\nroot=\nmap m=\n',
    });
  });
});
