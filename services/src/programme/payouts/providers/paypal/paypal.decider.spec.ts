import { describe, expect, it } from '@jest/globals';
import { DAY_MS, type Fact, firstTerms, payoutRefusals, paypalRefusals, refusals } from '@framelift/contracts';
import * as facts from '../../../../../../test/support/facts.ts';
import { payer, programme, stateOf } from '../../../../../../test/support/given.ts';
import { Refused } from '../../../../platform/refused.ts';
import { affiliateDecider } from '../../../affiliate/affiliate.decider.ts';
import { adminDecider } from '../../../sign-in/admin.decider.ts';
import { isAsked } from './payout-batch.decider.ts';
import { discardPayoutFile, makePayoutFile } from '../../payout-file.decider.ts';
import { notePayoutResult } from '../../payment-result.decider.ts';
import { cancelPayoutRun, removeFromPayoutRun, settlePayoutRun } from '../../payout-run-end.decider.ts';
import * as rule from '../../payout-run.decider.ts';
import type { Answered } from './paypal.commands.ts';
import { notePayoutBatch, sendPayoutBatch } from './paypal.decider.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const later = (days: number) => new Date(Date.parse(NOW) + days * DAY_MS).toISOString();
const by = { kind: 'admin', id: 'd1' } as const;
const metaAt = (occurredAt: string) => ({ commandId: 'c', correlationId: 'c', repeatable: false, occurredAt, actor: by });
const HASH = 'ab'.repeat(20);
const started = facts.payoutRunStarted({
  runId: 'r1',
  cashouts: [
    { cashoutId: 'a1-1', amountCents: 60_00, paymentType: 'paypal' },
    { cashoutId: 'a2-1', amountCents: 70_00, paymentType: 'paypal' },
  ],
});
const mixed = facts.payoutRunStarted({
  runId: 'r1',
  cashouts: [
    { cashoutId: 'a1-1', amountCents: 60_00, paymentType: 'paypal' },
    { cashoutId: 'a2-1', amountCents: 70_00, paymentType: 'bank' },
  ],
});
const sent = facts.payoutBatchSent({ hash: HASH, count: 2, cents: 130_00 });
const accepted = facts.payoutBatchAccepted({ batchId: 'B1' });
const delayed = facts.payoutBatchDelayed({ code: 'NO_ANSWER' });
const refused = facts.payoutBatchRefused({ code: 'INSUFFICIENT_FUNDS' });
const processed = facts.payoutBatchProcessed({});
const unused = facts.payoutFileUnused({ type: 'paypal', hash: HASH });
const of = (...history: Fact[]) => stateOf(rule.payoutRunDecider, history, NOW, by);
const on = (run: rule.PayoutRun, fourEyesCents: number | null = null, active = true) => ({
  run,
  admin: { ...adminDecider.initial, active },
  own: [] as readonly string[],
  programme: { ...programme, terms: { ...firstTerms, fourEyesCents } },
});
const refuses = (decide: () => unknown, text: string) => expect(decide).toThrow(Refused.inWords(text));
const send = (states: rule.PayingRun, cents = 130_00) =>
  sendPayoutBatch(states, { meta: metaAt(NOW), runId: 'r1', hash: HASH, count: 2, cents } as never);
const note = (run: rule.PayoutRun, answered: Answered) => notePayoutBatch(run, { meta: metaAt(NOW), runId: 'r1', answered } as never);

describe('the PayPal payments of a run', () => {
  it('are sent as what they are', () => expect(send(on(of(started)))).toEqual({ run: [sent] }));
  it('are not sent of what is not all of them, before an approval, by a revoked admin, or of a run that is over', () => {
    refuses(() => send(on(of(started)), 130_01), refusals.conflict);
    refuses(() => send(on(of(started), 100_00)), payoutRefusals.secondAdmin);
    refuses(() => send(on(of(started), null, false)), payoutRefusals.revoked);
    refuses(() => send(on(of(started, facts.payoutRunSettled()))), payoutRefusals.notOpenRun);
    refuses(() => send(on(of())), payoutRefusals.runNotFound);
  });
  it('are sent once, and again only after a refusal before PayPal had them', () => {
    for (const history of [[sent], [sent, delayed], [sent, accepted], [sent, accepted, processed]])
      refuses(() => send(on(of(started, ...history))), paypalRefusals.sentBefore);
    expect(send(on(of(started, sent, refused)))).toEqual({ run: [sent] });
    refuses(() => send(on(of(started, sent, accepted, refused))), paypalRefusals.overBefore);
    refuses(() => send(on(of(started, sent, delayed, unused))), paypalRefusals.overBefore);
  });
  it('are not sent while a file of them may be used', () =>
    refuses(
      () => send(on(of(started, facts.payoutFileMade({ type: 'paypal', hash: 'cd'.repeat(20), count: 2, cents: 130_00 })))),
      payoutRefusals.fileOpenInRun,
    ));
});

