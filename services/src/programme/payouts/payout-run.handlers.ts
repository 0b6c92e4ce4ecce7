import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handler, handlerAcross } from '../../engine/log/deciding/command-handler.ts';
import type { Load } from '../../engine/log/deciding/decider.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { affiliateSource, ownerOf } from '../affiliate/affiliate.decider.ts';
import { actingAdmin, payingAdmin } from '../sign-in/admin.decider.ts';
import { termsInForce } from '../terms/terms.decider.ts';
import * as commands from './payout-run.commands.ts';
import { notePayoutResult, returnPayment } from './payment-result.decider.ts';
import { discardPayoutFile, makePayoutFile } from './payout-file.decider.ts';
import { documentsSource } from './documents.decider.ts';
import { cancelPayoutRun, removeFromPayoutRun, settlePayoutRun, statePayoutOutcome } from './payout-run-end.decider.ts';
import * as rule from './payout-run.decider.ts';
import { payingHandler, SamePerson } from '../same-person.ts';
import { NotePayoutBatch, NoteUnmatchedPayments, SendPayoutBatch } from './providers/paypal/paypal.commands.ts';
import { notePayoutBatch, sendPayoutBatch } from './providers/paypal/paypal.decider.ts';
import { acknowledgeUnmatchedPayment, noteUnmatchedPayments } from './providers/paypal/unmatched.decider.ts';
import { finishRun } from './finishing.ts';

const onRun = ({ runId, meta }: { runId: string; meta: commands.StartPayoutRun['meta'] }) => ({
  run: rule.payoutRunSource(runId),
  admin: actingAdmin(meta),
  programme: termsInForce,
});
/** The affiliates whom the run pays. */
const payeesOf =
  ({ runId }: { runId: string }) =>
  async (load: Load) =>
    rule.payees(await load(rule.payoutRunSource(runId)));
/** A decision by which money of a run leaves. */
const paying = (c: Parameters<typeof onRun>[0]) => ({ sources: onRun(c), payees: payeesOf(c) });
/** With them. */
const withPayees = (command: commands.CancelPayoutRun) => async (load: Load) => ({
  ...onRun(command),
  ...rule.affiliateSources(await payeesOf(command)(load)),
});
/** The document of a payment that came back is cancelled. */
const withOne =
  ({ runId, cashoutId, meta }: commands.ReturnPayment) =>
  async (load: Load) => {
    const run = rule.payoutRunSource(runId);
    const isDocumented = (await load(run)).cashouts[cashoutId]?.document !== undefined;
    const documents = documentsSource(meta.occurredAt, isDocumented);
    return { affiliate: affiliateSource(ownerOf(cashoutId)), run, admin: actingAdmin(meta), programme: termsInForce, documents };
  };

/** The documents of payments that were not made are cancelled. */
const withDocuments = (c: commands.StatePayoutOutcome) => async (load: Load) => {
  const { cashouts } = await load(rule.payoutRunSource(c.runId));
  const isDocumented = Object.values(cashouts).some(({ document }) => document !== undefined);
  return { ...onRun(c), documents: documentsSource(c.meta.occurredAt, isDocumented) };
};

/** Settles once; then completes each affiliate’s cashouts. A job finishes after a crash. */
@CommandHandler(commands.SettlePayoutRun)
export class SettlePayoutRunHandler implements ICommandHandler<commands.SettlePayoutRun> {
  constructor(
    private readonly streams: Streams,
    private readonly samePerson: SamePerson,
  ) {}
  async execute(command: commands.SettlePayoutRun) {
    const outcome = await this.streams.decideAcross(this.samePerson.meeting(command, { ...paying(command), rule: settlePayoutRun }));
    const position = await finishRun(this.streams, command.runId);
    return { ...outcome, position: Math.max(outcome.position, position) };
  }
}

/** Paid, it is settled and its cashouts are completed. */
@CommandHandler(commands.StatePayoutOutcome)
export class StatePayoutOutcomeHandler implements ICommandHandler<commands.StatePayoutOutcome> {
  constructor(
    private readonly streams: Streams,
    private readonly samePerson: SamePerson,
  ) {}
  async execute(command: commands.StatePayoutOutcome) {
    const decision = { sources: withDocuments(command), payees: payeesOf(command), rule: statePayoutOutcome };
    const outcome = await this.streams.decideAcross(this.samePerson.meeting(command, decision));
    const position = await finishRun(this.streams, command.runId);
    return { ...outcome, position: Math.max(outcome.position, position) };
  }
}

export const payoutRunHandlers = [
  handlerAcross(commands.StartPayoutRun, (c) => ({
    sources: { ...onRun(c), admin: payingAdmin(c.meta), ...rule.affiliateSources(c.cashoutIds.map(ownerOf)) },
    rule: rule.startPayoutRun,
  })),
  payingHandler(commands.ApprovePayoutRun, (c) => ({ ...paying(c), rule: rule.approvePayoutRun })),
  payingHandler(commands.MakePayoutFile, (c) => ({ ...paying(c), rule: makePayoutFile })),
  handlerAcross(commands.DiscardPayoutFile, (c) => ({ sources: onRun(c), rule: discardPayoutFile })),
  payingHandler(SendPayoutBatch, (c) => ({ ...paying(c), rule: sendPayoutBatch })),
  handler(NotePayoutBatch, ({ runId }) => rule.payoutRunSource(runId), notePayoutBatch),
  handlerAcross(NoteUnmatchedPayments, (c) => ({
    sources: {
      run: rule.payoutRunSource(c.runId),
      ...rule.affiliateSources(c.payments.map(({ cashoutId }) => ownerOf(cashoutId)).filter(Boolean)),
    },
    rule: noteUnmatchedPayments,
  })),
  handlerAcross(commands.AcknowledgeUnmatchedPayment, (c) => ({ sources: onRun(c), rule: acknowledgeUnmatchedPayment })),
  handlerAcross(commands.RemoveFromPayoutRun, (c) => ({
    sources: { ...onRun(c), ...rule.affiliateSources([ownerOf(c.cashoutId)]) },
    rule: removeFromPayoutRun,
  })),
  handlerAcross(commands.CancelPayoutRun, (c) => ({ sources: withPayees(c), rule: cancelPayoutRun })),
  SettlePayoutRunHandler,
  StatePayoutOutcomeHandler,
  handler(commands.NotePayoutResult, ({ runId }) => rule.payoutRunSource(runId), notePayoutResult),
  payingHandler(commands.ReturnPayment, (c) => ({ sources: withOne(c), payees: () => [ownerOf(c.cashoutId)], rule: returnPayment })),
];
