import { describe, expect, it } from '@jest/globals';
import {
  availableAt,
  DAY_MS,
  dayText,
  type Fact,
  firstTerms,
  payoutRefusals,
  payoutRules,
  refusals,
  type Sealed,
} from '@framelift/contracts';
import * as facts from '../../../../test/support/facts.ts';
import { payer, programme, stateOf } from '../../../../test/support/given.ts';
import { ref } from '../../../../test/support/invoices.ts';
import type { Actor } from '../../engine/log/event.ts';
import { Refused } from '../../platform/refused.ts';
import { affiliateDecider } from '../affiliate/affiliate.decider.ts';
import { adminDecider } from '../sign-in/admin.decider.ts';
import * as commands from './payout-run.commands.ts';
import { discardPayoutFile, makePayoutFile } from './payout-file.decider.ts';
import { documentsDecider } from './documents.decider.ts';
import { notePayoutResult, payCashouts, returnPayment } from './payment-result.decider.ts';
import { cancelPayoutRun, removeFromPayoutRun, settlePayoutRun } from './payout-run-end.decider.ts';
import * as rule from './payout-run.decider.ts';

const sealed: Sealed = { sealed: 's', of: 'affiliate:a1' };
const admin = (id: string): Actor => ({ kind: 'admin', id });
const metaOf = (actor: Actor) => ({ commandId: 'c', correlationId: 'c', repeatable: false, occurredAt: '2026-01-01T00:00:00.000Z', actor });
const meta = metaOf(admin('d1'));

/** An affiliate who asked for these amounts, in cents. */
const requested = (id: string, ...cents: number[]): Fact[] => [
  facts.affiliateRegistered({ affiliateId: id }),
  facts.saleRecorded({ ...ref(`i-${id}`), commissionCents: 200_00, soldAt: meta.occurredAt, availableAt: meta.occurredAt }),
  ...cents.map((amountCents, i) => facts.cashoutRequested({ cashoutId: `${id}-${i + 1}`, amountCents, payTo: sealed })),
];
const run = (...cashouts: [string, number][]) =>
  facts.payoutRunStarted({
    runId: 'r1',
    cashouts: cashouts.map(([cashoutId, amountCents]) => ({ cashoutId, amountCents, paymentType: 'paypal' as const })),
  });
const withNeed = ({ data }: Fact<'PayoutRunStarted'>, takesTwo: boolean) => facts.payoutRunStarted({ ...data, takesTwo });
const collected = (...cashouts: [string, number][]) =>
  facts.cashoutsCollected({ runId: 'r1', cashouts: cashouts.map(([cashoutId, amountCents]) => ({ cashoutId, amountCents })) });

interface Given {
  run?: Fact[];
  affiliates?: Record<string, Fact[]>;
  fourEyesCents?: number;
  revoked?: true;
  /** Payees who are the admin who decides. */
  own?: readonly string[];
}
const states = ({ run = [], affiliates = {}, fourEyesCents, revoked, own = [] }: Given) => ({
  run: stateOf(rule.payoutRunDecider, run, meta.occurredAt, admin('d1')),
  admin: { ...adminDecider.initial, active: !revoked },
  own,
  programme: { ...programme, terms: { ...firstTerms, fourEyesCents: fourEyesCents ?? null } },
  ...Object.fromEntries(Object.entries(affiliates).map(([id, f]) => [`affiliate ${id}` as const, stateOf(affiliateDecider, f)])),
});
const books = { programme, documents: documentsDecider.initial };
const refuses = (decide: () => unknown, text: string) => expect(decide).toThrow(Refused.inWords(text));
const start = (given: Given, ...cashoutIds: string[]) =>
  rule.startPayoutRun(states(given), new commands.StartPayoutRun({ meta, runId: 'r1', cashoutIds }));

