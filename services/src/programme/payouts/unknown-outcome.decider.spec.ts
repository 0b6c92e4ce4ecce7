import { describe, expect, it } from '@jest/globals';
import { type Document, type Fact, firstTerms, payoutRefusals } from '@framelift/contracts';
import * as facts from '../../../../test/support/facts.ts';
import { payer, programme, stateOf } from '../../../../test/support/given.ts';
import { Refused } from '../../platform/refused.ts';
import { documentsDecider } from './documents.decider.ts';
import { discardPayoutFile, makePayoutFile } from './payout-file.decider.ts';
import { cancelPayoutRun, removeFromPayoutRun, settlePayoutRun, statePayoutOutcome } from './payout-run-end.decider.ts';
import { payoutRunDecider } from './payout-run.decider.ts';
import { notePayoutBatch, sendPayoutBatch } from './providers/paypal/paypal.decider.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const by = { kind: 'admin', id: 'd1' } as const;
const meta = { commandId: 'c', correlationId: 'c', repeatable: false, occurredAt: NOW, actor: by };
const document: Document = { year: 2026, number: 7, netCents: 60_00, taxCents: 0, taxBps: 0, tax: 'none' };
const one = { cashoutId: 'a1-1', amountCents: 60_00 };
const started = (paymentType: 'bank' | 'paypal' = 'bank') =>
  facts.payoutRunStarted({ runId: 'r1', cashouts: [{ ...one, paymentType }], takesTwo: false });
const made = facts.payoutFileMade({ type: 'bank', hash: 'h1', count: 1, cents: 60_00 });
const sent = facts.payoutBatchSent({ hash: 'h2', count: 1, cents: 60_00 });
const unknown = facts.paymentOutcomeUnknown({ cashouts: [{ ...one, document }] });
const run = (...history: Fact[]) => stateOf(payoutRunDecider, history, NOW, by);
const on = (...history: Fact[]) =>
  ({
    run: run(...history),
    documents: { ...documentsDecider.initial, year: 2026, last: 9 },
    programme: { ...programme, terms: firstTerms },
    ...payer,
  }) as never;
const about = {
  meta,
  runId: 'r1',
  reference: 'S-1',
  reason: 'The statement',
  hash: 'h1',
  type: 'bank',
  count: 1,
  cents: 60_00,
  cashoutId: 'a1-1',
};

describe('a run whose outcome is unknown', () => {
  it.each([
    ['a file is made', makePayoutFile],
    ['its file is said to be unused', discardPayoutFile],
    ['it is marked as paid', settlePayoutRun],
    ['it is cancelled', cancelPayoutRun],
    ['a cashout is removed', removeFromPayoutRun],
    ['it is sent to PayPal', sendPayoutBatch],
  ] as [string, (states: never, command: never) => unknown][])('is not touched: %s', (what, decide) => {
    const settledWithoutFile = [started(), unknown];
    for (const history of [[started(), made, unknown], ...(what.startsWith('its file') ? [] : [settledWithoutFile])])
      expect(() => decide(on(...history), about as never)).toThrow(new Refused(payoutRefusals.outcomeUnknown, 'conflict'));
  });

  it('is settled once an admin states that it was paid, and its payees keep their documents', () => {
    const { run: stated, documents } = statePayoutOutcome(on(started(), made, unknown), { ...about, outcome: 'paid' } as never);
    expect(stated!.map(({ type }) => type)).toEqual(['PaymentOutcomeStated', 'PayoutRunSettled']);
    expect(documents).toBeUndefined();
    expect(run(started(), made, unknown, ...stated!)).toMatchObject({
      state: 'settled',
      isOutcomeUnknown: false,
      cashouts: { 'a1-1': { document } },
    });
  });

  it('is open again once an admin states that it was not: its files are unused, and documents are cancelled', () => {
    const { run: stated, documents } = statePayoutOutcome(on(started(), made, unknown), { ...about, outcome: 'notPaid' } as never);
    expect(stated!.map(({ type }) => type)).toEqual(['PaymentOutcomeStated', 'PayoutFileUnused']);
    expect(documents!.map(({ data }) => data)).toEqual([
      { affiliateId: 'a1', cashoutId: 'a1-1', document: { ...document, number: 10 }, cancels: { year: 2026, number: 7 } },
    ]);
    const after = run(started(), made, unknown, ...stated!);
    expect(after).toMatchObject({ state: 'open', isOutcomeUnknown: false, files: { bank: { open: false } } });
    expect(after.cashouts['a1-1']!.document).toBeUndefined();
    const refused = () => statePayoutOutcome(on(started(), made, unknown, ...stated!), { ...about, outcome: 'paid' } as never);
    expect(refused).toThrow(new Refused(payoutRefusals.outcomeKnown, 'conflict'));
  });

  it('is known by what its payer says', () => {
    const accepted = facts.payoutBatchAccepted({ batchId: 'B1' });
    const atPaypal = [started('paypal'), sent, accepted, unknown];
    const processed = notePayoutBatch(run(...atPaypal), { answered: { state: 'processed' } } as never);
    expect(processed.map(({ type }) => type)).toEqual(['PayoutBatchProcessed', 'PayoutRunSettled']);
    expect(run(...atPaypal, ...processed)).toMatchObject({ state: 'settled', isOutcomeUnknown: false });
    expect(run(...atPaypal, facts.payoutBatchRefused({ code: 'NO_FUNDS' }))).toMatchObject({ state: 'open', isOutcomeUnknown: false });
    const byBank = discardPayoutFile(on(started(), made, unknown), { ...about, refused: { bankCode: 'AM04' } } as never);
    expect(run(started(), made, unknown, ...byBank.run!)).toMatchObject({ isOutcomeUnknown: false });
  });

  it('waits for PayPal while PayPal still works on it', () => {
    for (const outcome of ['paid', 'notPaid'])
      expect(() => statePayoutOutcome(on(started('paypal'), sent, unknown), { ...about, outcome } as never)).toThrow(Refused);
  });
});
