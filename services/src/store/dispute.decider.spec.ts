import { describe, expect, it } from '@jest/globals';
import { availableCents, type Fact, type NotCreditedReason, refusals } from '@framelift/contracts';
import {
  affiliateDeleted,
  disputeSeen,
  saleCreditRestored,
  saleCreditReversed,
  saleCredited,
  saleRecorded,
} from '../../../test/support/facts.ts';
import { stateOf } from '../../../test/support/given.ts';
import { ref } from '../../../test/support/invoices.ts';
import {
  creditedFact,
  deleted,
  given,
  invoice,
  meta,
  NOW,
  registered,
  settledAs,
  started,
  takenBack,
} from '../../../test/support/sale-given.ts';
import { affiliateDecider } from '../programme/affiliate/affiliate.decider.ts';
import { checkoutDecider, noteDispute } from './checkout.decider.ts';
import { NoteDispute } from './store.commands.ts';

const amounts = { amountCents: 29_99, commissionCents: 6_00 };
const lost = saleCreditReversed({ ...ref('i1'), affiliateId: 'a1', ...amounts, cause: 'dispute' });
const restored = saleCreditRestored({ ...ref('i1'), affiliateId: 'a1', ...amounts, availableAt: undefined });
const sold = saleRecorded({ ...ref('i1'), ...amounts, availableAt: NOW });
const chargedBack = settledAs('chargedBack');
const atEnd = (facts: Fact[]) => stateOf(affiliateDecider, facts, NOW);

describe('a lost dispute', () => {
  it('takes a credited sale back, once', () => {
    given([registered], [started(), creditedFact]).chargingBack().takesBack('dispute');
    given([registered], [started(), creditedFact, lost]).chargingBack().staysQuiet();
  });
  it('settles an invoice that was never recorded, which no admin may credit', () => {
    given([registered], [started()]).chargingBack().settlesAs('chargedBack');
    given([registered], [started(), chargedBack]).chargingBack().staysQuiet();
    given([registered], [started(), chargedBack]).crediting().refuses(refusals.saleReversed);
  });
  it('waits for an announcement, as a sale does', () =>
    given([registered], [])
      .chargingBack(invoice({ status: 'chargedBack', createdAt: NOW }))
      .staysQuiet());
  it('leaves alone what earned nothing, or was taken back for another reason', () => {
    for (const outcome of [settledAs('suspended'), settledAs('refunded')])
      given([registered], [started(), outcome]).chargingBack().staysQuiet();
    given([registered], [started(), creditedFact, takenBack]).chargingBack().staysQuiet();
  });
});

describe('a dispute that is won after all', () => {
  const won = given([registered, sold], [started(), creditedFact, lost]).restoring().facts();
  it('gives back the recorded cents, on both streams', () => {
    expect(won.affiliate).toMatchObject([
      { type: 'SaleRestored', data: { ...ref('i1'), ...amounts, attributedBy: 'click', forfeitedCents: 0 } },
    ]);
    expect(won.checkout).toMatchObject([{ type: 'SaleCreditRestored', data: { ...ref('i1'), affiliateId: 'a1', ...amounts } }]);
  });
  it('names the product and the rate of its sale, where they are known', () => {
    const foreign = { currency: 'USD', paidCents: 32_60, rateNanos: 920_000_000, rateSetAt: 7 };
    const named = saleCredited({ ...creditedFact.data, product: 'Framelift Pro', foreign } as never);
    const { affiliate } = given([registered, sold], [started(), named, lost]).restoring().facts();
    expect(affiliate![0]!.data).toMatchObject({ product: 'Framelift Pro', foreign });
    for (const field of ['product', 'foreign']) expect(won.affiliate![0]!.data).not.toHaveProperty(field);
  });
  it('happens once, and may be lost again', () => {
    given([registered], [started(), creditedFact, lost, restored]).restoring().staysQuiet();
    given([registered], [started(), creditedFact, lost, restored]).chargingBack().takesBack('dispute');
    given([registered], [started(), creditedFact, lost, restored, lost]).restoring().facts();
  });
  it('gives nothing back that a refund or an admin took', () => {
    const byHand = saleCreditReversed({ ...ref('i1'), affiliateId: 'a1', ...amounts, cause: 'hand' });
    for (const reversal of [takenBack, byHand]) given([registered], [started(), creditedFact, reversal]).restoring().staysQuiet();
  });
  it('returns nothing if nothing was reversed', () => {
    for (const outcome of ['none', creditedFact, settledAs('suspended')] as const)
      given([registered], [started(), ...(outcome === 'none' ? [] : [outcome])])
        .restoring()
        .staysQuiet();
  });
  it('decides again on the outcome of a lost one', () => {
    given([registered], [started(), chargedBack]).restoring().credits(29_99, 6_00);
    given([registered], [started(), chargedBack])
      .restoring(invoice({ currency: 'USD' }))
      .settlesAs('otherCurrency' satisfies NotCreditedReason);
  });
  it('returns a commission credited without a checkout of ours', () =>
    expect(given([registered], [creditedFact, lost]).restoring().facts().affiliate).toHaveLength(1));
  it('moves a tier up if the sale was missing for it', () => {
    const sales = Array.from({ length: 19 }, (_, i) => saleRecorded({ ...ref(`s${i}`), ...amounts }));
    const { affiliate } = given([registered, ...sales], [started(), creditedFact, lost])
      .restoring()
      .facts();
    expect(affiliate!.map(({ type }) => type)).toEqual(['SaleRestored', 'TierReached']);
  });
});

