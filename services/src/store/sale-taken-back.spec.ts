import { describe, expect, it } from '@jest/globals';
import { debtCents, refusals } from '@framelift/contracts';
import { cashoutProcessed, cashoutRequested } from '../../../test/support/facts.ts';
import { stateOf } from '../../../test/support/given.ts';
import {
  ago,
  creditedFact,
  deleted,
  earlier,
  edited,
  given,
  invoice,
  registered,
  sealed,
  settledAs,
  started,
  takenBack,
} from '../../../test/support/sale-given.ts';
import { affiliateDecider } from '../programme/affiliate/affiliate.decider.ts';

describe('a refund', () => {
  it('takes back what was recorded', () => given([registered], [started(), creditedFact]).refunding().takesBack('refund'));
  it('takes it back after the rate changed', () =>
    given([registered, edited({ commissionBps: 50_00 })], [started(), creditedFact])
      .refunding()
      .takesBack('refund'));
  it('takes it back from a deleted affiliate', () =>
    given([registered, deleted], [started(), creditedFact]).refunding().takesBack('refund'));
  it('makes debt after a payout', () => {
    const paid = [
      registered,
      ...earlier(10),
      cashoutRequested({ cashoutId: 'a1-1', amountCents: 60_00, paymentMethodId: 'm1', paymentType: 'paypal', payTo: sealed('p') }),
      cashoutProcessed({ cashoutId: 'a1-1', amountCents: 60_00, paymentMethodId: 'm1', from: 'pending', status: 'completed' }),
    ];
    const { affiliate } = given(paid, [started(), creditedFact]).refunding().facts();
    expect(debtCents(stateOf(affiliateDecider, [...paid, ...affiliate!]).books, 0)).toBe(6_00);
  });
  it('takes back a credit by hand of an invoice that nobody announced, however young', () =>
    given([registered], [creditedFact])
      .refunding(invoice({ status: 'refunded', createdAt: ago(1_000) }))
      .takesBack('refund'));
  it('stays quiet when repeated', () => given([registered], [started(), creditedFact, takenBack]).refunding().staysQuiet());
  it('records nothing when no one was credited', () =>
    given([registered], [started(), settledAs('banned')])
      .refunding()
      .staysQuiet());
  it('settles a sale that was never recorded', () => given([registered], [started()]).refunding().settlesAs('refunded'));
  it('waits for a checkout that was not announced yet', () =>
    given([], [])
      .refunding(invoice({ status: 'refunded', createdAt: ago(1_000) }))
      .staysQuiet());
});

describe('a dispute that is lost', () => {
  it('takes back what was recorded, and says that it was a dispute', () =>
    given([registered], [started(), creditedFact]).chargingBack().takesBack('dispute'));
  it('leaves nothing to credit by hand', () =>
    given([registered], [started(), settledAs('chargedBack')])
      .crediting()
      .refuses(refusals.saleReversed));
});
