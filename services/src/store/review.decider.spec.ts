import { describe, expect, it } from '@jest/globals';
import {
  availableCents,
  debtCents,
  type Fact,
  heldCents,
  type ReviewDecision,
  type Reviewed,
  refusals,
  reviewRefusals,
  UNTIL_DECIDED,
} from '@framelift/contracts';
import { siteDecider } from '../programme/site/site.decider.ts';
import { cashoutsCollected, cashoutRequested, saleRecorded } from '../../../test/support/facts.ts';
import { payer, programme, stateOf } from '../../../test/support/given.ts';
import { ref } from '../../../test/support/invoices.ts';
import {
  creditedFact,
  deleted,
  edited,
  given,
  meta,
  NOW,
  registered,
  sealed,
  started,
  takenBack,
} from '../../../test/support/sale-given.ts';
import type { CommandMeta } from '../engine/log/deciding/command.ts';
import type { Actor } from '../engine/log/event.ts';
import { ProcessCashout, RequestCashout } from '../programme/affiliate/affiliate.commands.ts';
import { type Affiliate, affiliateDecider } from '../programme/affiliate/affiliate.decider.ts';
import { processCashout, requestCashout } from '../programme/affiliate/payout.decider.ts';
import { StartPayoutRun } from '../programme/payouts/payout-run.commands.ts';
import { payoutRunDecider, startPayoutRun } from '../programme/payouts/payout-run.decider.ts';
import { adminDecider } from '../programme/sign-in/admin.decider.ts';
import { documentsDecider } from '../programme/payouts/documents.decider.ts';
import { checkoutDecider } from './checkout.decider.ts';
import { decideReview } from './review.decider.ts';
import { DecideReview } from './store.commands.ts';

const end = '2026-01-14T00:00:00.000Z';
const sale = (commissionCents = 6_00, availableAt = NOW) => saleRecorded({ ...ref('i1'), commissionCents, soldAt: NOW, availableAt });
const requested = (amountCents: number) =>
  cashoutRequested({ cashoutId: 'a1-1', amountCents, paymentMethodId: 'm1', paymentType: 'paypal', payTo: sealed('p') });
const onHold: Fact[] = [started(), { ...creditedFact, data: { ...creditedFact.data, availableAt: end } } as Fact];
const admin = { ...adminDecider.initial, active: true };

const subjects: Record<Reviewed, string> = { sale: 'sellauth-i1', cashout: 'a1-1', affiliate: 'a1' };
const decide = (
  affiliate: Fact[],
  of: Reviewed,
  decision: ReviewDecision,
  checkout: Fact[] = [started(), creditedFact],
  by: CommandMeta = meta,
  texts: { reason?: string | null } = {},
) =>
  decideReview(
    {
      affiliate: stateOf(affiliateDecider, affiliate, NOW),
      checkout: stateOf(checkoutDecider, checkout, NOW),
      programme,
      site: siteDecider.initial,
      ...payer,
    },
    new DecideReview({
      meta: by,
      of,
      about: subjects[of],
      affiliateId: 'a1',
      ...(of === 'sale' ? { ref: ref('i1') } : {}),
      decision,
      rules: ['tooFast'],
      upTo: 7,
      reason: 'looked at it',
      internalNote: 'two people?',
      ...texts,
    }),
  );
/** The sale was credited to another affiliate after the admin saw it. */
const toAnother: Fact[] = [started(), { ...creditedFact, data: { ...creditedFact.data, affiliateId: 'b2' } } as Fact];
it.each(['hold', 'reverse'] as const)('%s decides about no sale that is another affiliate’s by now', (decision) =>
  expect(() => decide([registered, sale()], 'sale', decision, toAnother)).toThrow(reviewRefusals.notFound),
);

const types = (facts: { affiliate: Fact[] }) => facts.affiliate.map(({ type }) => type);
const after = (facts: Fact[], at = NOW) => stateOf(affiliateDecider, facts, at);
const available = (a: Affiliate, now = NOW) => availableCents(a.books, heldCents(a.holds, now));

