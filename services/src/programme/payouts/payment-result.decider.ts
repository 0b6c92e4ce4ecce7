import { type Fact, fact, payoutRefusals } from '@framelift/contracts';
import { entryOf } from '../../platform/entry.ts';
import { refuseIf } from '../../platform/refused.ts';
import { ownerOf } from '../affiliate/affiliate.decider.ts';
import { cancelling, documentIn, documentsOf } from './documents.decider.ts';
import { mayPay } from './payer.decider.ts';
import type * as commands from './payout-run.commands.ts';
import { amounts, inIt, type OnePayeeFacts, type OnPayee, type PayingOne, type PayoutRun, type RunCashout } from './payout-run.decider.ts';

/** Completes one affiliate’s cashouts of a settled run. The money is sent, so a debt no longer stops it. */
export const payCashouts = (on: OnPayee, c: commands.PayCashouts): OnePayeeFacts => {
  const { run, affiliate } = on;
  const theirs = inIt(run).filter(([id, { state }]) => state === 'in' && ownerOf(id) === c.affiliateId);
  if (run.state !== 'settled' || !theirs.length) return {};
  const issued = documentsOf(
    on.documents,
    on.programme.terms.selfBilling,
    run.settled!.at,
    theirs.map(([cashoutId, { amountCents, document }]) => ({
      cashoutId,
      affiliateId: affiliate.id,
      amountCents,
      vatCountry: affiliate.vatCountry,
      document,
    })),
  );
  const processed = theirs.map(([cashoutId, { amountCents }]) => {
    const { paymentMethodId, status: from } = affiliate.openCashouts.find(({ id }) => id === cashoutId)!;
    const { reference } = run.settled!;
    return fact('CashoutProcessed', {
      cashoutId,
      amountCents,
      paymentMethodId,
      from,
      status: 'completed',
      runId: run.id,
      reference,
      ...documentIn(issued.of[cashoutId]),
    });
  });
  const cashouts = amounts(theirs).map((one) => ({ ...one, ...documentIn(issued.of[one.cashoutId]) }));
  return { run: [fact('PayoutCashoutsPaid', { affiliateId: c.affiliateId, cashouts })], affiliate: processed, documents: issued.facts };
};

const paidIn = (run: PayoutRun, cashoutId: string): RunCashout => {
  refuseIf(run.state === 'none', payoutRefusals.runNotFound, 'missing');
  refuseIf(run.state !== 'settled', payoutRefusals.notSettled, 'conflict');
  const cashout = entryOf(run.cashouts, cashoutId);
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

/**
 * A payment failed or came back: the amount is the affiliate’s again, once. A part that is said again is the same part. A deleted account forfeits it.
 */
export const returnPayment = (on: PayingOne, c: commands.ReturnPayment): OnePayeeFacts => {
  const { run, affiliate, documents } = on;
  const { runId, cashoutId, because, paypalCode, bankCode } = c;
  const { amountCents: whole, state, document, back = [] } = paidIn(run, cashoutId);
  // PayPal itself needs no account.
  if (c.meta.actor.kind !== 'system') mayPay(on);
  const left = whole - back.reduce((sum, part) => sum + part, 0);
  const isKnown = state !== 'paid' && (left === 0 || c.amountCents === undefined || back.includes(c.amountCents));
  if (isKnown) return {};
  const amountCents = c.amountCents ?? left;
  refuseIf(amountCents > left, payoutRefusals.returnedMore, 'conflict');
  const forfeitedCents = affiliate.deleted ? amountCents : 0;
  const why = bankCode ? { bankCode } : {};
  const cancelled = document && cancelling(documents, c.meta.occurredAt, document, amountCents);
  return {
    ...(cancelled ? { documents: [fact('DocumentIssued', { affiliateId: affiliate.id, cashoutId, ...cancelled })] } : {}),
    run: [fact('CashoutReturned', { cashoutId, amountCents, because, ...(paypalCode ? { paypalCode } : {}), ...why })],
    affiliate: [
      fact('PaymentReturned', {
        cashoutId,
        amountCents,
        runId,
        because,
        ...why,
        ...cancelled,
        forfeitedCents,
        ...(amountCents < whole ? { ofCents: whole } : {}),
      }),
    ],
  };
};
