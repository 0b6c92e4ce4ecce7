import { describe, expect, it } from '@jest/globals';
import { missingSaleRefusals, refusals } from '@framelift/contracts';
import { missingSaleAnswered, missingSaleRaised } from '../../../test/support/facts.ts';
import { creditedFact, given, registered, started } from '../../../test/support/sale-given.ts';

describe('crediting a missing sale', () => {
  const raised = missingSaleRaised({ missingSaleId: 'a1-1' });
  const answer = {
    type: 'MissingSaleAnswered',
    data: { missingSaleId: 'a1-1', answer: 'credited', transactionId: 'sellauth-i1', reason: 'found' },
  };

  it('credits the invoice and answers in one append', () => {
    const { affiliate, checkout } = given([registered, raised], [started({})])
      .creditingMissing()
      .facts();
    expect(affiliate).toMatchObject([{ type: 'SaleRecorded', data: { credited: 'hand', reason: 'found' } }, answer]);
    expect(checkout).toMatchObject([{ type: 'SaleCredited', data: { affiliateId: 'a1' } }]);
  });
  it('only names a sale that is the affiliate’s already', () =>
    expect(given([registered, raised], [started(), creditedFact]).creditingMissing().facts()).toMatchObject({ affiliate: [answer] }));
  it('refuses another affiliate’s sale, and one that is not missed (any more)', () => {
    const others = { ...creditedFact, data: { ...creditedFact.data, affiliateId: 'b2' } };
    given([registered, raised], [started(), others]).creditingMissing().refuses(refusals.saleAlreadyCredited);
    given([registered], [started({})])
      .creditingMissing()
      .refuses(missingSaleRefusals.notFound);
    given([registered, raised, missingSaleAnswered({ missingSaleId: 'a1-1' })], [started({})])
      .creditingMissing()
      .refuses(missingSaleRefusals.answered);
  });
  it('refuses an invoice that the store does not know, and nothing is answered', () =>
    given([registered, raised], []).creditingMissing(null).refuses(refusals.saleNotFound));
});