describe('while PayPal may pay them', () => {
  const states = [[sent], [sent, delayed], [sent, accepted], [sent, accepted, processed]];
  const affiliate = stateOf(affiliateDecider, [facts.affiliateRegistered({ affiliateId: 'a1' })]);
  const given = (history: Fact[]) => ({ ...on(of(started, ...history)), 'affiliate a1': affiliate, 'affiliate a2': affiliate }) as never;
  it.each(states)('nothing else is done with them', (...history) => {
    const meta = metaAt(NOW);
    refuses(() => removeFromPayoutRun(given(history), { meta, runId: 'r1', cashoutId: 'a1-1' } as never), paypalRefusals.atPaypal);
    refuses(() => cancelPayoutRun(given(history), { meta, runId: 'r1' } as never), paypalRefusals.runAtPaypal);
    const file = { meta, runId: 'r1', type: 'paypal', hash: 'cd'.repeat(20), count: 2, cents: 130_00 };
    refuses(() => makePayoutFile({ run: of(started, ...history), programme, ...payer }, file as never), paypalRefusals.runAtPaypal);
    refuses(() => discardPayoutFile(given(history), { meta, runId: 'r1', hash: HASH } as never), paypalRefusals.stillAsked);
  });
  it('the run is not marked as paid before PayPal is done', () => {
    const settle = (...history: Fact[]) =>
      settlePayoutRun(on(of(mixed, ...history)), { meta: metaAt(NOW), runId: 'r1', reference: 'B' } as never);
    for (const history of states.slice(0, 3)) refuses(() => settle(...history), paypalRefusals.notProcessed);
    expect(settle(sent, accepted, processed).run).toHaveLength(1);
    // What PayPal refused, denied or never had is not paid, unless a file pays it.
    const file = facts.payoutFileMade({ type: 'paypal', hash: 'cd'.repeat(20), count: 1, cents: 60_00 });
    for (const history of [
      [sent, refused],
      [sent, accepted, refused],
      [sent, delayed, unused],
    ]) {
      refuses(() => settle(...history), paypalRefusals.notPaid);
      expect(settle(...history, file).run).toHaveLength(1);
      refuses(() => settle(...history, file, facts.payoutFileUnused({ type: 'paypal', hash: 'cd'.repeat(20) })), paypalRefusals.notPaid);
      expect(settle(...history, facts.payoutCashoutsRemoved({ cashouts: [{ cashoutId: 'a1-1', amountCents: 60_00 }] })).run).toHaveLength(
        1,
      );
    }
  });
  it('payments of other kinds are still taken out', () => {
    const one = { ...on(of(mixed, sent)), 'affiliate a2': affiliate } as never;
    expect(removeFromPayoutRun(one, { meta: metaAt(NOW), runId: 'r1', cashoutId: 'a2-1' } as never).run).toHaveLength(1);
  });
  it('a bank gets its own part, and its file is given up', () => {
    const file = { type: 'bank', hash: 'b1', count: 1, cents: 70_00, decimal: undefined } as const;
    const make = (fields = {}) => makePayoutFile(on(of(mixed, sent)), { meta: metaAt(NOW), runId: 'r1', ...file, ...fields } as never);
    const { run } = make();
    expect(run).toMatchObject([{ type: 'PayoutFileMade', data: { type: 'bank', hash: 'b1', count: 1, cents: 70_00 } }]);
    refuses(() => make({ count: 2 }), refusals.conflict);
    refuses(() => make({ count: 2, cents: 130_00 }), refusals.conflict);
    const states = on(of(mixed, sent, ...run!));
    expect(discardPayoutFile(states, { meta: metaAt(NOW), runId: 'r1', hash: 'b1' } as never)).toEqual({
      run: [facts.payoutFileUnused({ type: 'bank', hash: 'b1' })],
    });
  });
});

describe('29 days after they were sent', () => {
  const discard = (days: number, ...history: Fact[]) =>
    discardPayoutFile(on(of(started, ...history)), { meta: metaAt(later(days)), runId: 'r1', hash: HASH } as never);
  const settle = (days: number, ...history: Fact[]) =>
    settlePayoutRun(on(of(started, ...history)), { meta: metaAt(later(days)), runId: 'r1', reference: 'B' } as never);

  it('they are not asked for again', () => {
    const { batch } = of(started, sent);
    expect([28.9, 29, 40].map((days) => isAsked(batch!, later(days)))).toEqual([true, false, false]);
  });
  it('an admin decides about what PayPal never confirmed', () => {
    refuses(() => discard(28.9, sent, delayed), paypalRefusals.stillAsked);
    expect(discard(29, sent, delayed)).toEqual({ run: [unused] });
    refuses(() => settle(28.9, sent), paypalRefusals.notProcessed);
    expect(settle(29, sent, delayed).run).toHaveLength(1);
    expect(of(started, sent, delayed, unused)).toMatchObject({ batch: { state: 'unused' }, files: { paypal: { open: false } } });
  });
  it('but not about what PayPal has', () => refuses(() => discard(40, sent, accepted), paypalRefusals.stillAsked));
});

