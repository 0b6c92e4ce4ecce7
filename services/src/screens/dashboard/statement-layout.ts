import { STATEMENT_LAYOUT, type StatementLayout } from '@framelift/contracts';
import type { StoredEvent } from '../../engine/log/event.ts';

type Head = Pick<StoredEvent<'HeadSigned'>, 'data' | 'recordedAt'>;

/**
 * The layout of a statement that ends at a moment: of the newest program whose signed heads precede it. Before all heads it is that of the
 * first one. The programs of the first layout named none.
 */
export function layoutOf(heads: readonly Head[], ends: Date): StatementLayout {
  if (!heads.length) return STATEMENT_LAYOUT;
  const before = heads.filter(({ recordedAt }) => recordedAt <= ends);
  const named = (before.length ? before : heads.slice(0, 1)).map(({ data }) => data.layout ?? 1);
  return Math.max(...named) as StatementLayout;
}

const SECOND =
  'Keep this document: anyone with the log can show that its history up to there is the same, and with it every figure above. Re-issuing it gives an identical file.';

/** The address that links in a statement lead to: of the heads that decide its layout. `now`: of this program, before all heads. */
export function siteOf(heads: readonly Head[], ends: Date, now: string): string | undefined {
  if (!heads.length) return now;
  const before = heads.filter(({ recordedAt }) => recordedAt <= ends);
  return (before.length ? before : heads.slice(0, 1)).findLast(({ data }) => data.site)?.data.site;
}

/** The note under each statement on how to check it, by layout. */
export const proofWords: Record<StatementLayout, string> = {
  1: 'Keep it: whoever has the log can show that its history up to there is the same, and with it every figure above. Made again, this document has the same bytes.',
  2: SECOND,
  3: SECOND,
  4: SECOND,
};