describe('a decision about a signal', () => {
  it('records admin, decision, reason, note, rules and position; fine changes nothing else', () => {
    const { affiliate, checkout } = decide([registered, sale()], 'sale', 'fine');
    const texts = { reason: 'looked at it', internalNote: 'two people?' };
    const decision = { of: 'sale', about: 'sellauth-i1', decision: 'fine', rules: ['tooFast'], upTo: 7, ...texts };
    expect([affiliate, checkout]).toEqual([[{ type: 'ReviewDecided', data: decision }], undefined]);
  });
  it('takes a sale back on both streams, in the same append', () => {
    const facts = decide([registered, sale()], 'sale', 'reverse');
    expect(types(facts)).toEqual(['SaleReversed', 'ReviewDecided']);
    expect(facts.affiliate[0]!.data).toMatchObject({ reason: 'looked at it', internalNote: 'two people?' });
    expect(facts.checkout).toMatchObject([{ type: 'SaleCreditReversed', data: { cause: 'hand' } }]);
  });
  it('suspends the affiliate, who sees the reason and not the note', () =>
    expect(decide([registered], 'affiliate', 'suspend').affiliate[0]).toEqual({
      type: 'AffiliateEdited',
      data: { status: 'suspended', reason: 'looked at it' },
    }));
  it.each(['hold', 'suspend'] as const)('refuses to %s without a reason that the affiliate sees', (decision) =>
    expect(() => decide([registered], 'affiliate', decision, [], meta, { reason: '' })).toThrow(refusals.fieldsRequired),
  );
  it('needs no reason to find it fine', () =>
    expect(decide([registered], 'affiliate', 'fine', [], meta, { reason: null }).affiliate[0]!.data).not.toHaveProperty('reason'));
  it.each<[string, Fact[], Reviewed, ReviewDecision, string, Fact[]?]>([
    ['reversing a cashout', [registered, sale(), requested(6_00)], 'cashout', 'reverse', reviewRefusals.notReversible],
    ['reversing an affiliate', [registered], 'affiliate', 'reverse', reviewRefusals.notReversible],
    [
      'holding what is held',
      [registered, sale(), ...decide([registered, sale()], 'sale', 'hold').affiliate],
      'sale',
      'hold',
      reviewRefusals.held,
    ],
    ['holding what was paid out or asked for', [registered, sale(), requested(6_00)], 'sale', 'hold', reviewRefusals.nothingToHold],
    ['holding a cashout that is decided', [registered], 'cashout', 'hold', reviewRefusals.cashoutClosed],
    ['suspending who is banned', [registered, edited({ status: 'banned' })], 'affiliate', 'suspend', reviewRefusals.notActive],
    [
      'holding a sale that was taken back',
      [registered, sale()],
      'sale',
      'hold',
      'This sale has been reversed',
      [started(), creditedFact, takenBack],
    ],
    [
      'holding another cashout than the open one',
      [registered, sale(), { ...requested(6_00), data: { ...requested(6_00).data, cashoutId: 'a1-2' } } as Fact],
      'cashout',
      'hold',
      reviewRefusals.cashoutClosed,
    ],
    ['a deleted affiliate', [registered, deleted], 'affiliate', 'fine', 'Affiliate not found'],
    [
      'a sale that was taken back',
      [registered, sale()],
      'sale',
      'reverse',
      'This sale has been reversed',
      [started(), creditedFact, takenBack],
    ],
  ])('is refused for %s', (_, affiliate, of, decision, text, ...[checkout]) =>
    expect(() => decide(affiliate, of, decision, checkout)).toThrow(text),
  );
  it('refuses to hold another affiliate’s sale', () => {
    const theirs = { ...creditedFact, data: { ...creditedFact.data, affiliateId: 'b2' } } as Fact;
    expect(() => decide([registered, sale()], 'sale', 'hold', [started(), theirs])).toThrow(reviewRefusals.notFound);
  });
  it('holds a cashout beside one that is in a run, with nothing on hold', () => {
    const other = { ...requested(1_00), data: { ...requested(1_00).data, cashoutId: 'a1-2' } } as Fact;
    const collected = cashoutsCollected({ runId: 'r1', cashouts: [{ cashoutId: 'a1-2', amountCents: 1_00 }] });
    const [placed] = decide([registered, sale(), requested(5_00), other, collected], 'cashout', 'hold').affiliate;
    const reason = 'looked at it';
    expect(placed).toEqual({ type: 'ReviewHoldPlaced', data: { of: 'cashout', about: 'a1-1', heldCents: 0, reason } });
    const [whole] = decide([registered, sale()], 'affiliate', 'hold').affiliate;
    expect(whole!.data).toEqual({ of: 'affiliate', about: 'a1', heldCents: 0, reason });
  });
  it.each(['cashout', 'affiliate'] as const)('holds no %s of which money is with the payer', (of) => {
    const inRun = [
      registered,
      sale(),
      requested(6_00),
      cashoutsCollected({ runId: 'r1', cashouts: [{ cashoutId: 'a1-1', amountCents: 6_00 }] }),
    ];
    expect(() => decide(inRun, of, 'hold')).toThrow(reviewRefusals.inRun);
  });
});

