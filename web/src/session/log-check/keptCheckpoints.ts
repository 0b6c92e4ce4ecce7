import type { CheckpointView } from '@framelift/contracts';
import { stored } from '../stored.ts';
import { type Checkpoint, checkpointIn, isContinued } from './treeProof.ts';

/** A checkpoint that this browser was shown. */
interface Kept extends Checkpoint {
  /** ISO 8601. */
  at: string;
}

/** The first and the newest ones. */
const MOST = 16;
const kept = stored<Kept[]>('checkpoints');
const read = (): Kept[] => kept.read() ?? [];

/** The next checkpoint is then the first. */
export const forgetKept = (): void => kept.clear();

/** The sizes to ask proofs for. */
export const keptSizes = (): number[] => read().map(({ size }) => size);

/** What a comparison with the checkpoints of this browser's visits found. */
export interface Compared {
  /** When the first of them was shown; null: this is the first. */
  since: string | null;
  /** When the one was shown that the log does not continue; null: it continues all. */
  brokenSince: string | null;
}

/** Compares, and keeps the new checkpoint where it continues all others. */
export async function compareKept({ note, signedAt, continues }: CheckpointView): Promise<Compared> {
  const now = checkpointIn(note);
  const all = read();
  const since = all[0]?.at ?? null;
  for (const old of all) {
    const proof = continues.find(({ size }) => size === old.size)?.proof ?? [];
    if (old.size > now.size || !(await isContinued(old, now, proof))) return { since, brokenSince: old.at };
  }
  if (all.at(-1)?.size !== now.size) {
    const next = [...all, { ...now, at: signedAt }];
    kept.write(next.length > MOST ? [next[0]!, ...next.slice(1 - MOST)] : next);
  }
  return { since, brokenSince: null };
}
