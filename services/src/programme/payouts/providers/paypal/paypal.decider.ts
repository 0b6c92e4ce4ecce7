import { type Fact, fact, payoutRefusals, paypalRefusals } from '@framelift/contracts';
import { refuseIf } from '../../../../platform/refused.ts';
import { refusePart } from '../../payout-file.decider.ts';
import { inIt, mayPayRun, open, type PayingRun, type PayoutRun, refuseChanged, refuseUnknown } from '../../payout-run.decider.ts';
import type { NotePayoutBatch, SendPayoutBatch } from './paypal.commands.ts';

/** Sends the PayPal payments of an open run, once: another attempt is only for what PayPal refused before it had a batch. */
export const sendPayoutBatch = (states: PayingRun, { hash, count, cents, editBase }: SendPayoutBatch): { run?: Fact[] } => {
  const { run } = states;
  open(run);
  mayPayRun(states);
  refuseChanged(run, editBase);
  refuseUnknown(run);
  const { batch } = run;
  refuseIf(batch !== null && batch.state !== 'refused' && batch.state !== 'unused', paypalRefusals.sentBefore, 'conflict');
  refuseIf(batch !== null && (batch.state === 'unused' || batch.batchId !== null), paypalRefusals.overBefore, 'conflict');
  refuseIf(!!run.files.paypal?.open, payoutRefusals.fileOpenInRun, 'conflict');
  refusePart(run, { type: 'paypal', count, cents });
  return { run: [fact('PayoutBatchSent', { hash, count, cents })] };
};

/** Records what PayPal answered. What is known is not recorded again, and an older answer changes nothing. */
export const notePayoutBatch = (run: PayoutRun, { answered }: NotePayoutBatch): Fact[] => {
  const { batch } = run;
  if (!batch) return [];
  const delayed = (code: string) => (batch.code === code ? [] : [fact('PayoutBatchDelayed', { code })]);
  switch (answered.state) {
    // Whatever was known before: PayPal has it.
    case 'accepted':
      return batch.batchId === null ? [fact('PayoutBatchAccepted', { batchId: answered.batchId })] : [];
    case 'delayed':
      return batch.state === 'sent' ? delayed(answered.code) : [];
    // After a call without an answer, a refusal may be about the later call alone.
    case 'refused':
      if (batch.state !== 'sent') return [];
      return batch.code === null ? [fact('PayoutBatchRefused', { code: answered.code })] : delayed(answered.code);
    case 'denied':
      return batch.state === 'accepted' ? [fact('PayoutBatchRefused', { code: answered.code })] : [];
    case 'processed': {
      if (batch.state !== 'accepted') return [];
      const { feeCents } = answered;
      const processed = fact('PayoutBatchProcessed', feeCents === undefined ? {} : { feeCents });
      // Payments of other kinds are settled by an admin, who knows them.
      const isWhole = run.state === 'open' && inIt(run).every(([, { paymentType }]) => paymentType === 'paypal');
      return isWhole ? [processed, fact('PayoutRunSettled', { reference: batch.batchId! })] : [processed];
    }
  }
};
