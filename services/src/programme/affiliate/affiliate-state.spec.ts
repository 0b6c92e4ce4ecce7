import { expect, it } from '@jest/globals';
import { emptyBooks, type Fact, refusals, rules, UNTIL_DECIDED } from '@framelift/contracts';
import * as facts from '../../../../test/support/facts.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { stateOf } from '../../../../test/support/given.ts';
import { evolveAll } from '../../engine/log/deciding/decider.ts';
import { affiliateDecider, affiliateSource, ownerOf, readNotifications } from './affiliate.decider.ts';

const NOW = '2026-01-01T12:00:00.000Z';
const end = '2026-01-14T00:00:00.000Z';
const of = (...history: Fact[]) => stateOf(affiliateDecider, history, NOW);
const registered = facts.affiliateRegistered({ affiliateId: 'a1' });
const amounts = { ...ref('i1'), amountCents: 30_00, commissionCents: 6_00 };
const sale = facts.saleRecorded({ ...amounts, availableAt: end });
const made = (type: string, data: object) => ({ type, data }) as unknown as Fact;

it('has no account at first, on its own stream', () => {
  expect(of()).toMatchObject({ registered: false, paymentMethods: [], coupons: [], openCashouts: [], unread: [], openMissingSales: [] });
  expect(affiliateSource('a1')).toMatchObject({ streamId: 'affiliate-a1', decider: { name: 'affiliate' } });
  expect(['a-b-12', 'a1', '-1', ''].map(ownerOf)).toEqual(['a-b', '', '', '']);
});

it('counts sold, reversed and restored sales', () => {
  expect(of(registered, sale)).toMatchObject({ generatedCents: 30_00, netSales: 1, holds: { [end]: 6_00 }, unread: [2] });
  const back = [sale, facts.saleReversed({ ...amounts, availableAt: end })];
  expect(of(registered, ...back)).toMatchObject({ generatedCents: 0, netSales: 0, holds: {}, unread: [2, 3] });
  const kept = of(registered, sale, made('SaleReversed', amounts));
  expect(kept).toMatchObject({ holds: { [end]: 6_00 }, books: { reversedCents: 6_00 } });
  const restored = of(registered, ...back, facts.saleRestored({ ...amounts, availableAt: end, forfeitedCents: 0 }));
  expect(restored).toMatchObject({
    generatedCents: 30_00,
    netSales: 1,
    holds: { [end]: 6_00 },
    books: { earnedCents: 6_00, reversedCents: 0 },
  });
  expect(of(registered, ...back, made('SaleRestored', { ...amounts, forfeitedCents: 0 }))).toMatchObject({ holds: {}, unread: [2, 3, 4] });
});

it('makes a commission available that is released early', () => {
  const a = of(registered, sale, facts.holdReleased({ commissionCents: 6_00, availableAt: end }));
  expect([a.id, a.holds, a.unread]).toEqual(['a1', {}, [2, 3]]);
});

it('holds the named items for a review, and releases them', () => {
  const hold = { of: 'sale', about: 'sellauth-i1', heldCents: 6_00, availableAt: end };
  const other = { of: 'affiliate', about: 'a1', heldCents: 0 };
  const held = [registered, sale, made('ReviewHoldPlaced', other), made('ReviewHoldPlaced', hold)];
  expect(of(...held)).toMatchObject({
    id: 'a1',
    holds: { [UNTIL_DECIDED]: 6_00 },
    reviews: { 'affiliate-a1': { heldCents: 0 }, 'sale-sellauth-i1': { heldCents: 6_00, availableAt: end } },
    unread: [2, 3, 4],
  });
  const lifted = of(...held, made('ReviewHoldLifted', hold));
  expect([lifted.id, lifted.holds, lifted.reviews, lifted.unread]).toEqual([
    'a1',
    { [end]: 6_00 },
    { 'affiliate-a1': { heldCents: 0 } },
    [2, 3, 4, 5],
  ]);
});

it('keeps the last review decision on each item, with its admin', () => {
  const decided = { of: 'sale', about: 'sellauth-i1', decision: 'fine', upTo: 2, rules: [], reason: 'Known buyer' } as const;
  const states = of(registered, sale, made('ReviewDecided', { ...decided, of: 'affiliate', about: 'a1' }), made('ReviewDecided', decided));
  expect(states).toMatchObject({ id: 'a1', netSales: 1 });
  const last = { by: expect.anything(), decision: 'fine', upTo: 2, position: expect.any(Number) };
  expect(states.decided).toEqual({ 'affiliate-a1': last, 'sale-sellauth-i1': last });
});

