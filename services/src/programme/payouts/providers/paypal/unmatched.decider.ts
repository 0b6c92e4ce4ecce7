import { type Fact, fact, payoutRefusals } from '@framelift/contracts';
import { entryOf } from '../../../../platform/entry.ts';
import { refuseIf } from '../../../../platform/refused.ts';
import { ownerOf } from '../../../affiliate/affiliate.decider.ts';
import type { AcknowledgeUnmatchedPayment } from '../../payout-run.commands.ts';
import { byAdmin, type OnPayees, type OnRun, type RunFacts } from '../../payout-run.decider.ts';
import type { NoteUnmatchedPayments } from './paypal.commands.ts';

/** Records each payment once. Its receiver is kept for an account that exists: whose erasure erases it. */
export const noteUnmatchedPayments = (
  states: Omit<OnPayees, 'admin' | 'programme'>,
  { batchId, payments }: NoteUnmatchedPayments,
): RunFacts => {
  const seen = payments.filter(({ itemId }) => !entryOf(states.run.unmatched, itemId));
  const factOf = ({ itemId, cashoutId, cents, receiver, result }: (typeof payments)[number]): Fact => {
    const affiliate = states[`affiliate ${ownerOf(cashoutId)}`];
    const isAccount = affiliate !== undefined && affiliate.registered && !affiliate.deleted;
    return fact('UnmatchedPaymentSeen', {
      itemId,
      batchId,
      result,
      ...(cashoutId ? { ofCashout: cashoutId } : {}),
      ...(cents === undefined ? {} : { amountCents: cents }),
      ...(isAccount ? { affiliateId: affiliate.id, ...(receiver ? { receiver } : {}) } : {}),
    });
  };
  return { run: seen.map(factOf) };
};

/** An admin says what such a payment is about. It books nothing. */
export const acknowledgeUnmatchedPayment = (states: OnRun, { itemId, reason }: AcknowledgeUnmatchedPayment): RunFacts => {
  byAdmin(states);
  const known = entryOf(states.run.unmatched, itemId);
  refuseIf(!known, payoutRefusals.unmatchedNotFound, 'missing');
  return known === 'acknowledged' ? {} : { run: [fact('UnmatchedPaymentAcknowledged', { itemId, reason })] };
};
