import { describe, expect, it } from '@jest/globals';
import { debtCents, type Fact, firstTerms, payoutRefusals, refusals, rules, type Sealed } from '@framelift/contracts';
import { given, on, programme, stateOf } from '../../../../test/support/given.ts';
import {
  AddPaymentMethod,
  ChangePaymentMethod,
  ProcessCashout,
  ReadNotifications,
  RemovePaymentMethod,
  RequestCashout,
} from './affiliate.commands.ts';
import * as rule from './affiliate.decider.ts';
import * as payout from './payout.decider.ts';
import * as tier from './tier.decider.ts';
import { adminDecider } from '../sign-in/admin.decider.ts';
import { documentsDecider } from '../payouts/documents.decider.ts';
import { ref } from '../../../../test/support/invoices.ts';
import {
  affiliateDeleted,
  affiliateEdited,
  affiliateRegistered,
  cashoutProcessed,
  cashoutRequested,
  cashoutsCollected,
  cashoutsReleased,
  notificationsRead,
  passwordChanged,
  paymentMethodAdded,
  paymentMethodChanged,
  paymentMethodRemoved,
  paymentReturned,
  recoveryCodesRenewed,
  saleRecorded,
  saleReversed,
  tierReached,
  tierRecalculated,
  totpTurnedOff,
  totpTurnedOn,
} from '../../../../test/support/facts.ts';

const decider = rule.affiliateDecider;
const meta = {
  commandId: 'c',
  correlationId: 'c',
  repeatable: false,
  occurredAt: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'affiliate', id: 'a1' },
} as const;
const sealed = (text: string): Sealed => ({ sealed: text, of: 'affiliate:a1' });
const hash = (text: string) => text.padEnd(40, '0');

const registered = affiliateRegistered({
  affiliateId: 'a1',
  username: 'ann',
  email: 'ann@example.org',
  usernameClaim: hash('u'),
  emailClaim: hash('e'),
  commissionBps: 20_00,
});
const method = (id = 'm1', detail = 'd1') =>
  paymentMethodAdded({ paymentMethodId: id, paymentType: 'paypal', details: sealed(detail), detailsHash: hash(detail) });
const sale = (commissionCents: number, invoiceId = 'i1') =>
  saleRecorded({
    ...ref(invoiceId),
    paidCents: commissionCents * 5,
    amountCents: commissionCents * 5,
    rateFrom: 'tier',
    commissionCents,
    soldAt: meta.occurredAt,
    customerEmail: 'b@example.org',
    buyer: hash('b'),
  });
const reversal = (commissionCents: number, invoiceId = 'i1') =>
  saleReversed({ ...ref(invoiceId), amountCents: commissionCents * 5, commissionCents, cause: 'refund' });
const requested = (amountCents: number, cashoutId = 'a1-1') =>
  cashoutRequested({ cashoutId, amountCents, paymentMethodId: 'm1', paymentType: 'paypal', payTo: sealed('d1') });
const processed = (amountCents: number, status: 'approved' | 'completed' | 'rejected', from: 'pending' | 'approved' = 'pending') =>
  cashoutProcessed({ cashoutId: 'a1-1', amountCents, paymentMethodId: 'm1', from, status });
const status = (s: 'suspended' | 'banned') => affiliateEdited({ status: s });
const deleted = affiliateDeleted({ forfeitedCents: 0 });
const sales = (n: number): Fact[] => Array.from({ length: n }, (_, i) => sale(6_00, `i${i}`));

const cashout = (amountCents: number, paymentMethodId = 'm1') =>
  new RequestCashout({ meta, affiliateId: 'a1', amountCents, paymentMethodId });
const process = (to: 'approved' | 'completed' | 'rejected', from: 'pending' | 'approved' = 'pending', id = 'a1-1') =>
  new ProcessCashout({ meta, cashoutId: id, from, status: to });

/** The rule as decided by an admin with an account; first terms unless others are set. */
const decided = (affiliate: rule.Affiliate, command: ProcessCashout, terms = programme, active = true) =>
  payout.processCashout(
    { affiliate, programme: terms, admin: { ...adminDecider.initial, active }, own: [], documents: documentsDecider.initial },
    command,
  ).affiliate;