describe('an answer of PayPal', () => {
  const at = (...history: Fact[]) => of(started, sent, ...history);
  it('is recorded once, whatever else is heard later', () => {
    expect(note(at(), { state: 'accepted', batchId: 'B1' })).toEqual([accepted]);
    expect(note(at(accepted), { state: 'accepted', batchId: 'B1' })).toEqual([]);
    expect(note(at(accepted), { state: 'delayed', code: 'NO_ANSWER' })).toEqual([]);
    expect(note(at(accepted), { state: 'refused', code: 'INSUFFICIENT_FUNDS' })).toEqual([]);
    expect(note(at(), { state: 'delayed', code: 'NO_ANSWER' })).toEqual([delayed]);
    expect(note(at(delayed), { state: 'delayed', code: 'NO_ANSWER' })).toEqual([]);
    expect(note(at(accepted, processed), { state: 'processed' })).toEqual([]);
    expect(note(at(accepted, processed), { state: 'denied', code: 'BATCH_DENIED' })).toEqual([]);
    expect(note(of(started), { state: 'accepted', batchId: 'B1' })).toEqual([]);
    expect(note(at(), { state: 'processed' })).toEqual([]);
  });
  it('that refuses is final only for the first call', () => {
    expect(note(at(), { state: 'refused', code: 'INSUFFICIENT_FUNDS' })).toEqual([refused]);
    expect(note(at(delayed), { state: 'refused', code: 'INSUFFICIENT_FUNDS' })).toEqual([
      facts.payoutBatchDelayed({ code: 'INSUFFICIENT_FUNDS' }),
    ]);
    expect(of(started, sent, refused)).toMatchObject({ batch: { state: 'refused' }, files: { paypal: { open: false } } });
  });
  it('that denies all of a batch frees its cashouts', () => {
    const code = 'RISK_DECLINE';
    expect(note(at(accepted), { state: 'denied', code })).toEqual([facts.payoutBatchRefused({ code })]);
    expect(at(accepted, refused).files.paypal?.open).toBe(false);
  });
  it('that it has what was taken for unused or refused counts', () => {
    for (const history of [[delayed, unused], [refused]]) {
      expect(note(at(...history), { state: 'accepted', batchId: 'B1' })).toEqual([accepted]);
      expect(at(...history, accepted)).toMatchObject({ batch: { state: 'accepted' }, files: { paypal: { open: true } } });
    }
  });
  it('that it is done settles a run of PayPal’s payments alone', () => {
    expect(note(at(accepted), { state: 'processed', feeCents: 35 })).toEqual([
      facts.payoutBatchProcessed({ feeCents: 35 }),
      { type: 'PayoutRunSettled', data: { reference: 'B1' } },
    ]);
    expect(note(of(mixed, sent, accepted), { state: 'processed' })).toStrictEqual([processed]);
    expect(note(at(accepted, facts.payoutRunSettled()), { state: 'processed' })).toStrictEqual([processed]);
  });
  it('about one payment is recorded with its reason, and changes with it', () => {
    const paid = facts.payoutCashoutsPaid({ affiliateId: 'a1', cashouts: [{ cashoutId: 'a1-1', amountCents: 60_00 }] });
    const run = at(accepted, processed, facts.payoutRunSettled(), paid);
    const say = (state: rule.PayoutRun, code?: string) =>
      notePayoutResult(state, {
        meta: metaAt(NOW),
        runId: 'r1',
        cashoutId: 'a1-1',
        result: 'unclaimed',
        ...(code ? { paypalCode: code } : {}),
      } as never);
    const [seen] = say(run, 'ONHOLD');
    expect(seen).toEqual({ type: 'PayoutResultSeen', data: { cashoutId: 'a1-1', result: 'unclaimed', paypalCode: 'ONHOLD' } });
    const known = stateOf(rule.payoutRunDecider, [started, sent, accepted, processed, facts.payoutRunSettled(), paid, seen!], NOW, by);
    expect([say(known, 'ONHOLD'), say(known), say(known, 'RECEIVER_UNREGISTERED')].map(({ length }) => length)).toEqual([0, 0, 1]);
  });
});
