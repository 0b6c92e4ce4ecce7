import { describe, expect, it } from '@jest/globals';
import { type Fact, firstTerms, type Refusal, payoutRefusals } from '@framelift/contracts';
import * as facts from '../../../../test/support/facts.ts';
import { payer, programme, stateOf } from '../../../../test/support/given.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { Refused } from '../../platform/refused.ts';
import { affiliateDecider } from '../affiliate/affiliate.decider.ts';
import { processCashout, stateCashoutOutcome } from '../affiliate/payout.decider.ts';
import { adminDecider, byActingAdmin } from '../sign-in/admin.decider.ts';
import { documentsDecider } from './documents.decider.ts';
import { returnPayment } from './payment-result.decider.ts';
import { makePayoutFile } from './payout-file.decider.ts';
import { settlePayoutRun, statePayoutOutcome } from './payout-run-end.decider.ts';
import { approvePayoutRun, payoutRunDecider } from './payout-run.decider.ts';
import { sendPayoutBatch } from './providers/paypal/paypal.decider.ts';

const meta = {
  commandId: 'c',
  correlationId: 'c',
  repeatable: false,
  occurredAt: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'admin', id: 'd2' },
} as const;
const [cashoutId, amountCents] = ['a1-1', 60_00];
const started = facts.payoutRunStarted({ runId: 'r1', cashouts: [{ cashoutId, amountCents, paymentType: 'paypal' }], takesTwo: false });
const needing = facts.payoutRunStarted({ ...started.data, takesTwo: true });
const paid = [started, facts.payoutRunSettled(), facts.payoutCashoutsPaid({ affiliateId: 'a1', cashouts: [{ cashoutId, amountCents }] })];
const affiliate = stateOf(affiliateDecider, [
  facts.affiliateRegistered({ affiliateId: 'a1' }),
  facts.saleRecorded({ ...ref('i1'), commissionCents: 100_00, soldAt: meta.occurredAt, availableAt: meta.occurredAt }),
  facts.cashoutRequested({ cashoutId, amountCents }),
]);
const unknown = facts.paymentOutcomeUnknown({ cashouts: [{ cashoutId, amountCents }] });
const unsure = affiliateDecider.evolve.PaymentOutcomeUnknown!(affiliate, unknown.data as never, {} as never);
const on = (history: Fact[], who: object) =>
  ({
    run: stateOf(payoutRunDecider, history, meta.occurredAt, { kind: 'admin', id: 'd1' }),
    affiliate,
    documents: documentsDecider.initial,
    programme: { ...programme, terms: firstTerms },
    ...payer,
    ...who,
  }) as never;
const file = { meta, runId: 'r1', type: 'paypal', hash: 'h', count: 1, cents: amountCents } as never;

/** Every decision by which money leaves or comes back, and what of the log it is about. */
const decisions: Record<string, [history: Fact[], decide: (states: never) => object]> = {
  'a run is approved': [[needing], (states) => approvePayoutRun(states, { meta, runId: 'r1' } as never)],
  'a file is made': [[started], (states) => makePayoutFile(states, file)],
  'a run is sent to PayPal': [[started], (states) => sendPayoutBatch(states, file)],
  'a run is marked as paid': [[started], (states) => settlePayoutRun(states, { meta, runId: 'r1', reference: 'B' } as never)],
  'a payment is returned': [paid, (states) => returnPayment(states, { meta, runId: 'r1', cashoutId, because: 'returned' } as never)],
  'a cashout is approved': [[], (states) => processCashout(states, { meta, cashoutId, from: 'pending', status: 'approved' } as never)],
  'a cashout is completed': [[], (states) => processCashout(states, { meta, cashoutId, from: 'pending', status: 'completed' } as never)],
  'the outcome of a run is stated': [
    [started, unknown],
    (states) => statePayoutOutcome(states, { meta, runId: 'r1', outcome: 'paid', reference: 'B', reason: 'R' } as never),
  ],
  'the outcome of a cashout is stated': [
    [],
    (states) =>
      stateCashoutOutcome(
        { ...(states as object), affiliate: unsure } as never,
        { meta, cashoutId, outcome: 'paid', reference: 'B' } as never,
      ),
  ],
};

describe.each(Object.entries(decisions))('%s', (_, [history, decide]) => {
  const refuses = (who: object, text: Refusal) => expect(() => decide(on(history, who))).toThrow(new Refused(text, 'forbidden'));
  it('by an admin, and not by one who is the payee or whose account was revoked', () => {
    expect(Object.keys(decide(on(history, {}))).length).toBeGreaterThan(0);
    refuses({ own: ['a1'] }, payoutRefusals.ownPayment);
    refuses({ admin: adminDecider.initial }, payoutRefusals.revoked);
  });
});

it.each([
  ['a file is made', makePayoutFile],
  ['a run is sent to PayPal', sendPayoutBatch],
  ['a run is marked as paid', settlePayoutRun],
  ['the outcome of a run is stated', statePayoutOutcome],
])('%s only once a second admin approved it, where the terms want one', (what, decide) =>
  expect(() => decide(on(what.startsWith('the outcome') ? [needing, facts.payoutRunApproved({}), unknown] : [needing], {}), file)).toThrow(
    new Refused(payoutRefusals.secondAdmin, 'conflict'),
  ),
);

it('other decisions about money are refused to an admin whose account was revoked, and to no program', () => {
  const rule = byActingAdmin(() => ({}));
  expect(() => rule({ admin: adminDecider.initial }, { meta })).toThrow(new Refused(payoutRefusals.revoked, 'forbidden'));
  expect(rule(payer, { meta })).toEqual({});
  for (const kind of ['system', 'store', 'key'] as const)
    expect(rule({ admin: adminDecider.initial }, { meta: { ...meta, actor: { kind, id: 'x' } } })).toEqual({});
});
