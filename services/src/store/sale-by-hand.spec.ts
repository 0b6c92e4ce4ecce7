import { describe, expect, it } from '@jest/globals';
import { notCreditedReasons, refusals } from '@framelift/contracts';
import {
  creditedFact,
  deleted,
  edited,
  given,
  invoice,
  item,
  registered,
  settledAs,
  started,
  takenBack,
} from '../../../test/support/sale-given.ts';
import type { Invoice } from './invoice.ts';

describe('crediting by hand', () => {
  it('credits a sale that was not credited, with a reason', () => {
    const decided = given([registered, edited({ status: 'suspended' })], [started(), settledAs('suspended')]).crediting();
    decided.credits(29_99, 6_00);
    expect(decided.facts().affiliate![0]).toMatchObject({ data: { credited: 'hand', reason: 'they called' } });
  });
  it('credits an unannounced invoice, up to the list price', () =>
    given([registered], [])
      .crediting(invoice({ items: [item({ totalCents: 500_00 })] }))
      .credits(29_99, 6_00));
  it('counts the list price of each', () =>
    given([registered], [])
      .crediting(invoice({ items: [item({ quantity: 2, totalCents: 500_00 })] }))
      .credits(59_98, 12_00));
  it('credits an invoice the store’s word has not reached yet', () => given([registered], [started()]).crediting().credits(29_99, 6_00));
  it('refuses a credited sale', () => given([registered], [started(), creditedFact]).crediting().refuses(refusals.saleAlreadyCredited));
  it('refuses a reversed sale', () => given([registered], [started(), creditedFact, takenBack]).crediting().refuses(refusals.saleReversed));
  it('refuses what was refunded before it was recorded', () =>
    given([registered], [started(), settledAs('refunded')])
      .crediting()
      .refuses(refusals.saleReversed));
  it('refuses an invoice that is not completed', () =>
    given([registered], [started()])
      .crediting(invoice({ status: 'refunded' }))
      .refuses(refusals.invoiceNotCompleted));
  it('refuses an invoice the store does not know', () => given([registered], []).crediting(null).refuses(refusals.saleNotFound));
  it('refuses a deleted affiliate', () => given([registered, deleted], [started()]).crediting().refuses(refusals.deletedAffiliate));
  it('refuses an unknown affiliate', () => given([], [started()]).crediting().refuses(refusals.affiliateNotFound));
  it.each([
    ['otherCurrency', { currency: 'USD' }],
    ['otherProduct', { items: [] }],
    ['nothingPaid', { items: [item({ totalCents: 0 })] }],
  ] as const)('refuses an invoice there is nothing to compute from: %s', (reason, more) =>
    given([registered], [started()])
      .crediting(invoice(more as Partial<Invoice>))
      .refuses(notCreditedReasons[reason]),
  );
});

describe('reversing by hand', () => {
  it('reverses a credited sale in full', () => {
    const decided = given([registered], [started(), creditedFact]).reversing();
    decided.takesBack('hand');
    expect(decided.facts().affiliate).toMatchObject([{ data: { reason: 'fraud', internalNote: 'the third' } }]);
  });
  it.each(['reason', 'internalNote'])('keeps no %s about a deleted affiliate: it would be sealed under a key that was destroyed', (text) =>
    expect(given([registered, deleted], [started(), creditedFact]).reversing().facts().affiliate![0]!.data).not.toHaveProperty(text),
  );
  it('refuses it twice', () => given([registered], [started(), creditedFact, takenBack]).reversing().refuses(refusals.saleReversed));
  it('refuses a sale that was not credited', () =>
    given([registered], [started(), settledAs('banned')])
      .reversing()
      .refuses(refusals.saleNotCredited));
  it('refuses an unknown invoice', () => given([], []).reversing().refuses(refusals.saleNotFound));
});
