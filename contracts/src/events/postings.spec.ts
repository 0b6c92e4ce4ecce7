import { expect, it } from '@jest/globals';
import { emptyBooks } from '../rules/books.ts';
import { moneyEvents, onMoneyEvents, postingOf } from './postings.ts';

const of = (type: string, data: object) => postingOf({ type, data } as never);
const sold = { amountCents: 30, commissionCents: 7 };

it.each([
  ['SaleRecorded', sold, { earnedCents: 7 }],
  ['SaleReversed', sold, { reversedCents: 7 }],
  ['SaleRestored', { ...sold, forfeitedCents: 2 }, { reversedCents: -7, forfeitedCents: 2 }],
  ['SaleImported', sold, { earnedCents: 7 }],
  ['PayoutImported', { amountCents: 7 }, { paidCents: 7 }],
  ['OpeningBalanceImported', { amountCents: 7 }, { earnedCents: 7 }],
  ['CashoutRequested', { amountCents: 7 }, { reservedCents: 7 }],
  ['CashoutProcessed', { amountCents: 7, status: 'approved' }, {}],
  ['CashoutProcessed', { amountCents: 7, status: 'completed' }, { reservedCents: -7, paidCents: 7 }],
  ['CashoutProcessed', { amountCents: 7, status: 'rejected' }, { reservedCents: -7 }],
  ['PaymentReturned', { amountCents: 7, forfeitedCents: 2 }, { paidCents: -7, forfeitedCents: 2 }],
  ['AffiliateDeleted', { forfeitedCents: 7 }, { forfeitedCents: 7 }],
])('the posting of %s %j moves %j and nothing else', (name, data, moved) =>
  expect(of(name, data)!.books).toEqual({ ...emptyBooks, ...moved }),
);

it('a sale changes net sales, amounts and holds, a reversal the other way, and another event none of them', () => {
  const held = { ...sold, availableAt: '2026-01-01T00:00:00.000Z' };
  expect(of('SaleRecorded', held)).toMatchObject({ sales: 1, amountCents: 30, heldCents: 7, availableAt: held.availableAt });
  expect(of('SaleReversed', sold)).toMatchObject({ sales: -1, amountCents: -30, heldCents: -7, availableAt: null });
  expect(of('CashoutRequested', { amountCents: 7 })).toMatchObject({ sales: 0, amountCents: 0, heldCents: 0, availableAt: null });
});

it('a line of the ledger has a kind if its condition holds', () => {
  expect(['approved', 'completed', 'rejected'].map((status) => of('CashoutProcessed', { amountCents: 7, status })!.kind)).toEqual([
    null,
    null,
    'cashoutRejected',
  ]);
  expect([0, 7].map((forfeitedCents) => of('AffiliateDeleted', { forfeitedCents })!.kind)).toEqual([null, 'forfeited']);
});

it('an event that changes no account has no posting', () => expect(of('TierReached', {})).toBeUndefined());

it('gives one fold to every event that changes an account', () =>
  expect(onMoneyEvents('fold')).toEqual(Object.fromEntries(moneyEvents.map((name) => [name, 'fold']))));
