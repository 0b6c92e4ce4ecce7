import { type Fact, fact, payoutRefusals, type PaymentType } from '@framelift/contracts';
import { entryOf } from '../../platform/entry.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import { cancelledAll, type Documents } from './documents.decider.ts';
import type * as commands from './payout-run.commands.ts';
import {
  amounts,
  byAdmin,
  inIt,
  mayPayRun,
  onAffiliates,
  type OnPayees,
  open,
  type PayoutFile,
  type PayeeFacts,
  type PayingRun,
  refuseChanged,
  refuseUnknown,
  type RunFacts,
} from './payout-run.decider.ts';
import { holdOf, payerRules, refuseHeld } from './providers/paying.decider.ts';

export const removeFromPayoutRun = (states: OnPayees, { runId, cashoutId }: commands.RemoveFromPayoutRun): PayeeFacts => {
  const { run } = states;
  byAdmin(states);
  open(run);
  const cashout = entryOf(run.cashouts, cashoutId);
  refuseIf(!cashout, payoutRefusals.notInRun, 'missing');
  if (cashout!.state === 'removed') return {};
  refuseUnknown(run);
  const hold = holdOf(run, cashout!.paymentType);
  if (hold) throw new Refused(hold.ofPayment, 'conflict');
  refuseIf(!!run.files[cashout!.paymentType]?.open, payoutRefusals.fileOpen, 'conflict');
  const cashouts = [{ cashoutId, amountCents: cashout!.amountCents }];
  const released = onAffiliates(cashouts, (theirs) => fact('CashoutsReleased', { runId, cashouts: theirs }));
  // Without its last cashout a run is over.
  const last = inIt(run).length === 1;
  return { run: [last ? fact('PayoutRunCancelled', { cashouts }) : fact('PayoutCashoutsRemoved', { cashouts })], ...released };
};

export const cancelPayoutRun = (states: OnPayees, { runId, editBase }: commands.CancelPayoutRun): PayeeFacts => {
  const { run } = states;
  byAdmin(states);
  refuseIf(run.state === 'none', payoutRefusals.runNotFound, 'missing');
  if (run.state === 'cancelled') return {};
  open(run);
  refuseChanged(run, editBase);
  refuseUnknown(run);
  refuseHeld(run);
  const isGivenOut = Object.values(run.files).some((file) => file.open);
  refuseIf(isGivenOut, payoutRefusals.fileOpenInRun, 'conflict');
  const cashouts = amounts(inIt(run));
  return {
    run: [fact('PayoutRunCancelled', { cashouts })],
    ...onAffiliates(cashouts, (theirs) => fact('CashoutsReleased', { runId, cashouts: theirs })),
  };
};

/** The payer has paid all of it. Each affiliate's events are appended separately. */
export const settlePayoutRun = (states: PayingRun, { meta, reference, proof, editBase }: commands.SettlePayoutRun): RunFacts => {
  const { run } = states;
  refuseIf(run.state === 'none', payoutRefusals.runNotFound, 'missing');
  if (run.state === 'settled') return {};
  open(run);
  mayPayRun(states);
  refuseChanged(run, editBase);
  refuseUnknown(run);
  for (const payer of payerRules) payer.refuseUnfinished(run, meta.occurredAt);
  return { run: [fact('PayoutRunSettled', { reference, ...(proof ? { proof } : {}) })] };
};

/** What became of a run that had left before the system went back. Paid, it is settled; not paid, its files count as not used. */
export const statePayoutOutcome = (
  states: PayingRun & { documents: Documents },
  c: commands.StatePayoutOutcome,
): RunFacts & { documents?: Fact[] } => {
  const { run, documents } = states;
  const { meta, outcome, reference, reason, editBase } = c;
  open(run);
  refuseIf(!run.isOutcomeUnknown, payoutRefusals.outcomeKnown, 'conflict');
  mayPayRun(states);
  refuseChanged(run, editBase);
  const stated = fact('PaymentOutcomeStated', { outcome, cashouts: amounts(inIt(run)), reference, reason });
  if (outcome === 'paid') {
    for (const payer of payerRules) payer.refuseUnfinished(run, meta.occurredAt);
    return { run: [stated, fact('PayoutRunSettled', { reference })] };
  }
  const files = (Object.entries(run.files) as [PaymentType, PayoutFile][]).filter(([, file]) => file.open);
  for (const payer of payerRules) for (const [, { hash }] of files) payer.refuseUnused(run, hash, meta.occurredAt);
  const unpaid = inIt(run).map(([cashoutId, { document }]) => ({ cashoutId, document }));
  return {
    run: [stated, ...files.map(([type, { hash }]) => fact('PayoutFileUnused', { type, hash }))],
    documents: cancelledAll(documents, meta.occurredAt, unpaid),
  };
};
