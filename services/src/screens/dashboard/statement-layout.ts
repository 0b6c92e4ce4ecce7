import type { StatementLayout } from '@framelift/contracts';
import type { StoredEvent } from '../../engine/log/event.ts';

/** The layout of a statement that ends at a moment: the first one, where heads were signed without a layout, until a head names another. */
export function layoutOf(heads: readonly Pick<StoredEvent<'HeadSigned'>, 'data' | 'recordedAt'>[], ends: Date): StatementLayout {
  if (heads.every(({ data }) => data.layout)) return 2;
  const first = heads.find(({ data }) => data.layout);
  return first && first.recordedAt <= ends ? 2 : 1;
}

/** The note under each statement on how to check it, by layout. */
export const proofWords: Record<StatementLayout, string> = {
  1: 'Keep it: whoever has the log can show that its history up to there is the same, and with it every figure above. Made again, this document has the same bytes.',
  2: 'Keep this document: anyone with the log can show that its history up to there is the same, and with it every figure above. Re-issuing it gives an identical file.',
};
