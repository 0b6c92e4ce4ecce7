import { describe, expect, it } from '@jest/globals';
import { type Fact, firstTerms, payoutRefusals, refusals, reviewRefusals } from '@framelift/contracts';
import * as facts from '../../../../test/support/facts.ts';
import { payer, programme, stateOf } from '../../../../test/support/given.ts';
import { Refused } from '../../platform/refused.ts';
import { affiliateDecider } from '../affiliate/affiliate.decider.ts';
import { adminDecider } from '../sign-in/admin.decider.ts';
import { documentsDecider } from './documents.decider.ts';
import { makePayoutFile } from './payout-file.decider.ts';
import { payCashouts, returnPayment } from './payment-result.decider.ts';
import { cancelPayoutRun, removeFromPayoutRun, settlePayoutRun } from './payout-run-end.decider.ts';
import * as rule from './payout-run.decider.ts';
import { sendPayoutBatch } from './providers/paypal/paypal.decider.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const by = { kind: 'admin', id: 'd1' } as const;
const meta = { commandId: 'c', correlationId: 'c', repeatable: false, occurredAt: NOW, actor: by };
const proof = { sha256: 'a'.repeat(64), mime: 'image/png', bytes: 1 } as const;
const cashout = (cashoutId: string, amountCents = 60_00) => ({ cashoutId, amountCents, paymentType: 'paypal' as const });
const started = facts.payoutRunStarted({ runId: 'r1', cashouts: [cashout('a1-1'), cashout('a1-2'), cashout('a2-1')] });
const cancelled = facts.payoutRunCancelled({ cashouts: [{ cashoutId: 'a1-1', amountCents: 60_00 }] });
const settled = facts.payoutRunSettled({ reference: 'PP-1', proof });
const accepted = facts.payoutBatchAccepted({ batchId: 'B1' });
const delayed = facts.payoutBatchDelayed({ code: 'NO_ANSWER' });
const refused = facts.payoutBatchRefused({ code: 'NO_FUNDS' });
const unused = facts.payoutFileUnused({ type: 'paypal', hash: 'h1' });
const bank = facts.payoutFileMade({ type: 'bank', hash: 'b1' });
const of = (...history: Fact[]) => stateOf(rule.payoutRunDecider, history, NOW, by);
const on = (run: rule.PayoutRun, active = true) =>
  ({ run, admin: { ...adminDecider.initial, active }, own: [], programme: { ...programme, terms: firstTerms } }) as never;
const books = { programme, documents: documentsDecider.initial };
const refuses = (decide: () => unknown, text: string) => expect(decide).toThrow(Refused.inWords(text));