describe('starting a payout run', () => {
  const affiliates = { a1: requested('a1', 60_00, 50_00), a2: requested('a2', 70_00) };

  it('is recorded on the run and each affiliate, and pays nothing', () =>
    expect(start({ affiliates }, 'a1-1', 'a1-2', 'a2-1')).toEqual({
      run: [withNeed(run(['a1-1', 60_00], ['a1-2', 50_00], ['a2-1', 70_00]), false)],
      'affiliate a1': [collected(['a1-1', 60_00], ['a1-2', 50_00])],
      'affiliate a2': [collected(['a2-1', 70_00])],
    }));
  it('takes each cashout once, of at most a thousand', () => {
    refuses(() => start({ affiliates }), payoutRefusals.nothingChosen);
    refuses(() => start({ affiliates }, 'a1-1', 'a1-1'), payoutRefusals.tooMany);
    refuses(() => start({}, ...Array.from({ length: 1_001 }, (_, i) => `a1-${i}`)), payoutRefusals.tooMany);
  });
  it('refuses the first payment to new details until the wait of the terms is over', () => {
    const given = requested('a1', 60_00).toSpliced(1, 0, facts.paymentMethodAdded({ paymentMethodId: 'm1' }));
    const at = (days: number) => new Date(Date.parse(meta.occurredAt) - days * DAY_MS).toISOString();
    const begin = (history: Fact[], days: number, detailsWaitDays = 7) => {
      const a1 = stateOf(affiliateDecider, history, at(days));
      const s = { ...states({ affiliates }), 'affiliate a1': a1, programme: { ...programme, terms: { ...firstTerms, detailsWaitDays } } };
      return rule.startPayoutRun(s, new commands.StartPayoutRun({ meta, runId: 'r1', cashoutIds: ['a1-1'] }));
    };
    refuses(() => begin(given, 6), payoutRefusals.newDetails(dayText(availableAt(at(6), 7))));
    expect(begin(given, 7).run).toHaveLength(1);
    expect(begin(given, 0, 0).run).toHaveLength(1);
  });
  it('refuses cashouts that are in another run, decided, or of an affiliate in debt', () => {
    refuses(() => start({ affiliates: { a1: [...affiliates.a1, collected(['a1-1', 60_00])] } }, 'a1-1'), payoutRefusals.inRun);
    refuses(() => start({ affiliates: { a1: affiliates.a1 } }, 'a1-9'), payoutRefusals.notOpen);
    const debt = facts.saleReversed({ ...ref('i-a1'), amountCents: 1, commissionCents: 200_00, cause: 'refund' });
    refuses(() => start({ affiliates: { a1: [...affiliates.a1, debt] } }, 'a1-1'), refusals.inDebt(110_00));
  });
  it('is not started by an admin whose account is revoked', () =>
    refuses(() => start({ affiliates, revoked: true }, 'a1-1'), payoutRefusals.revoked));
});

describe('a run of one admin', () => {
  const affiliates = { a1: requested('a1', 60_00, 50_00) };
  const begin = (before: Fact[], at: string) => {
    const s = { ...states({ affiliates, fourEyesCents: 100_00 }), admin: { ...stateOf(adminDecider, before, at), active: true } };
    return rule.startPayoutRun(s, new commands.StartPayoutRun({ meta, runId: 'r1', cashoutIds: ['a1-1'] }));
  };
  const counted = facts.payoutCounted({ amountCents: 40_00 });
  it('counts with those they started alone in the day before it', () => {
    const dayAgo = (ms: number) => new Date(Date.parse(meta.occurredAt) - payoutRules.countedMs + ms).toISOString();
    expect(begin([], meta.occurredAt)).toMatchObject({
      run: [{ data: { takesTwo: false } }],
      admin: [{ type: 'PayoutCounted', data: { amountCents: 60_00 } }],
    });
    const [begun, other] = [begin([counted], dayAgo(1)), begin([counted], dayAgo(0))];
    expect(begun).toMatchObject({ run: [{ data: { takesTwo: true } }] });
    // A payout that needs a second admin does not count as alone.
    expect(begun).not.toHaveProperty('admin');
    expect(other).toMatchObject({ run: [{ data: { takesTwo: false } }] });
  });
  it('counts towards no limit where there is none', () => expect(start({ affiliates }, 'a1-1')).not.toHaveProperty('admin'));
  it('keeps the approval it needed at its start', () => {
    const began = (takesTwo: boolean) => stateOf(rule.payoutRunDecider, [withNeed(run(['a1-1', 60_00]), takesTwo)]);
    const terms = (fourEyesCents: number | null) => ({ terms: { ...firstTerms, fourEyesCents } });
    expect([rule.needsApproval(began(true), terms(null)), rule.needsApproval(began(false), terms(1))]).toEqual([true, false]);
  });
});

