import { describe, expect, it } from '@jest/globals';
import { postings } from './postings.ts';

const of = (data: object) => data as never;

describe('a posting', () => {
  it.each([
    ['SaleRecorded', { commissionCents: 7 }, { earnedCents: 7 }],
    ['SaleReversed', { commissionCents: 7 }, { reversedCents: 7 }],
    ['SaleRestored', { commissionCents: 7, forfeitedCents: 2 }, { reversedCents: -7, forfeitedCents: 2 }],
    ['SaleImported', { commissionCents: 7 }, { earnedCents: 7 }],
    ['PayoutImported', { amountCents: 7 }, { paidCents: 7 }],
    ['OpeningBalanceImported', { amountCents: 7 }, { earnedCents: 7 }],
    ['CashoutRequested', { amountCents: 7 }, { reservedCents: 7 }],
    ['CashoutProcessed', { amountCents: 7, status: 'approved' }, {}],
    ['CashoutProcessed', { amountCents: 7, status: 'completed' }, { reservedCents: -7, paidCents: 7 }],
    ['CashoutProcessed', { amountCents: 7, status: 'rejected' }, { reservedCents: -7 }],
    ['PaymentReturned', { amountCents: 7, forfeitedCents: 2 }, { paidCents: -7, forfeitedCents: 2 }],
    ['AffiliateDeleted', { forfeitedCents: 7 }, { forfeitedCents: 7 }],
  ] as const)('of %s %j moves %j and nothing else', (name, data, moved) =>
    expect(postings[name](of(data))).toEqual({
      earnedCents: 0,
      reversedCents: 0,
      reservedCents: 0,
      paidCents: 0,
      forfeitedCents: 0,
      ...moved,
    }),
  );
});