describe('a decision after another one', () => {
  const by = (id: string, kind: Actor['kind'] = 'admin'): CommandMeta => ({ ...meta, actor: { kind, id } });
  const [ada, zoe] = [by('d1'), by('d2')];
  const begun = [registered, sale()];
  /** What `second` decides from the same view (position 7), after `ada` decided `first` at position 9. */
  const deciding = (first: ReviewDecision, second: ReviewDecision, admin = ada, { seen = 7, position = 9 } = {}) => {
    const { affiliate } = decide(begun, 'sale', first, undefined, ada);
    const state = stateOf(affiliateDecider, [...begun, ...affiliate], NOW, ada.actor);
    const decided = { 'sale-sellauth-i1': { ...state.decided['sale-sellauth-i1']!, position, upTo: seen } };
    return decideReview(
      {
        affiliate: { ...state, decided },
        checkout: stateOf(checkoutDecider, [started(), creditedFact], NOW),
        programme,
        site: siteDecider.initial,
        ...payer,
      },
      new DecideReview({
        meta: admin,
        of: 'sale',
        about: 'sellauth-i1',
        affiliateId: 'a1',
        ref: ref('i1'),
        decision: second,
        rules: [],
        upTo: 7,
        reason: 'again',
      }),
    ).affiliate.map(({ type }) => type);
  };

  it('records nothing if the same admin repeats it', () => expect(deciding('fine', 'fine')).toHaveLength(0));
  it('ends a hold of the same admin', () => expect(deciding('hold', 'fine')).toEqual(['ReviewHoldLifted', 'ReviewDecided']));
  it.each<[string, Parameters<typeof deciding>]>([
    ['another admin’s decision', ['fine', 'fine', zoe]],
    ['another admin’s hold', ['hold', 'fine', zoe]],
    ['the decision of another kind of actor', ['fine', 'fine', by('d1', 'key')]],
    ['another decision of the same admin', ['fine', 'hold']],
    ['the same decision about other signals', ['fine', 'fine', ada, { seen: 6 }]],
  ])('is refused after %s', (_, [first, second, ...more]) =>
    expect(() => deciding(first, second, ...more)).toThrow(reviewRefusals.decidedMeanwhile),
  );
  it('counts where the earlier one was seen', () => expect(deciding('fine', 'fine', zoe, { position: 7 })).toEqual(['ReviewDecided']));
});