it('counts imported sales, and sends no notification', () => {
  const sold = made('SaleImported', { ...amounts, availableAt: end });
  expect(of(registered, sold)).toMatchObject({
    generatedCents: 30_00,
    netSales: 1,
    holds: { [end]: 6_00 },
    books: { ...emptyBooks, earnedCents: 6_00 },
    unread: [],
  });
  expect(of(registered, made('SaleImported', amounts)).holds).toEqual({});
  expect(of(registered, made('PayoutImported', { amountCents: 5 }))).toMatchObject({ id: 'a1', books: { ...emptyBooks, paidCents: 5 } });
  expect(of(registered, made('OpeningBalanceImported', { amountCents: 5 }))).toMatchObject({
    id: 'a1',
    books: { ...emptyBooks, earnedCents: 5 },
  });
});

it('has payment methods and codes, each changed and removed separately', () => {
  const method = (id: string, detailsHash = id) => ({
    paymentMethodId: id,
    paymentType: 'paypal' as const,
    details: { sealed: id, of: 'a' },
    detailsHash,
  });
  const both = [registered, facts.paymentMethodAdded(method('m1')), facts.paymentMethodAdded(method('m2'))];
  const changed = of(...both, facts.paymentMethodChanged(method('m2', 'new')));
  expect(changed.paymentMethods).toMatchObject([
    { id: 'm1', detailsHash: 'm1' },
    { id: 'm2', paymentType: 'paypal', detailsHash: 'new' },
  ]);
  expect(of(...both, facts.paymentMethodRemoved({ paymentMethodId: 'm1' })).paymentMethods).toMatchObject([{ id: 'm2' }]);
  const codes = [registered, facts.couponGiven({ codeClaim: 'x' }), facts.couponGiven({ codeClaim: 'y' })];
  expect(of(...codes, facts.couponTakenBack({ codeClaim: 'x' })).coupons).toMatchObject([{ codeClaim: 'y' }]);
});

it('loses all personal data when deleted', () =>
  expect(
    of(registered, sale, facts.paymentMethodAdded(), facts.couponGiven(), facts.affiliateDeleted({ forfeitedCents: 6_00 })),
  ).toMatchObject({
    deleted: true,
    username: null,
    email: null,
    holds: {},
    reviews: {},
    paymentMethods: [],
    coupons: [],
    unread: [],
    books: { forfeitedCents: 6_00 },
  }));

it('is notified of an edit of a tier or a status, not of a rate, and remembers when each field changed', () => {
  expect(of(registered, facts.affiliateEdited({ tier: 'gold' })).unread).toEqual([2]);
  expect(of(registered, facts.affiliateEdited({ status: 'suspended' })).unread).toEqual([2]);
  expect(of(registered, facts.affiliateEdited({ commissionBps: 5 })).unread).toEqual([]);
  const moved = of(
    registered,
    facts.affiliateEdited({ commissionBps: 5 }),
    facts.tierReached({ from: 'bronze', to: 'gold', netSales: 40 }),
  );
  expect(moved).toMatchObject({ tier: 'gold', changedAt: { commissionBps: 2, tier: 3 }, unread: [3] });
});

it('keeps only as many unread notifications as a screen shows', () => {
  const many = Array.from({ length: rules.recentNotifications + 1 }, () => facts.passwordChanged());
  expect(of(registered, ...many).unread).toHaveLength(rules.recentNotifications);
  const some = of(registered, facts.passwordChanged(), facts.passwordChanged(), facts.notificationsRead({ notifications: [2] }));
  expect(some.unread).toEqual([3]);
  expect(() => readNotifications(of(), { notification: 'all' } as never)).toThrow(refusals.affiliateNotFound);
});

it('has the missing sales that await an answer', () => {
  const raised = ['a1-1', 'a1-2'].map((missingSaleId) => facts.missingSaleRaised({ missingSaleId }));
  expect(of(registered, ...raised, facts.missingSaleAnswered({ missingSaleId: 'a1-1' })).openMissingSales).toEqual(['a1-2']);
});

