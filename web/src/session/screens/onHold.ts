import { formatDate } from '../../lib/format.ts';

/** Says from when on a commission is available (ISO 8601) that is still on hold at this moment; null: it is on hold no more. */
export const onHoldWords = (availableAt: string | null | undefined, now = Date.now()): string | null =>
  availableAt && Date.parse(availableAt) > now ? `Available on ${formatDate(availableAt)}` : null;