describe('requesting a cashout', () => {
  const rich = [registered, method(), sale(100_00)];

  it('reserves the amount and copies the details', () =>
    given(decider, rich).when(on(payout.requestCashout), cashout(60_00)).then(requested(60_00)));
  it('numbers the cashouts of an affiliate', () =>
    given(decider, [...rich, requested(50_00)])
      .when(on(payout.requestCashout), cashout(50_00))
      .thenMatching({ data: { cashoutId: 'a1-2' } }));
  it('refuses more than the balance', () =>
    given(decider, rich).when(on(payout.requestCashout), cashout(100_01)).refuses('Insufficient balance'));
  it('refuses an amount that is already reserved', () =>
    given(decider, [...rich, requested(60_00)])
      .when(on(payout.requestCashout), cashout(50_00))
      .refuses('Insufficient balance'));
  it('refuses less than the minimum', () =>
    given(decider, rich).when(on(payout.requestCashout), cashout(49_99)).refuses('Minimum cashout amount is €50'));
  it('refuses a payment method of another affiliate', () =>
    given(decider, rich).when(on(payout.requestCashout), cashout(50_00, 'm9')).refuses(refusals.noPaymentMethod));
  it('refuses a suspended affiliate', () =>
    given(decider, [...rich, status('suspended')])
      .when(on(payout.requestCashout), cashout(50_00))
      .refuses(refusals.notActive));
  it('refuses a deleted affiliate', () =>
    given(decider, [...rich, deleted])
      .when(on(payout.requestCashout), cashout(50_00))
      .refuses(refusals.affiliateNotFound));
});

describe('processing a cashout', () => {
  const pending = [registered, method(), sale(100_00), requested(60_00)];

  it.each(['approved', 'completed', 'rejected'] as const)('moves a pending one to %s', (to) =>
    given(decider, pending).when(decided, process(to)).then(processed(60_00, to)),
  );
  it('settles an approved one', () =>
    given(decider, [...pending, processed(60_00, 'approved')])
      .when(decided, process('completed', 'approved'))
      .then(processed(60_00, 'completed', 'approved')));
  it('refuses to process an approved one again', () =>
    given(decider, [...pending, processed(60_00, 'approved')])
      .when(decided, process('rejected'))
      .refuses(refusals.cashoutNotPending));
  it('refuses to settle a pending one', () =>
    given(decider, pending).when(decided, process('completed', 'approved')).refuses(refusals.cashoutNotApproved));
  it.each(['completed', 'rejected'] as const)('refuses to touch a %s one: it is final', (end) =>
    given(decider, [...pending, processed(60_00, end)])
      .when(decided, process('completed'))
      .refuses(refusals.cashoutNotPending),
  );
  it('refuses one that was never requested', () =>
    given(decider, pending)
      .when(decided, process('completed', 'pending', 'a1-7'))
      .refuses(refusals.cashoutNotFound));
  it.each(['approved', 'completed'] as const)('refuses %s while there is debt, and names it', (to) =>
    given(decider, [...pending, reversal(100_00)])
      .when(decided, process(to))
      .refuses(refusals.inDebt(60_00)),
  );
  it('rejects even while there is debt', () =>
    given(decider, [...pending, reversal(100_00)])
      .when(decided, process('rejected'))
      .then(processed(60_00, 'rejected')));
  it('still processes earlier requests of a suspended affiliate', () =>
    given(decider, [...pending, status('suspended')])
      .when(decided, process('completed'))
      .then(processed(60_00, 'completed')));
});

describe('an amount that takes two admins', () => {
  const pending = [registered, method(), sale(100_00), requested(60_00)];
  const two = { ...programme, terms: { ...firstTerms, fourEyesCents: 60_00 } };
  const by = (id: string, command: ProcessCashout) =>
    new ProcessCashout({ ...command, meta: { ...command.meta, actor: { kind: 'admin', id } } });
  const onTwo = (affiliate: rule.Affiliate, command: ProcessCashout) => decided(affiliate, command, two);
  /** Approved by this admin. */
  const approvedBy = (id: string) => stateOf(decider, [...pending, processed(60_00, 'approved')], meta.occurredAt, { kind: 'admin', id });

  it('is approved by one and completed by another', () => {
    given(decider, pending)
      .when(onTwo, by('d1', process('approved')))
      .then(processed(60_00, 'approved'));
    expect(onTwo(approvedBy('d1'), by('d2', process('completed', 'approved')))).toEqual([processed(60_00, 'completed', 'approved')]);
  });
  it('is not completed immediately, nor by its approver', () => {
    given(decider, pending)
      .when(onTwo, by('d1', process('completed')))
      .refuses(payoutRefusals.secondAdminForCashout);
    expect(() => onTwo(approvedBy('d1'), by('d1', process('completed', 'approved')))).toThrow(payoutRefusals.completedBySame);
  });
  it('is rejected by any admin, and a smaller one needs only one', () => {
    given(decider, pending)
      .when(onTwo, by('d1', process('rejected')))
      .then(processed(60_00, 'rejected'));
    const smaller = [registered, method(), sale(100_00), requested(59_99)];
    given(decider, smaller)
      .when(onTwo, by('d1', process('completed')))
      .then(processed(59_99, 'completed'));
  });
  it('is not decided by an admin whose account is revoked', () =>
    expect(() => decided(stateOf(decider, pending), by('d1', process('approved')), two, false)).toThrow(payoutRefusals.revoked));
});