describe('a payout run', () => {
  it('is empty at first, on its own stream', () => {
    expect(of()).toEqual({
      id: '',
      state: 'none',
      cashouts: {},
      files: {},
      batch: null,
      startedBy: null,
      takesTwo: null,
      approvedBy: null,
      settled: null,
      isOutcomeUnknown: false,
      unmatched: {},
      changedAt: 0,
    });
    expect(rule.payoutRunSource('r1')).toMatchObject({ streamId: 'payout-r1', decider: { name: 'payout-run' } });
    expect(rule.affiliateSources(['a1'])).toMatchObject({ 'affiliate a1': { streamId: 'affiliate-a1' } });
  });
  it('pays each affiliate of its remaining cashouts', () => {
    expect(rule.payees(of(started))).toEqual(['a1', 'a2']);
    expect(rule.payees(of(started, facts.payoutCashoutsRemoved({ cashouts: [{ cashoutId: 'a2-1', amountCents: 60_00 }] })))).toEqual([
      'a1',
    ]);
  });
  it('is cancelled once, and is then empty', () => {
    const run = of(started, cancelled);
    expect(run).toMatchObject({ id: 'r1', state: 'cancelled', cashouts: { 'a1-1': { state: 'removed' }, 'a1-2': { state: 'in' } } });
    expect(cancelPayoutRun(on(run), { meta, runId: 'r1' } as never)).toEqual({});
    refuses(() => cancelPayoutRun(on(of()), { meta, runId: 'r1' } as never), payoutRefusals.runNotFound);
    refuses(() => cancelPayoutRun(on(of(started, settled)), { meta, runId: 'r1' } as never), payoutRefusals.notOpenRun);
    refuses(() => settlePayoutRun(on(run), { meta, reference: 'PP-1' } as never), payoutRefusals.notOpenRun);
    refuses(() => settlePayoutRun(on(of()), { meta, reference: 'PP-1' } as never), payoutRefusals.runNotFound);
  });
  it('is neither cancelled nor reduced by an admin whose account is revoked', () => {
    refuses(() => cancelPayoutRun(on(of(started), false), { meta, runId: 'r1' } as never), payoutRefusals.revoked);
    refuses(() => removeFromPayoutRun(on(of(started), false), { meta, runId: 'r1', cashoutId: 'a1-1' } as never), payoutRefusals.revoked);
  });
  it('is settled with payer, time and proof', () => {
    expect(of(started, settled).settled).toEqual({ by, at: NOW, reference: 'PP-1', proof });
    const facts = settlePayoutRun(on(of(started)), { meta, reference: 'PP-1', proof } as never);
    expect(facts.run![0]!.data).toEqual({ reference: 'PP-1', proof });
  });
  it.each<[string, Fact[], object, boolean]>([
    ['sent', [], { state: 'sent', batchId: null, code: null }, true],
    ['not answered', [delayed], { state: 'sent', batchId: null, code: 'NO_ANSWER' }, true],
    ['accepted after all', [delayed, accepted], { state: 'accepted', batchId: 'B1', code: null }, true],
    ['refused', [refused], { state: 'refused', batchId: null, code: 'NO_FUNDS' }, false],
    ['processed', [accepted, facts.payoutBatchProcessed({})], { state: 'processed', batchId: 'B1', code: null }, true],
    ['given up', [unused], { state: 'unused', batchId: null, code: null }, false],
    ['refused, and its file closed', [refused, unused], { state: 'refused' }, false],
    ['accepted, and its file closed', [accepted, unused], { state: 'accepted' }, false],
    ['beside a bank file that was not used', [bank, facts.payoutFileUnused({ type: 'bank', hash: 'b1' })], { state: 'sent' }, true],
  ])('has a batch that is %s', (_, past, batch, open) => {
    const run = of(started, facts.payoutBatchSent({ hash: 'h1', count: 3, cents: 180_00 }), ...past);
    expect(run).toMatchObject({
      id: 'r1',
      state: 'open',
      batch: { ...batch, hash: 'h1', sentAt: NOW },
      files: { paypal: { hash: 'h1', open } },
    });
  });
  it('has the last file of each type', () => {
    const files = [
      facts.payoutFileMade({ type: 'paypal', hash: 'p1', decimal: 'comma' }),
      bank,
      facts.payoutFileUnused({ type: 'paypal', hash: 'p1' }),
    ];
    const run = of(started, ...files);
    expect(run).toMatchObject({
      id: 'r1',
      batch: null,
      files: { paypal: { hash: 'p1', decimal: 'comma', open: false }, bank: { hash: 'b1', open: true } },
    });
  });
  it('is approved by another actor, whatever their kind', () => {
    const run = of(started);
    const limit = { ...programme, terms: { ...firstTerms, fourEyesCents: 1 } };
    const approve = (startedBy: rule.PayoutRun['startedBy'], id = 'd1') =>
      rule.approvePayoutRun(
        { ...(on({ ...run, startedBy }) as object), programme: limit } as never,
        { meta: { ...meta, actor: { ...by, id } } } as never,
      );
    expect(approve({ kind: 'key', id: 'd1' }).run).toHaveLength(1);
    expect(approve(null).run).toHaveLength(1);
    refuses(() => approve(by), payoutRefusals.approvedBySame);
  });
  it('takes no cashout under review, and a thousand at most', () => {
    const a1 = stateOf(affiliateDecider, [
      facts.affiliateRegistered({ affiliateId: 'a1' }),
      ...[1, 2].map((n) => facts.cashoutRequested({ cashoutId: `a1-${n}`, amountCents: 0 })),
      { type: 'ReviewHoldPlaced', data: { of: 'cashout', about: 'a1-2', heldCents: 0 } } as Fact,
    ]);
    const start = (...cashoutIds: string[]) =>
      rule.startPayoutRun({ ...(on(of()) as object), 'affiliate a1': a1 } as never, { meta, runId: 'r1', cashoutIds } as never);
    refuses(() => start('a1-2'), reviewRefusals.cashoutUnderReview);
    expect(start('a1-1').run).toHaveLength(1);
    refuses(() => start(...Array.from({ length: 1_000 }, (_, i) => `a1-${i + 5}`)), `Cashout a1-5: ${payoutRefusals.notOpen}`);
  });
  it('books each cashout by its own payment method', () => {
    const a1 = stateOf(affiliateDecider, [
      facts.affiliateRegistered({ affiliateId: 'a1' }),
      facts.cashoutRequested({ cashoutId: 'a1-1', paymentMethodId: 'm1' }),
      facts.cashoutRequested({ cashoutId: 'a1-2', paymentMethodId: 'm2' }),
    ]);
    const paid = payCashouts({ run: of(started, settled), affiliate: a1, ...books }, { meta, runId: 'r1', affiliateId: 'a1' } as never);
    expect(paid.affiliate).toMatchObject([{ data: { paymentMethodId: 'm1' } }, { data: { paymentMethodId: 'm2' } }]);
  });
  it('accepts a returned payment only of a booked cashout', () => {
    const back = (cashoutId: string, ...past: Fact[]) =>
      returnPayment({ run: of(...past), affiliate: affiliateDecider.initial, ...books, ...payer }, {
        meta,
        runId: 'r1',
        cashoutId,
        because: 'failed',
      } as never);
    refuses(() => back('a9-1', started), payoutRefusals.notSettled);
    refuses(() => back('a1-1', started, settled), payoutRefusals.notSettled);
    const removed = facts.payoutCashoutsRemoved({ cashouts: [{ cashoutId: 'a1-1', amountCents: 60_00 }] });
    for (const unknown of ['a1-1', 'constructor', '__proto__'])
      refuses(() => back(unknown, started, removed, settled), payoutRefusals.notInRun);
  });
});

