import { fact, payoutRefusals, type PaymentType, refusals, totalOfAmounts } from '@framelift/contracts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import { holdOf, payerRules } from './providers/paying.decider.ts';
import type * as commands from './payout-run.commands.ts';
import {
  byAdmin,
  inIt,
  mayPayRun,
  type OnRun,
  open,
  type PayoutFile,
  type PayingRun,
  type PayoutRun,
  refuseChanged,
  refuseUnknown,
  type RunFacts,
} from './payout-run.decider.ts';

/** Refuses what is not all of a payment type. */
export const refusePart = (run: PayoutRun, { type, count, cents }: Pick<commands.MakePayoutFile, 'type' | 'count' | 'cents'>): void => {
  const paid = inIt(run).filter(([, { paymentType }]) => paymentType === type);
  const isWhole = paid.length === count && totalOfAmounts(paid.map(([, cashout]) => cashout)) === cents;
  refuseIf(!isWhole, refusals.conflict, 'conflict');
};
/** Records what a payer is given. The same file again has the same bytes; another one only once the one before was not used. */
export const makePayoutFile = (states: PayingRun, { meta: _meta, runId: _runId, editBase, ...made }: commands.MakePayoutFile): RunFacts => {
  const { run } = states;
  open(run);
  mayPayRun(states);
  refuseChanged(run, editBase);
  refuseUnknown(run);
  refusePart(run, made);
  const before = run.files[made.type];
  const hold = holdOf(run, made.type);
  if (hold) throw new Refused(hold.ofRun, 'conflict');
  refuseIf(!!before?.open && before.hash !== made.hash, payoutRefusals.anotherFile, 'conflict');
  if (before?.open) return {};
  return { run: [fact('PayoutFileMade', { ...made, ...(before && before.hash !== made.hash ? { replaces: before.hash } : {}) })] };
};

/** A payment file was not used and will not be. */
export const discardPayoutFile = (states: OnRun, { meta, hash, refused }: commands.DiscardPayoutFile): RunFacts => {
  const { run } = states;
  byAdmin(states);
  open(run);
  const [type, file] = (Object.entries(run.files) as [PaymentType, PayoutFile][]).find(([, known]) => known.hash === hash) ?? [];
  refuseIf(!file, payoutRefusals.fileNotFound, 'missing');
  // What the payer itself reports is an answer.
  if (!refused) refuseUnknown(run);
  for (const payer of payerRules) payer.refuseUnused(run, hash, meta.occurredAt);
  return file!.open ? { run: [fact('PayoutFileUnused', { type: type!, hash, ...(refused ? { refused } : {}) })] } : {};
};