describe('a cashout in a payout run', () => {
  const inRun = [
    registered,
    method(),
    sale(100_00),
    requested(60_00),
    cashoutsCollected({ cashouts: [{ cashoutId: 'a1-1', amountCents: 60_00 }] }),
  ];
  it.each(['approved', 'completed', 'rejected'] as const)('is not %s outside the run', (to) =>
    given(decider, inRun).when(decided, process(to)).refuses(payoutRefusals.cashoutInRun),
  );
  it('can be decided again once it left the run', () =>
    given(decider, [...inRun, cashoutsReleased({ cashouts: [{ cashoutId: 'a1-1', amountCents: 60_00 }] })])
      .when(decided, process('completed'))
      .then(processed(60_00, 'completed')));
  it('is available again when its payment is returned', () => {
    const back = paymentReturned({ cashoutId: 'a1-1', amountCents: 60_00, forfeitedCents: 0 });
    expect(stateOf(decider, [...inRun, processed(60_00, 'completed'), back])).toMatchObject({
      books: { paidCents: 0, reservedCents: 0, earnedCents: 100_00 },
      openCashouts: [],
      unread: [2, 3, 6, 7],
    });
  });
});

describe('the books', () => {
  it('return a rejected amount', () => {
    const { books } = stateOf(decider, [registered, method(), sale(100_00), requested(60_00), processed(60_00, 'rejected')]);
    expect(books).toEqual({ earnedCents: 100_00, reversedCents: 0, reservedCents: 0, paidCents: 0, forfeitedCents: 0 });
  });
  it('turn a refund after the payout into debt', () => {
    const { books } = stateOf(decider, [
      registered,
      method(),
      sale(100_00),
      requested(60_00),
      processed(60_00, 'completed'),
      reversal(100_00),
    ]);
    expect(debtCents(books, 0)).toBe(60_00);
  });
});

describe('payment methods', () => {
  const add = new AddPaymentMethod({
    meta,
    affiliateId: 'a1',
    paymentMethodId: 'm2',
    paymentType: 'paypal',
    details: sealed('d2'),
    detailsHash: hash('d2'),
  });

  it('are added', () => given(decider, [registered]).when(on(payout.addPaymentMethod), add).then(method('m2', 'd2')));
  it('are refused past the maximum', () =>
    given(decider, [registered, ...Array.from({ length: rules.maximumPaymentMethods }, (_, i) => method(`x${i}`))])
      .when(on(payout.addPaymentMethod), add)
      .refuses(refusals.tooManyPaymentMethods));
  it('are refused where the same is there already', () =>
    given(decider, [registered, method('m1', 'd2')])
      .when(on(payout.addPaymentMethod), add)
      .refuses(refusals.paymentMethodTwice));
  it('do not become the same as another one', () =>
    given(decider, [registered, method('m1', 'd2'), method('m2')])
      .when(on(payout.changePaymentMethod), new ChangePaymentMethod({ ...add }))
      .refuses(refusals.paymentMethodTwice));
  it('are changed', () =>
    given(decider, [registered, method('m2')])
      .when(
        on(payout.changePaymentMethod),
        new ChangePaymentMethod({
          meta,
          affiliateId: 'a1',
          paymentMethodId: 'm2',
          paymentType: 'paypal',
          details: sealed('d2'),
          detailsHash: hash('d2'),
        }),
      )
      .thenMatching({ type: 'PaymentMethodChanged', data: { detailsHash: hash('d2') } }));
  it('record nothing when nothing changes', () =>
    given(decider, [registered, method('m2', 'd2')])
      .when(
        on(payout.changePaymentMethod),
        new ChangePaymentMethod({
          meta,
          affiliateId: 'a1',
          paymentMethodId: 'm2',
          paymentType: 'paypal',
          details: sealed('other box'),
          detailsHash: hash('d2'),
        }),
      )
      .staysQuiet());
  it('of another affiliate are not changed', () =>
    given(decider, [registered])
      .when(
        on(payout.changePaymentMethod),
        new ChangePaymentMethod({
          meta,
          affiliateId: 'a1',
          paymentMethodId: 'm2',
          paymentType: 'paypal',
          details: sealed('d2'),
          detailsHash: hash('d2'),
        }),
      )
      .refuses(refusals.noPaymentMethod));
  it('are removed once', () => {
    const remove = new RemovePaymentMethod({ meta, affiliateId: 'a1', paymentMethodId: 'm1' });
    given(decider, [registered, method()])
      .when(payout.removePaymentMethod, remove)
      .then(paymentMethodRemoved({ paymentMethodId: 'm1' }));
    given(decider, [registered]).when(payout.removePaymentMethod, remove).refuses(refusals.noPaymentMethod);
  });
});