describe('a held sale', () => {
  it('holds its commission until a decision, and then releases it', () => {
    const held = [registered, sale(), ...decide([registered, sale()], 'sale', 'hold').affiliate];
    expect([after(held).holds, available(after(held), '2199-01-01T00:00:00.000Z')]).toEqual([{ [UNTIL_DECIDED]: 6_00 }, 0]);
    const free = [...held, ...decide(held, 'sale', 'fine').affiliate];
    expect([after(free).holds, after(free).reviews, available(after(free))]).toEqual([{}, {}, 6_00]);
  });
  it('says once why it is held: what ends the hold repeats no reason', () => {
    const held = [registered, sale(), ...decide([registered, sale()], 'sale', 'hold').affiliate];
    const [lifted] = decide(held, 'sale', 'fine').affiliate;
    expect(lifted).toEqual({ type: 'ReviewHoldLifted', data: { of: 'sale', about: 'sellauth-i1', heldCents: 6_00 } });
  });
  it('goes back on its own hold where that is not over, and is available where it is', () => {
    const held = [registered, sale(6_00, end), ...decide([registered, sale(6_00, end)], 'sale', 'hold', onHold).affiliate];
    expect(after(held).holds).toEqual({ [UNTIL_DECIDED]: 6_00 });
    const lifted = decide(held, 'sale', 'fine', onHold).affiliate;
    expect(after([...held, ...lifted]).holds).toEqual({ [end]: 6_00 });
    expect(available(after([...held, ...lifted]), end)).toBe(6_00);
  });
  it('is held as far as it is on the account still, so that a review makes no debt', () => {
    const [placed] = decide([registered, sale(), requested(4_00)], 'sale', 'hold').affiliate;
    expect(placed).toMatchObject({ type: 'ReviewHoldPlaced', data: { heldCents: 2_00 } });
    const a = after([registered, sale(), requested(4_00), placed!]);
    expect([available(a), debtCents(a.books, heldCents(a.holds, NOW))]).toEqual([0, 0]);
  });
  it('is taken back from what is held, by a refund too, and cannot be released early', () => {
    for (const checkout of [[started(), creditedFact], onHold]) {
      const begun = [registered, sale(6_00, checkout === onHold ? end : NOW)];
      const held = [...begun, ...decide(begun, 'sale', 'hold', checkout).affiliate];
      const back = given(held, checkout).refunding().facts().affiliate!;
      expect(back.map(({ type }) => type)).toEqual(['ReviewHoldLifted', 'SaleReversed']);
      const a = after([...held, ...back]);
      expect([a.holds, available(a), a.reviews]).toEqual([{}, 0, {}]);
      if (checkout === onHold) given(held, checkout).releasing().refuses(reviewRefusals.saleUnderReview);
    }
  });
});

describe('a held cashout or account', () => {
  const process = (facts: Fact[], status: 'approved' | 'completed' | 'rejected') =>
    processCashout(
      { affiliate: after(facts), programme, admin, own: [], documents: documentsDecider.initial },
      new ProcessCashout({ meta, cashoutId: 'a1-1', from: 'pending', status }),
    ).affiliate;
  const collect = (facts: Fact[]) =>
    startPayoutRun(
      { run: payoutRunDecider.initial, admin, programme, 'affiliate a1': after(facts) },
      new StartPayoutRun({ meta, runId: 'r1', cashoutIds: ['a1-1'] }),
    );

  it.each(['cashout', 'affiliate'] as const)('is not paid, alone or in a run, before the review of the %s is over', (of) => {
    const begun = [registered, sale(60_00), requested(60_00)];
    const held = [...begun, ...decide(begun, of, 'hold').affiliate];
    expect(() => process(held, 'approved')).toThrow(reviewRefusals.cashoutUnderReview);
    expect(() => process(held, 'completed')).toThrow(reviewRefusals.cashoutUnderReview);
    expect(() => collect(held)).toThrow(reviewRefusals.cashoutUnderReview);
    const free = [...held, ...decide(held, of, 'fine').affiliate];
    expect(process(free, 'completed')).toMatchObject([{ type: 'CashoutProcessed' }]);
    expect(collect(free).run).toMatchObject([{ type: 'PayoutRunStarted' }]);
  });
  it('may be rejected, which ends the review of the cashout', () => {
    const begun = [registered, sale(60_00), requested(60_00)];
    const held = [...begun, ...decide(begun, 'cashout', 'hold').affiliate];
    expect(process(held, 'rejected').map(({ type }) => type)).toEqual(['CashoutProcessed', 'ReviewHoldLifted']);
    expect(after([...held, ...process(held, 'rejected')]).reviews).toEqual({});
  });
  it('asks for no money while the account is under review', () => {
    const ask = (facts: Fact[]) => () =>
      requestCashout(
        { affiliate: after(facts), programme },
        new RequestCashout({ meta, affiliateId: 'a1', amountCents: 60_00, paymentMethodId: 'm1' }),
      );
    const held = [registered, sale(60_00), ...decide([registered], 'affiliate', 'hold').affiliate];
    expect(ask(held)).toThrow(reviewRefusals.accountUnderReview);
    // Refused for want of a payment method only: the review is over.
    expect(ask([...held, ...decide(held, 'affiliate', 'fine').affiliate])).toThrow('Payment method not found');
  });
});
