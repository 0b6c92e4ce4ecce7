import type { Sealed } from '@framelift/contracts';
import type { FoldedEvent } from '../../engine/projecting/projection.ts';

/** What an admin wrote to the affiliate with a decision. */
export const writtenIn = ({ data }: FoldedEvent): Sealed | null => {
  if ('adminNotes' in data) return data.adminNotes ?? null;
  return 'reason' in data && typeof data.reason === 'object' ? data.reason : null;
};