describe('the commission that a won dispute returns', () => {
  const end = '2026-01-14T00:00:00.000Z';
  const held = saleCredited({ ...creditedFact.data, availableAt: end } as never);
  it('is on hold again until the sale’s hold would have ended', () => {
    const { affiliate, checkout } = given([registered], [started(), held, lost]).restoring().facts();
    expect([affiliate![0], checkout![0]]).toMatchObject([{ data: { availableAt: end } }, { data: { availableAt: end } }]);
    const back = given([registered], [started(), held]).chargingBack().facts();
    const facts = [registered, saleRecorded({ ...ref('i1'), ...amounts, availableAt: end }), ...back.affiliate!, ...affiliate!];
    expect(atEnd(facts)).toMatchObject({ holds: { [end]: 6_00 }, netSales: 1, books: { earnedCents: 6_00, reversedCents: 0 } });
  });
  it('is forfeited above the debt if the account was deleted meanwhile', () => {
    const taken = given([registered], [started(), creditedFact]).chargingBack().facts().affiliate!;
    const giveBack = (...facts: Fact[]) => [...facts, ...given(facts, [started(), creditedFact, lost]).restoring().facts().affiliate!];
    const gone = given([registered, sold, ...taken, deleted], [started(), creditedFact, lost])
      .restoring()
      .facts();
    expect(gone.affiliate!.map(({ type }) => type)).toStrictEqual(['SaleRestored']);
    const before = atEnd(giveBack(registered, sold, ...taken, deleted));
    expect([before.books.forfeitedCents, availableCents(before.books, 0)]).toEqual([6_00, 0]);
    const after = atEnd(giveBack(registered, sold, affiliateDeleted({ forfeitedCents: 6_00 }), ...taken));
    expect([after.books.forfeitedCents, availableCents(after.books, 0)]).toEqual([6_00, 0]);
  });
});

it('a dispute is listed once in each of its states', () => {
  const seen = (state: 'open' | 'lost' | 'won') => new NoteDispute({ meta, invoice: invoice({ dispute: { state, cents: 29_99 } }) });
  const open = disputeSeen({ ...ref('i1'), state: 'open', disputedCents: 29_99, currency: 'EUR', affiliateId: 'a1' });
  const at = (...facts: Fact[]) => stateOf(checkoutDecider, facts, NOW);
  expect(noteDispute(at(started()), seen('open'))).toEqual([open]);
  expect(noteDispute(at(started(), open), seen('open'))).toEqual([]);
  expect(noteDispute(at(started(), open), seen('lost'))).toMatchObject([{ data: { state: 'lost' } }]);
  expect(noteDispute(at(started()), new NoteDispute({ meta, invoice: invoice() }))).toEqual([]);
});