describe('approving a payout run', () => {
  const started = { run: [run(['a1-1', 60_00], ['a2-1', 50_00])], fourEyesCents: 100_00 };
  const approve = (given: Given, by = 'd2') =>
    rule.approvePayoutRun(states(given), new commands.ApprovePayoutRun({ meta: metaOf(admin(by)), runId: 'r1' }));

  it('takes an admin other than the one who started it', () => {
    expect(approve(started)).toEqual({ run: [facts.payoutRunApproved()] });
    refuses(() => approve(started, 'd1'), payoutRefusals.approvedBySame);
    refuses(() => approve({ ...started, revoked: true }), payoutRefusals.revoked);
  });
  it('happens once, and only where the total takes two', () => {
    expect(approve({ ...started, run: [...started.run, facts.payoutRunApproved()] })).toEqual({});
    refuses(() => approve({ ...started, fourEyesCents: 110_01 }), payoutRefusals.approvalNotNeeded);
    refuses(() => approve({}), payoutRefusals.runNotFound);
  });
  it('is void once the run changes: no file is made and nothing is paid until it is approved again', () => {
    const removed = facts.payoutCashoutsRemoved({ cashouts: [{ cashoutId: 'a2-1', amountCents: 50_00 }] });
    const needing = withNeed(run(['a1-1', 60_00], ['a2-1', 50_00]), true);
    const approved = [needing, facts.payoutRunApproved()];
    const pays = (history: Fact[], count: number, cents: number) => {
      const state = stateOf(rule.payoutRunDecider, history);
      const fields = { meta, runId: 'r1', type: 'paypal', hash: 'f1', count, cents } as const;
      return makePayoutFile({ run: state, programme, ...payer }, new commands.MakePayoutFile(fields));
    };
    expect(pays(approved, 2, 110_00).run).toHaveLength(1);
    refuses(() => pays([needing], 2, 110_00), payoutRefusals.secondAdmin);
    const changed = [...approved, removed];
    refuses(() => pays(changed, 1, 60_00), payoutRefusals.secondAdmin);
    const settle = (history: Fact[]) =>
      settlePayoutRun(states({ run: history }), new commands.SettlePayoutRun({ meta, runId: 'r1', reference: 'PP-1' }));
    refuses(() => settle(changed), payoutRefusals.secondAdmin);
    expect(approve({ ...started, run: changed })).toEqual({ run: [facts.payoutRunApproved()] });
    expect(settle([...changed, facts.payoutRunApproved()]).run).toHaveLength(1);
  });
});

describe('taking cashouts out of a run', () => {
  const started = [run(['a1-1', 60_00], ['a2-1', 50_00])];
  const gone = facts.payoutCashoutsRemoved({ cashouts: [{ cashoutId: 'a1-1', amountCents: 60_00 }] });
  const remove = (given: Given, cashoutId: string) =>
    removeFromPayoutRun(states(given), new commands.RemoveFromPayoutRun({ meta, runId: 'r1', cashoutId }));
  const released = (id: string, cents: number) =>
    facts.cashoutsReleased({ runId: 'r1', cashouts: [{ cashoutId: id, amountCents: cents }] });

  it('releases one, and ends the run with the last', () => {
    expect(remove({ run: started }, 'a1-1')).toEqual({ run: [gone], 'affiliate a1': [released('a1-1', 60_00)] });
    expect(remove({ run: [...started, gone] }, 'a2-1')).toEqual({
      run: [facts.payoutRunCancelled({ cashouts: [{ cashoutId: 'a2-1', amountCents: 50_00 }] })],
      'affiliate a2': [released('a2-1', 50_00)],
    });
    expect(remove({ run: [...started, gone] }, 'a1-1')).toEqual({});
  });
  it('cancels all of it', () =>
    expect(cancelPayoutRun(states({ run: [...started, gone] }), new commands.CancelPayoutRun({ meta, runId: 'r1' }))).toEqual({
      run: [facts.payoutRunCancelled({ cashouts: [{ cashoutId: 'a2-1', amountCents: 50_00 }] })],
      'affiliate a2': [released('a2-1', 50_00)],
    }));
  it('is refused for what is not in it, and once it is settled', () => {
    for (const unknown of ['a3-1', 'constructor', '__proto__']) refuses(() => remove({ run: started }, unknown), payoutRefusals.notInRun);
    refuses(() => remove({ run: [...started, facts.payoutRunSettled()] }, 'a1-1'), payoutRefusals.notOpenRun);
  });
});