describe('what is decided about a run', () => {
  const two = facts.payoutRunStarted({ runId: 'r1', takesTwo: true, cashouts: [cashout('a1-1'), cashout('a2-1')] });
  const approved = facts.payoutRunApproved();
  const removed = facts.payoutCashoutsRemoved({ cashouts: [{ cashoutId: 'a2-1', amountCents: 60_00 }] });
  const made = facts.payoutFileMade({ type: 'paypal', hash: 'p1', count: 2, cents: 120_00 });
  const given = facts.payoutFileUnused({ type: 'paypal', hash: 'p1' });
  const sent = facts.payoutBatchSent({ hash: 'h1', count: 2, cents: 120_00 });
  const paying = { type: 'paypal', hash: 'p2', count: 2, cents: 120_00 };
  const bySecond = { ...meta, actor: { ...by, id: 'd2' } };
  const decisions: Record<string, [(run: never, command: never) => { run?: Fact[] }, object]> = {
    approving: [rule.approvePayoutRun, { meta: bySecond }],
    'making a file': [makePayoutFile, paying],
    sending: [sendPayoutBatch, paying],
    'marking as paid': [settlePayoutRun, { reference: 'PP-1' }],
    cancelling: [cancelPayoutRun, {}],
  };
  const decide = (name: string, history: Fact[], editBase?: number) => {
    const [decision, fields] = decisions[name]!;
    return decision(on(of(...history)), { meta, runId: 'r1', ...fields, ...(editBase === undefined ? {} : { editBase }) } as never).run;
  };

  it.each(Object.keys(decisions))('%s: is about the payments that were shown', (name) => {
    const needed = name === 'approving' ? two : facts.payoutRunStarted({ ...two.data, takesTwo: false });
    const history = [needed, made, given];
    refuses(() => decide(name, history, 2), refusals.changedMeanwhile('payout run'));
    expect(decide(name, history, 3)).toHaveLength(1);
    expect(decide(name, history)).toHaveLength(1);
    refuses(() => decide(name, [needed, removed], 1), refusals.changedMeanwhile('payout run'));
    refuses(() => decide(name, [needed, sent, refused], 2), refusals.changedMeanwhile('payout run'));
  });
  it('may be about an older moment, if its payments are still the same', () => {
    expect(decide('making a file', [two, approved], 1)).toHaveLength(1);
    expect(decide('marking as paid', [two, approved, made], 1)).toHaveLength(1);
  });
  it('says the same after it was decided', () => {
    expect(decide('marking as paid', [two, approved, settled], 0)).toBeUndefined();
    expect(decide('cancelling', [two, removed, cancelled], 0)).toBeUndefined();
  });
});
