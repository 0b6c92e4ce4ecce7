import { euros } from '@framelift/contracts';
import type { SwapDifference, SwapDifferences } from '../../engine/projecting/swap-difference.ts';

/** 1 row, 2 rows differ. */
const differing = (rows: number): string => (rows === 1 ? '1 row differs' : `${rows.toLocaleString('en-US')} rows differ`);

/** The changes of a replay, actual or possible, to one read model. */
export function swapWords(name: string, difference: SwapDifference | null): string {
  if (!difference) return `${name}: not compared with the one in service`;
  const { rows, cents, fromVersion, tables } = difference;
  if (!rows) return `${name}: no row differs from the one in service`;
  const moved = tables
    .filter((t) => t.differing)
    .map(
      (t) =>
        `${t.table} ${t.differing.toLocaleString('en-US')} of ${t.rows.toLocaleString('en-US')}${t.cents ? ` (${euros(t.cents)})` : ''}`,
    );
  return `${name}: ${differing(rows)} from the one in service (version ${fromVersion}), by ${euros(cents)}: ${moved.join(', ')}`;
}

export const allSwapWords = (differences: SwapDifferences): string[] => [...differences].map(([name, d]) => swapWords(name, d));