describe('a payment file', () => {
  const started = [run(['a1-1', 60_00], ['a2-1', 50_00])];
  const made = facts.payoutFileMade({ hash: 'f1', count: 2, cents: 110_00, decimal: 'point' });
  const unused = facts.payoutFileUnused({ hash: 'f1' });
  const make = (runFacts: Fact[], fields: Partial<commands.MakePayoutFile> = {}) =>
    makePayoutFile(
      { run: stateOf(rule.payoutRunDecider, runFacts), programme, ...payer },
      new commands.MakePayoutFile({ meta, runId: 'r1', type: 'paypal', hash: 'f1', count: 2, cents: 110_00, decimal: 'point', ...fields }),
    );
  const discard = (given: Given, hash = 'f1') =>
    discardPayoutFile(states(given), new commands.DiscardPayoutFile({ meta, runId: 'r1', hash }));
  const remove = (...runFacts: Fact[]) =>
    removeFromPayoutRun(states({ run: runFacts }), new commands.RemoveFromPayoutRun({ meta, runId: 'r1', cashoutId: 'a1-1' }));
  const cancel = (...runFacts: Fact[]) => cancelPayoutRun(states({ run: runFacts }), new commands.CancelPayoutRun({ meta, runId: 'r1' }));

  it('is recorded with what it holds, the same one once', () => {
    expect(make(started)).toEqual({ run: [made] });
    expect(make([...started, made])).toEqual({});
    const solana = facts.payoutRunStarted({ runId: 'r1', cashouts: [{ cashoutId: 'a1-1', amountCents: 1, paymentType: 'solana' }] });
    const list = { type: 'solana', hash: 's1', count: 1, cents: 1, decimal: undefined, rateMicro: 1_080_000 } as const;
    expect(make([solana], list)).toEqual({
      run: [{ type: 'PayoutFileMade', data: { type: 'solana', hash: 's1', count: 1, cents: 1, rateMicro: 1_080_000 } }],
    });
  });
  it('keeps its cashouts in the run until it is said to be unused', () => {
    refuses(() => remove(...started, made), payoutRefusals.fileOpen);
    refuses(() => cancel(...started, made), payoutRefusals.fileOpenInRun);
    expect(discard({ run: [...started, made] })).toEqual({ run: [unused] });
    expect(remove(...started, made, unused).run).toHaveLength(1);
    expect(cancel(...started, made, unused).run).toHaveLength(1);
  });
  it('of another type leaves a cashout free', () =>
    expect(remove(...started, facts.payoutFileMade({ type: 'solana', hash: 's1' })).run).toHaveLength(1));
  it('of other bytes is made only once the one before is unused, and names it', () => {
    refuses(() => make([...started, made], { hash: 'f2', decimal: 'comma' }), payoutRefusals.anotherFile);
    expect(make([...started, made, unused], { hash: 'f2', decimal: 'comma' })).toEqual({
      run: [facts.payoutFileMade({ hash: 'f2', count: 2, cents: 110_00, decimal: 'comma', replaces: 'f1' })],
    });
    expect(make([...started, made, unused])).toEqual({ run: [made] });
  });
  it('holds all of its type that is in the run, which is open', () => {
    refuses(() => make(started, { count: 1, cents: 60_00 }), refusals.conflict);
    refuses(() => make(started, { cents: 110_01 }), refusals.conflict);
    refuses(() => make([...started, facts.payoutRunSettled()]), payoutRefusals.notOpenRun);
  });
  it('is said to be unused once, by its hash, by an admin whose account is not revoked', () => {
    expect(discard({ run: [...started, made, unused] })).toEqual({});
    refuses(() => discard({ run: [...started, made] }, 'f2'), payoutRefusals.fileNotFound);
    refuses(() => discard({ run: [...started, made], revoked: true }), payoutRefusals.revoked);
    refuses(() => discard({ run: [...started, made, facts.payoutRunSettled()] }), payoutRefusals.notOpenRun);
  });
  it('does not keep a run from being settled', () =>
    expect(
      settlePayoutRun(states({ run: [...started, made] }), new commands.SettlePayoutRun({ meta, runId: 'r1', reference: 'PP-1' })).run,
    ).toHaveLength(1));
});