it('counts missing sales, and records when each edited field last changed', () => {
  const missed = ['a1-1', 'a1-2'].map((missingSaleId) => facts.missingSaleRaised({ missingSaleId }));
  expect(of(registered, ...missed)).toMatchObject({ missingSales: 2, openMissingSales: ['a1-1', 'a1-2'] });
  const { changedAt } = of(registered, facts.affiliateEdited({ tier: 'gold' }), facts.affiliateEdited({ status: 'suspended' }));
  expect(changedAt).toEqual({ tier: 2, status: 3 });
});

it('remembers since when payment details are new: until something was paid to exactly these', () => {
  const [first, second] = ['2025-02-01T00:00:00.000Z', '2025-02-09T00:00:00.000Z'];
  const at = (when: string, ...history: Fact[]) => stateOf(affiliateDecider, history, when);
  const method = facts.paymentMethodAdded({ paymentMethodId: 'm1' });
  const asked = (n: number) => facts.cashoutRequested({ cashoutId: `a1-${n}`, paymentMethodId: 'm1' });
  const paid = (n: number) => facts.cashoutProcessed({ cashoutId: `a1-${n}`, paymentMethodId: 'm1', status: 'completed' });
  const ofMethod = (a: ReturnType<typeof at>) => a.paymentMethods.map(({ newSince }) => newSince);
  expect(at(first, registered, method, asked(1)).openCashouts).toMatchObject([{ newSince: first }]);
  const known = [registered, method, asked(1), paid(1)];
  expect(ofMethod(at(first, ...known))).toEqual([undefined]);
  expect(at(first, ...known, asked(2)).openCashouts[0]).not.toHaveProperty('newSince');
  const changed = facts.paymentMethodChanged({ paymentMethodId: 'm1' });
  expect(at(second, ...known, changed, asked(2)).openCashouts).toMatchObject([{ newSince: second }]);
  // A payment to the old details says nothing about the new ones.
  const events = (when: string, list: Fact[], from: number) =>
    list.map((f, i) => ({
      ...f,
      position: from + i,
      version: from + i,
      metadata: { occurredAt: when, actor: { kind: 'system', id: 's' } },
    }));
  const state = evolveAll(affiliateDecider, affiliateDecider.initial, [
    ...events(first, [registered, method, asked(1)], 1),
    ...events(second, [changed, paid(1)], 4),
  ] as never);
  expect(ofMethod(state)).toEqual([second]);
});

it('has the details of another method as new as they were, and of one whose cashout was not paid', () => {
  const methods = ['m1', 'm2'].map((paymentMethodId) => facts.paymentMethodAdded({ paymentMethodId }));
  const asked = facts.cashoutRequested({ cashoutId: 'a1-1', paymentMethodId: 'm2' });
  const now = (status: 'approved' | 'rejected' | 'completed', cashoutId = 'a1-1') =>
    of(registered, ...methods, asked, facts.cashoutProcessed({ cashoutId, paymentMethodId: 'm2', status })).paymentMethods;
  const isNew = (list: ReturnType<typeof now>) => list.map((one) => [one.id, 'newSince' in one ? one.newSince : 'known']);
  const both = [
    ['m1', NOW],
    ['m2', NOW],
  ];
  expect([now('approved'), now('rejected'), now('completed', 'a1-9')].map(isNew)).toEqual([both, both, both]);
  expect(isNew(now('completed'))).toEqual([
    ['m1', NOW],
    ['m2', 'known'],
  ]);
  const paid = facts.cashoutProcessed({ cashoutId: 'a1-1', paymentMethodId: 'm2', status: 'completed' });
  const next = ['m1', 'm2', 'm9'].map((paymentMethodId, i) => facts.cashoutRequested({ cashoutId: `a1-${i + 2}`, paymentMethodId }));
  const { openCashouts } = of(registered, ...methods, asked, paid, ...next);
  expect(openCashouts.map(({ newSince }) => newSince)).toEqual([NOW, undefined, undefined]);
});

it('has the country of the VAT number in its last billing details', () => {
  const billing = (data: object) => made('BillingDetailsChanged', data);
  expect(of(registered, billing({ vatCountry: 'DE' }), billing({ vatCountry: 'AT' }))).toMatchObject({ id: 'a1', vatCountry: 'AT' });
  const none = of(registered, billing({ vatCountry: 'DE' }), billing({}));
  expect(none).not.toHaveProperty('vatCountry');
  expect(none.id).toBe('a1');
});
