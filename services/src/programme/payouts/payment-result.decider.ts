import { type Fact, fact, payoutRefusals } from '@framelift/contracts';
import { refuseIf } from '../../platform/refused.ts';
import type * as commands from './payout-run.commands.ts';
import type { OnePayeeFacts, OnPayee, PayoutRun, RunCashout } from './payout-run.decider.ts';

const paidIn = (run: PayoutRun, cashoutId: string): RunCashout => {
  refuseIf(run.state === 'none', payoutRefusals.runNotFound, 'missing');
  refuseIf(run.state !== 'settled', payoutRefusals.notSettled, 'conflict');
  const cashout = run.cashouts[cashoutId];
  refuseIf(!cashout || cashout.state === 'removed', payoutRefusals.notInRun, 'missing');
  // A moment between settling and booking: the client retries.
  refuseIf(cashout!.state === 'in', payoutRefusals.notSettled, 'conflict');
  return cashout!;
};

export const notePayoutResult = (run: PayoutRun, { cashoutId, result, paypalCode }: commands.NotePayoutResult): Fact[] => {
  const cashout = paidIn(run, cashoutId);
  const isKnown = cashout.result === result && (paypalCode === undefined || cashout.paypalCode === paypalCode);
  return cashout.state !== 'paid' || isKnown
    ? []
    : [fact('PayoutResultSeen', { cashoutId, result, ...(paypalCode ? { paypalCode } : {}) })];
};

/** A payment failed or came back: the amount is the affiliate’s again, once. A deleted account forfeits it. */
export const returnPayment = ({ run, affiliate }: OnPayee, c: commands.ReturnPayment): OnePayeeFacts => {
  const { runId, cashoutId, because, paypalCode, bankCode } = c;
  const { amountCents, state } = paidIn(run, cashoutId);
  if (state !== 'paid') return {};
  const forfeitedCents = affiliate.deleted ? amountCents : 0;
  const why = bankCode ? { bankCode } : {};
  return {
    run: [fact('CashoutReturned', { cashoutId, amountCents, because, ...(paypalCode ? { paypalCode } : {}), ...why })],
    affiliate: [fact('PaymentReturned', { cashoutId, amountCents, runId, because, ...why, forfeitedCents })],
  };
};
