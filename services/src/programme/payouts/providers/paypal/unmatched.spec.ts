import { describe, expect, it } from '@jest/globals';
import { type Fact, payoutRefusals } from '@framelift/contracts';
import * as facts from '../../../../../../test/support/facts.ts';
import { payer, programme, stateOf } from '../../../../../../test/support/given.ts';
import { Refused } from '../../../../platform/refused.ts';
import { affiliateDecider } from '../../../affiliate/affiliate.decider.ts';
import { payoutRunDecider } from '../../payout-run.decider.ts';
import type { PaypalItem } from './paypal-words.ts';
import { acknowledgeUnmatchedPayment, noteUnmatchedPayments } from './unmatched.decider.ts';
import { looksLikeRun, unmatchedIn } from './unmatched.ts';

const by = { kind: 'admin', id: 'd1' } as const;
const run = (...history: Fact[]) => stateOf(payoutRunDecider, history, '2026-01-01T00:00:00.000Z', by);
const started = facts.payoutRunStarted({
  runId: 'r1',
  cashouts: [
    { cashoutId: 'a1-1', amountCents: 50_00, paymentType: 'paypal' },
    { cashoutId: 'a1-2', amountCents: 20_00, paymentType: 'bank' },
    { cashoutId: 'a1-3', amountCents: 30_00, paymentType: 'paypal' },
  ],
});
const item = (itemId: string, cashoutId: string, cents: number | undefined, status = 'SUCCESS'): PaypalItem => ({
  itemId,
  cashoutId,
  cents,
  status,
  code: undefined,
  receiver: 'ann@pay.example',
});
const payment = { itemId: 'I1', cashoutId: 'a1-1', cents: 50_00, receiver: 'ann@pay.example', result: 'completed' } as const;
const seen = facts.unmatchedPaymentSeen({ itemId: 'I1' });

describe('payments of a batch that its run does not have', () => {
  const named = (history: Fact[], ...items: PaypalItem[]) => unmatchedIn(run(...history), items).map(({ itemId }) => itemId);
  it('are of no cashout of it by PayPal, of another amount, or of one cashout twice', () => {
    const items = [item('I1', 'a1-1', 50_00), item('I2', 'a1-1', 50_00), item('I3', 'a1-2', 20_00), item('I4', 'a1-3', 31_00)];
    expect(named([started], ...items, item('I5', 'a2-1', 5_00), item('I6', '', 5_00), item('I7', 'a1-3', undefined))).toEqual([
      'I2',
      'I3',
      'I4',
      'I5',
      'I6',
      'I7',
    ]);
  });
  it('are all of it where the run is not in the log, or the cashout was taken out', () => {
    expect(named([], item('I1', 'a1-1', 50_00))).toEqual(['I1']);
    const removed = facts.payoutCashoutsRemoved({ cashouts: [{ cashoutId: 'a1-1', amountCents: 50_00 }] });
    expect(named([started, removed], item('I1', 'a1-1', 50_00))).toEqual(['I1']);
  });
  it('are not those that failed, came back, or are known', () => {
    expect(named([], item('I1', 'a1-1', 50_00, 'FAILED'), item('I2', 'a1-1', 50_00, 'RETURNED'), item('I3', '', 1, 'NEW'))).toEqual([]);
    expect(named([seen], item('I1', 'a1-1', 50_00))).toEqual([]);
    expect(unmatchedIn(run(), [item('I1', 'Salary 7', 5_00, 'UNCLAIMED')])).toMatchObject([{ cashoutId: '', result: 'unclaimed' }]);
  });
  it('are looked for under ids of our form alone', () => {
    expect(['0abcdefghjkmnpqr', '0abcdefghjkmnpq', '0abcdefghijkmnpq', 'Payroll-2026-11', undefined].map(looksLikeRun)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('such a payment', () => {
  const noted = (history: Fact[], account: Fact[], ...payments: object[]) =>
    noteUnmatchedPayments(
      { run: run(...history), 'affiliate a1': stateOf(affiliateDecider, account) } as never,
      { batchId: 'B1', payments } as never,
    ).run!.map(({ data }) => data);
  it('is recorded once, with its receiver where the account exists', () => {
    const registered = facts.affiliateRegistered({ affiliateId: 'a1' });
    const about = { itemId: 'I1', batchId: 'B1', ofCashout: 'a1-1', amountCents: 50_00, result: 'completed' };
    expect(noted([], [registered], payment)).toEqual([{ ...about, affiliateId: 'a1', receiver: 'ann@pay.example' }]);
    expect(noted([], [], payment)).toEqual([about]);
    expect(noted([], [registered, facts.affiliateDeleted()], payment)).toEqual([about]);
    expect(noted([seen], [registered], payment)).toEqual([]);
    const foreign = { ...payment, cashoutId: '', cents: undefined, receiver: undefined };
    expect(noted([], [], foreign)).toEqual([{ itemId: 'I1', batchId: 'B1', result: 'completed' }]);
  });
  it('is acknowledged once, by an admin in office', () => {
    const on = (...history: Fact[]) => ({ run: run(...history), programme, ...payer });
    const command = { runId: 'r1', itemId: 'I1', reason: 'Lost' } as never;
    const first = acknowledgeUnmatchedPayment(on(seen) as never, command).run!;
    expect(first.map(({ type, data }) => [type, data])).toEqual([['UnmatchedPaymentAcknowledged', { itemId: 'I1', reason: 'Lost' }]]);
    expect(acknowledgeUnmatchedPayment(on(seen, ...first) as never, command)).toEqual({});
    expect(() => acknowledgeUnmatchedPayment(on() as never, command)).toThrow(new Refused(payoutRefusals.unmatchedNotFound, 'missing'));
    expect(() => acknowledgeUnmatchedPayment(on(seen) as never, { ...(command as object), itemId: 'constructor' } as never)).toThrow(
      new Refused(payoutRefusals.unmatchedNotFound, 'missing'),
    );
    const revoked = { ...on(seen), admin: { ...payer.admin, active: false } } as never;
    expect(() => acknowledgeUnmatchedPayment(revoked, command)).toThrow(new Refused(payoutRefusals.revoked, 'forbidden'));
  });
});
