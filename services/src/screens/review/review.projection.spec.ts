import { expect, it } from '@jest/globals';
import { signalLimits } from '@framelift/contracts';
import { admin, event, eventsFrom, type Given, sealed, specifyCells } from '../../../../test/support/given-events.ts';
import { foldAll } from '../../engine/projecting/fold.ts';
import { review } from './review.projection.ts';

const at = '2025-03-01T12:00:00.000Z';
const claim = (text: string) => text.padEnd(40, '0');
const registered = event('AffiliateRegistered', { emailClaim: claim('e') });
const requested = event('CashoutRequested');
const started = event('CheckoutStarted', {
  affiliateId: 'a1',
  visitKnown: true,
  referredAt: '2025-03-01T11:59:50.001Z',
  attributedBy: 'click',
  network: claim('n'),
});
const buyerAs = { account: claim('a'), payee: claim('p') };
const credited = event('SaleCredited', { soldAt: at, buyerAs });
const texts = { reason: sealed('We check it.'), internalNote: sealed('A second after the click.') };
const decided = event('ReviewDecided', { upTo: 4, ...texts }, { actor: admin });
const held = event('ReviewHoldPlaced');

specifyCells(review, {
  accounts: {
    AffiliateRegistered: [
      [registered],
      { a1: { registered_at: at, email_claim: claim('e'), email_position: 1, email_at: at, deleted: false } },
    ],
    AffiliateEdited: [
      [[registered, event('AffiliateEdited', { emailClaim: claim('x') })], { a1: { email_claim: claim('x'), email_position: 2 } }],
      [[registered, event('AffiliateEdited', { status: 'banned' })], { a1: { email_claim: claim('e'), email_position: 1 } }],
    ],
    AffiliateDeleted: [[registered, event('AffiliateDeleted')], { a1: { deleted: true } }],
  },
  payees: {
    PaymentMethodAdded: [
      [event('PaymentMethodAdded', { detailsHash: claim('d') })],
      { 'a1 1': { payment_method_id: 'm1', hash: claim('d'), changed: false, at } },
    ],
    PaymentMethodChanged: [
      [event('PaymentMethodAdded', { detailsHash: claim('d') }), event('PaymentMethodChanged', { detailsHash: claim('c') })],
      { 'a1 1': { hash: claim('d'), changed: false }, 'a1 2': { hash: claim('c'), changed: true } },
    ],
  },
  cashouts: {
    CashoutRequested: [
      [requested],
      { 'a1-1': { affiliate_id: 'a1', amount_cents: 50_00, payment_method_id: 'm1', position: 1, requested_at: at, status: 'open' } },
    ],
    CashoutProcessed: [
      [[requested, event('CashoutProcessed', { status: 'approved' })], { 'a1-1': { status: 'open' } }],
      [[requested, event('CashoutProcessed', { status: 'completed' })], { 'a1-1': { status: 'completed' } }],
    ],
  },
  sales: {
    CheckoutStarted: [
      [
        [started],
        { 'sellauth-i1': { affiliate_id: 'a1', started_at: at, quick: true, visit_known: true, network: claim('n'), outcome: 'open' } },
      ],
      [[event('CheckoutStarted', { referredAt: '2025-03-01T11:59:50.000Z' })], { 'sellauth-i1': { quick: false, network: null } }],
    ],
    SaleCredited: [
      [
        [started, credited],
        {
          'sellauth-i1': { outcome: 'credited', sold_at: at, account: claim('a'), payee: claim('p'), attributed_by: 'click', position: 2 },
        },
      ],
      [[started, event('SaleCredited', { credited: 'hand' })], { 'sellauth-i1': { attributed_by: 'hand', sold_at: at, payee: null } }],
    ],
    SaleNotCredited: [
      [started, event('SaleNotCredited', { reason: 'disposableEmail', affiliateId: 'a1' })],
      { 'sellauth-i1': { outcome: 'notCredited', reason: 'disposableEmail', affiliate_id: 'a1', position: 2 } },
    ],
    SaleCreditReversed: [[started, credited, event('SaleCreditReversed')], { 'sellauth-i1': { outcome: 'reversed', position: 2 } }],
    // The dispute that took it back was won after all.
    SaleCreditRestored: [
      [started, credited, event('SaleCreditReversed'), event('SaleCreditRestored')],
      { 'sellauth-i1': { outcome: 'credited', position: 2 } },
    ],
  },
  habits: {
    SaleRecorded: [
      [event('SaleRecorded')],
      { a1: { sales: 1, reversed: 0, in_a_row: 1, burst_sales: 0, day_cents: 6_00, jump_day: null } },
    ],
    SaleReversed: [
      [event('SaleRecorded'), event('SaleReversed')],
      { a1: { sales: 1, reversed: 1, reversed_position: 2, reversed_at: at } },
    ],
    SaleRestored: [[event('SaleRecorded'), event('SaleReversed'), event('SaleRestored')], { a1: { sales: 1, reversed: 0 } }],
  },
  decisions: {
    ReviewDecided: [
      [decided],
      {
        'sale-sellauth-i1': {
          of: 'sale',
          about: 'sellauth-i1',
          affiliate_id: 'a1',
          decision: 'hold',
          decided_by: 'd1',
          up_to: 4,
          held: false,
          reason: texts.reason,
          internal_note: texts.internalNote,
        },
      },
    ],
    ReviewHoldPlaced: [[held], { 'sale-sellauth-i1': { held: true, decision: null, up_to: 0, affiliate_id: 'a1' } }],
    ReviewHoldLifted: [[decided, held, event('ReviewHoldLifted')], { 'sale-sellauth-i1': { held: false, decision: 'hold', up_to: 4 } }],
  },
});

const sold = (soldAt: string, commissionCents = 6_00): Given => event('SaleRecorded', { soldAt, commissionCents });
const habits = (sales: Given[]) => foldAll(review, eventsFrom(sales)).habits[0]!.row!;
const seconds = (n: number) => new Date(Date.parse(at) + n * 1000).toISOString();
const days = (n: number) => seconds(n * 24 * 60 * 60);

it('a burst is four sales in a row, each within ten seconds of the one before, in whichever order they are heard of', () => {
  expect(habits([0, 10, 20].map((n) => sold(seconds(n)))).burst_sales).toBe(0);
  expect(habits([0, 10, 20, 30].map((n) => sold(seconds(n))))).toMatchObject({ burst_sales: 4, burst_at: seconds(30), burst_position: 4 });
  expect(habits([0, 10, 20, 31].map((n) => sold(seconds(n)))).burst_sales).toBe(0);
  expect(habits([9, 0, 5, 3].map((n) => sold(seconds(n)))).burst_sales).toBe(4);
});

it('a jump is a day of at least €60 and ten times the usual day; what is heard of late makes none', () => {
  const steady = Array.from({ length: 30 }, (_, n) => sold(days(n), 6_00));
  expect(habits([...steady, sold(days(30), 59_99)]).jump_day).toBeNull();
  expect(habits([...steady, sold(days(30), 30_00), sold(days(30), 30_01)])).toMatchObject({
    jump_day: days(30).slice(0, 10),
    jump_cents: 60_01,
    usual_cents: 6_00,
    jump_position: 32,
  });
  expect(habits([...steady, sold(days(30), 30_00), sold(days(30), 30_00)]).jump_day).toBeNull();
  expect(habits([...steady, sold(days(3), signalLimits.jumpCents * 20)]).jump_day).toBeNull();
});