describe('notifications', () => {
  const one = [registered, sale(10_00), sale(10_00, 'i2')];

  it('are read one by one', () =>
    given(decider, one)
      .when(rule.readNotifications, new ReadNotifications({ meta, affiliateId: 'a1', notification: 2 }))
      .then(notificationsRead({ notifications: [2] })));
  it('are all read together', () =>
    given(decider, one)
      .when(rule.readNotifications, new ReadNotifications({ meta, affiliateId: 'a1', notification: 'all' }))
      .then(notificationsRead({ notifications: [2, 3] })));
  it('are all read up to the last that was shown', () => {
    const upTo = (last: number) => new ReadNotifications({ meta, affiliateId: 'a1', notification: 'all', upTo: last });
    given(decider, one)
      .when(rule.readNotifications, upTo(2))
      .then(notificationsRead({ notifications: [2] }));
    given(decider, one).when(rule.readNotifications, upTo(1)).staysQuiet();
  });
  it('follow every change of account security or payout details', () => {
    const guarding = [
      method(),
      paymentMethodChanged(method().data as never),
      paymentMethodRemoved({ paymentMethodId: 'm1' }),
      passwordChanged({}),
      totpTurnedOn({}),
      recoveryCodesRenewed({}),
      totpTurnedOff({}),
      affiliateEdited({ email: sealed('e') }),
      affiliateEdited({ commissionBps: 1 }),
      affiliateEdited({ username: sealed('u') }),
    ];
    given(decider, [registered, ...guarding])
      .when(rule.readNotifications, new ReadNotifications({ meta, affiliateId: 'a1', notification: 'all' }))
      .then(notificationsRead({ notifications: [2, 3, 4, 5, 6, 7, 8, 9, 11] }));
  });
  it('record nothing when already read or missing', () => {
    given(decider, [...one, notificationsRead({ notifications: [2, 3] })])
      .when(rule.readNotifications, new ReadNotifications({ meta, affiliateId: 'a1', notification: 'all' }))
      .staysQuiet();
    given(decider, one)
      .when(rule.readNotifications, new ReadNotifications({ meta, affiliateId: 'a1', notification: 99 }))
      .staysQuiet();
  });
});

describe('tiers', () => {
  it.each([
    [19, 'silver', 20],
    [39, 'gold', 40],
    [99, 'platinum', 100],
  ] as const)('the sale after %i moves up to %s', (before, to, netSales) => {
    const from = { silver: 'bronze', gold: 'silver', platinum: 'gold' }[to];
    const moved = stateOf(decider, [registered, ...sales(before), affiliateEdited({ tier: from })]);
    expect(tier.tierReachedBy(moved, firstTerms)).toEqual([tierReached({ from, to, netSales })]);
  });
  it('pays the sale that reaches a tier at the rate before it', () => {
    const before = stateOf(decider, [registered, ...sales(19)]);
    expect(tier.saleTerms({ affiliate: before, programme }, 29_99, meta.occurredAt)).toMatchObject({
      commissionBps: 20_00,
      commissionCents: 6_00,
      tier: 'bronze',
    });
    const after = stateOf(decider, [registered, ...sales(20), tierReached({ from: 'bronze', to: 'silver', netSales: 20 })]);
    expect(tier.saleTerms({ affiliate: after, programme }, 29_99, meta.occurredAt)).toMatchObject({
      commissionBps: 25_00,
      commissionCents: 7_50,
    });
  });
  it('pays the own rate where it is higher', () => {
    const own = stateOf(decider, [registered, affiliateEdited({ commissionBps: 33_33 })]);
    expect(tier.saleTerms({ affiliate: own, programme }, 29_99, meta.occurredAt)).toMatchObject({
      commissionBps: 33_33,
      rateFrom: 'own',
      commissionCents: 10_00,
    });
  });
  it('never move down after a sale: a manual tier stays', () =>
    expect(tier.tierReachedBy(stateOf(decider, [registered, affiliateEdited({ tier: 'gold' })]), firstTerms)).toEqual([]));
  it('move down by recalculation only', () =>
    given(decider, [registered, affiliateEdited({ tier: 'gold' })])
      .when(on(tier.recalculateTier), undefined)
      .then(tierRecalculated({ from: 'gold', to: 'bronze', netSales: 0 })));
  it('recalculated record nothing without a change or an affiliate', () => {
    given(decider, [registered]).when(on(tier.recalculateTier), undefined).staysQuiet();
    given(decider, [registered, affiliateEdited({ tier: 'gold' }), deleted])
      .when(on(tier.recalculateTier), undefined)
      .staysQuiet();
    given(decider, [affiliateEdited({ tier: 'gold' })])
      .when(on(tier.recalculateTier), undefined)
      .staysQuiet();
  });
});
