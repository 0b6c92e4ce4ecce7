import { paypalRefusals } from '@framelift/contracts';
import { refuseIf } from '../../../../platform/refused.ts';
import { inIt, type PayoutRun } from '../../payout-run.decider.ts';
import type { PayerRules } from '../../payer-rules.ts';
import { isAsked, isAtPaypal, isUnpaid } from './payout-batch.decider.ts';

/** What PayPal was asked to pay through its API stays in the run until PayPal has answered. */
export const paypalHolds: PayerRules = {
  holds: ({ batch }) => (isAtPaypal(batch) ? { ofPayment: paypalRefusals.atPaypal, ofRun: paypalRefusals.runAtPaypal } : undefined),
  refuseUnfinished: (run, now) => {
    const { batch } = run;
    const isAwaited = batch !== null && ['sent', 'accepted'].includes(batch.state) && isAsked(batch, now);
    refuseIf(isAwaited, paypalRefusals.notProcessed, 'conflict');
    const byPaypal = inIt(run).some(([, { paymentType }]) => paymentType === 'paypal');
    refuseIf(byPaypal && isUnpaid(batch) && !run.files.paypal?.open, paypalRefusals.notPaid, 'conflict');
  },
  refuseUnused: ({ batch }, hash, now) => {
    const isUndecided = batch?.state === 'sent' && !isAsked(batch, now);
    refuseIf(batch?.hash === hash && isAtPaypal(batch) && !isUndecided, paypalRefusals.stillAsked, 'conflict');
  },
  refuseReturn: ({ batch, cashouts }, cashoutId) =>
    refuseIf(batch?.batchId != null && cashouts[cashoutId]?.result === 'unclaimed', paypalRefusals.stillHeld, 'conflict'),
};

/** Whether PayPal has told the last of every payment of a run. */
export const isOver = (run: PayoutRun): boolean =>
  ['refused', 'unused'].includes(run.batch!.state) ||
  run.state === 'cancelled' ||
  (run.state === 'settled' &&
    inIt(run).every(
      ([, { paymentType, state, result }]) => paymentType !== 'paypal' || (state !== 'in' && (state !== 'paid' || result === 'completed')),
    ));