describe('settling a payout run', () => {
  const started = [run(['a1-1', 60_00], ['a2-1', 50_00])];
  const settled = [...started, facts.payoutRunSettled({ reference: 'PP-1' })];
  const settle = (given: Given) => settlePayoutRun(states(given), new commands.SettlePayoutRun({ meta, runId: 'r1', reference: 'PP-1' }));
  const inRun = [...requested('a1', 60_00), collected(['a1-1', 60_00])];
  const pay = (runFacts: Fact[], affiliate = inRun) =>
    payCashouts(
      { run: stateOf(rule.payoutRunDecider, runFacts), affiliate: stateOf(affiliateDecider, affiliate), ...books },
      new commands.PayCashouts({ meta, runId: 'r1', affiliateId: 'a1' }),
    );

  it('is recorded once, and only after a second admin approved if it takes two', () => {
    expect(settle({ run: started })).toEqual({ run: [facts.payoutRunSettled({ reference: 'PP-1' })] });
    expect(settle({ run: settled })).toEqual({});
    refuses(() => settle({ run: started, fourEyesCents: 110_00 }), payoutRefusals.secondAdmin);
    expect(settle({ run: [...started, facts.payoutRunApproved()], fourEyesCents: 110_00 }).run).toHaveLength(1);
    refuses(() => settle({ run: started, revoked: true }), payoutRefusals.revoked);
  });
  it('completes each affiliate’s cashouts in one append, once', () => {
    const paid = facts.payoutCashoutsPaid({ affiliateId: 'a1', cashouts: [{ cashoutId: 'a1-1', amountCents: 60_00 }] });
    expect(pay(settled)).toMatchObject({
      run: [paid],
      affiliate: [
        { type: 'CashoutProcessed', data: { cashoutId: 'a1-1', from: 'pending', status: 'completed', runId: 'r1', reference: 'PP-1' } },
      ],
    });
    expect(pay([...settled, paid])).toEqual({});
    expect(pay(started)).toEqual({});
    expect(rule.unbooked(stateOf(rule.payoutRunDecider, [...settled, paid]))).toEqual(['a2']);
  });
  it('pays affiliates who fell into debt meanwhile: the money is sent', () => {
    const debt = facts.saleReversed({ ...ref('i-a1'), amountCents: 1, commissionCents: 200_00, cause: 'refund' });
    expect(pay(settled, [...inRun, debt]).affiliate).toHaveLength(1);
  });
});

describe('a returned payment', () => {
  const cashouts = [{ cashoutId: 'a1-1', amountCents: 60_00 }];
  const paid = [run(['a1-1', 60_00]), facts.payoutRunSettled(), facts.payoutCashoutsPaid({ affiliateId: 'a1', cashouts })];
  const back = (runFacts: Fact[], affiliate: Fact[] = requested('a1', 60_00)) =>
    returnPayment(
      { run: stateOf(rule.payoutRunDecider, runFacts), affiliate: stateOf(affiliateDecider, affiliate), ...books, ...payer },
      new commands.ReturnPayment({ meta, runId: 'r1', cashoutId: 'a1-1', because: 'failed' }),
    );
  const returned = facts.cashoutReturned({ cashoutId: 'a1-1', amountCents: 60_00, because: 'failed' });

  it('is the affiliate’s again, once', () => {
    expect(back(paid)).toEqual({
      run: [returned],
      affiliate: [facts.paymentReturned({ cashoutId: 'a1-1', amountCents: 60_00, runId: 'r1', because: 'failed', forfeitedCents: 0 })],
    });
    expect(back([...paid, returned])).toEqual({});
  });
  it('of a deleted affiliate is forfeited', () =>
    expect(back(paid, [...requested('a1', 60_00), facts.affiliateDeleted()]).affiliate).toMatchObject([
      { data: { forfeitedCents: 60_00 } },
    ]));
  it('is refused before the run is settled, and for cashouts it did not pay', () => {
    refuses(() => back([run(['a1-1', 60_00])]), payoutRefusals.notSettled);
    refuses(() => back([run(['a2-1', 60_00]), facts.payoutRunSettled()]), payoutRefusals.notInRun);
    refuses(() => back([]), payoutRefusals.runNotFound);
  });
  it('differs from payments reported as arrived or pending, which are recorded once', () => {
    const note = (runFacts: Fact[], result: 'completed' | 'unclaimed') =>
      notePayoutResult(
        stateOf(rule.payoutRunDecider, runFacts),
        new commands.NotePayoutResult({ meta, runId: 'r1', cashoutId: 'a1-1', result }),
      );
    const seen = facts.payoutResultSeen({ cashoutId: 'a1-1', result: 'unclaimed' });
    expect(note(paid, 'unclaimed')).toEqual([seen]);
    expect(note([...paid, seen], 'unclaimed')).toEqual([]);
    expect(note([...paid, returned], 'completed')).toEqual([]);
  });
});
