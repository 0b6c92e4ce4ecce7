import { sha256 } from '../../lib/sha256.ts';

/** What a checkpoint says (docs/architecture.md#the-tree). */
export interface Checkpoint {
  size: number;
  /** Base64. */
  root: string;
  /** The signed text. */
  body: string;
}

/** The parts of a signed checkpoint (c2sp.org/tlog-checkpoint). */
export function checkpointIn(note: string): Checkpoint {
  const body = note.slice(0, note.indexOf('\n\n') + 1);
  const [, size, root = ''] = body.split('\n');
  return { size: Number(size), root, body };
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

async function nodeOver(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  const input = new Uint8Array(1 + left.length + right.length);
  input[0] = 1;
  input.set(left, 1);
  input.set(right, 1 + left.length);
  return sha256(input);
}

const half = (n: number): number => Math.floor(n / 2);

/** Whether the tree of `size` events begins with that of `old` (RFC 9162, 2.1.4.2). */
export async function isContinued(old: Checkpoint, now: Checkpoint, proof: readonly string[]): Promise<boolean> {
  if (old.size === now.size) return old.body === now.body;
  const [oldRoot, root] = [bytesOf(old.root), bytesOf(now.root)];
  const path = proof.map(bytesOf);
  if (Number.isInteger(Math.log2(old.size))) path.unshift(oldRoot);
  const [start, ...others] = path;
  if (!start) return false;
  let [from, last] = [old.size - 1, now.size - 1];
  for (; from % 2; last = half(last)) from = half(from);
  let [first, second] = [start, start];
  for (const beside of others) {
    if (last === 0) return false;
    if (from % 2 || from === last) {
      [first, second] = [await nodeOver(beside, first), await nodeOver(beside, second)];
      for (; from % 2 === 0 && from !== 0; last = half(last)) from = half(from);
    } else second = await nodeOver(second, beside);
    [from, last] = [half(from), half(last)];
  }
  return last === 0 && isSame(first, oldRoot) && isSame(second, root);
}
