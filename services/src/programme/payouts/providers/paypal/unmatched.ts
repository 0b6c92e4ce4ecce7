import { entryOf } from '../../../../platform/entry.ts';
import { meaningOf } from '../../payer-report.ts';
import { inIt, type PayoutRun } from '../../payout-run.decider.ts';
import type { UnmatchedPayment } from './paypal.commands.ts';
import type { PaypalItem } from './paypal-words.ts';

/** The form of our ids: of runs, and of cashouts. */
const RUN = /^[0-9a-hjkmnp-tv-z]{16}$/;
const CASHOUT = /^[0-9a-z]{1,50}-[1-9]\d{0,8}$/;

/** Whether a batch may be of a run that the log does not have. */
export const looksLikeRun = (senderId: string | undefined): senderId is string => senderId !== undefined && RUN.test(senderId);

/**
 * The payments of a batch that left and that its run does not have: of another cashout, of another amount, or of one cashout twice. Those that are
 * known are left out.
 */
export function unmatchedIn(run: PayoutRun, items: readonly PaypalItem[]): UnmatchedPayment[] {
  const due = new Map(
    inIt(run).flatMap(([id, { paymentType, amountCents }]) => (paymentType === 'paypal' ? [[id, amountCents] as const] : [])),
  );
  return items.flatMap(({ itemId, cashoutId, cents, receiver, status }) => {
    const result = meaningOf(status);
    // What failed or came back is in nobody's hands.
    if (result !== 'completed' && result !== 'unclaimed') return [];
    if (cents !== undefined && due.get(cashoutId) === cents && due.delete(cashoutId)) return [];
    return entryOf(run.unmatched, itemId) ? [] : [{ itemId, cashoutId: CASHOUT.test(cashoutId) ? cashoutId : '', cents, receiver, result }];
  });
}
