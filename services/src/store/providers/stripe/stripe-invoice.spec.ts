import { describe, expect, it } from '@jest/globals';
import { premium } from '@framelift/contracts';
import type StripeApi from 'stripe';
import { StoreProblem } from '../../invoice.ts';
import { chargeOf, invoiceOf } from './stripe-invoice.ts';
import { centsOf } from './stripe-money.ts';

type Session = StripeApi.Checkout.Session;
const charge = (more: object = {}) => ({
  amount: 29_99,
  amount_refunded: 0,
  refunded: false,
  currency: 'eur',
  created: 1_760_000_300,
  ...more,
});
const session = (more: object = {}, charged: object | null = {}) =>
  ({
    id: 'cs_test_a1',
    created: 1_760_000_000,
    status: 'complete',
    payment_status: 'paid',
    currency: 'eur',
    amount_total: 29_99,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    metadata: { sku: 'premium', quantity: '1' },
    customer_details: { email: 'bob@example.org' },
    payment_intent: { latest_charge: charged && charge(charged) },
    ...more,
  }) as unknown as Session;
const dispute = (status: string, more: object = {}) => ({ status, amount: 29_99, currency: 'eur', ...more }) as StripeApi.Dispute;

describe('a checkout session', () => {
  it('is an invoice in our words', () =>
    expect(invoiceOf(session(), [])).toEqual({
      ref: { provider: 'stripe', invoiceId: 'cs_test_a1' },
      status: 'completed',
      currency: 'EUR',
      email: 'bob@example.org',
      createdAt: '2025-10-09T08:53:20.000Z',
      completedAt: '2025-10-09T08:58:20.000Z',
      priceCents: 29_99,
      refundedCents: 0,
      dispute: null,
      items: [{ sku: 'premium', quantity: 1, totalCents: 29_99 }],
    }));
  it('excludes tax and shipping, whatever its currency’s units', () => {
    const total_details = { amount_discount: 3_00, amount_shipping: 1_00, amount_tax: 4_79 };
    expect(invoiceOf(session({ total_details }), []).items).toMatchObject([{ totalCents: 24_20 }]);
    expect(invoiceOf(session({ currency: 'jpy', amount_total: 4_800 }, { currency: 'jpy' }), [])).toMatchObject({
      currency: 'JPY',
      priceCents: 480_000,
    });
    expect([centsOf(29_990, 'kwd'), centsOf(29_99, 'isk'), centsOf(29_99, 'usd')]).toEqual([29_99, 29_99, 29_99]);
  });
  it.each([
    ['open', session({ payment_status: 'unpaid' }), []],
    ['open', session({ payment_status: 'no_payment_required', status: 'open' }), []],
    ['completed', session({ payment_status: 'no_payment_required', amount_total: 0, payment_intent: null }), []],
    ['completed', session({}, { amount_refunded: 5_00 }), []],
    ['refunded', session({}, { amount_refunded: 29_99, refunded: true }), []],
    ['chargedBack', session({}, { disputed: true }), [dispute('lost')]],
    ['chargedBack', session({}, { amount_refunded: 5_00 }), [dispute('lost', { amount: 24_99 })]],
    ['chargedBack', session({}), [dispute('lost', { amount: 1_00, currency: 'usd' })]],
    ['completed', session({}), [dispute('lost', { amount: 10_00 })]],
    ['completed', session({}), [dispute('won')]],
    ['refunded', session({}, { refunded: true, amount_refunded: 29_99 }), [dispute('won')]],
  ] as const)('is %s', (status, from, disputes) => expect(invoiceOf(from, disputes).status).toBe(status));
  it.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['warning_needs_response', 'open'],
    ['warning_under_review', 'open'],
    ['warning_closed', 'won'],
    ['won', 'won'],
    ['lost', 'lost'],
    ['prevented', undefined],
    ['something new', undefined],
  ])('has a dispute that is %s as %s', (status, state) => expect(invoiceOf(session(), [dispute(status)]).dispute?.state).toBe(state));
  it('has a lost dispute before an open one before a won one', () => {
    expect(invoiceOf(session(), [dispute('won'), dispute('lost', { amount: 4_00 })]).dispute).toEqual({ state: 'lost', cents: 4_00 });
    expect(invoiceOf(session(), [dispute('won'), dispute('under_review')]).dispute?.state).toBe('open');
  });
  it('of another program has no product of ours', () =>
    expect(invoiceOf(session({ metadata: {} }), []).items).toMatchObject([{ sku: null }]));
  it('sells a product that was published, and none that never was', () => {
    const skuOf = (sku: string) => invoiceOf(session({ metadata: { sku } }), [], [premium, { ...premium, sku: 'pro' }]).items[0]!.sku;
    expect(['premium', 'pro', 'other'].map(skuOf)).toEqual(['premium', 'pro', null]);
  });
  it.each([
    ['no amount', { amount_total: null }],
    ['no currency', { currency: null }],
    ['no id', { id: '' }],
    ['an id too long to be one', { id: 'x'.repeat(91) }],
    ['no moment', { created: null }],
  ])('is a problem with %s', (_, more) => expect(() => invoiceOf(session(more), [])).toThrow(StoreProblem));
  it('may have the longest id', () => expect(invoiceOf(session({ id: 'x'.repeat(90) }), []).ref.invoiceId).toHaveLength(90));
  it('has the charge where it was asked for', () => {
    expect(chargeOf(session())).toMatchObject({ amount: 29_99 });
    for (const payment_intent of [null, 'pi_1', { latest_charge: null }, { latest_charge: 'ch_1' }, {}])
      expect(chargeOf(session({ payment_intent }))).toBeNull();
  });
  it('without a charge has no dispute, and was completed when it was made', () =>
    expect(invoiceOf(session({ payment_intent: null }), [dispute('lost')])).toMatchObject({
      dispute: null,
      refundedCents: 0,
      completedAt: '2025-10-09T08:53:20.000Z',
    }));
  it('that is not paid is not completed', () => {
    expect(invoiceOf(session({ payment_status: 'unpaid' }), []).completedAt).toBeNull();
    expect(invoiceOf(session({ payment_status: 'unpaid' }, { refunded: true }), []).status).toBe('open');
  });
  it('is disputed for the sum of its disputes in one state, each as its currency counts', () => {
    const disputes = [dispute('lost', { amount: 4_00 }), dispute('lost', { amount: 5_00 }), dispute('won', { amount: 1_00 })];
    expect(invoiceOf(session(), disputes)).toMatchObject({ dispute: { state: 'lost', cents: 9_00 }, refundedCents: 9_00 });
    expect(invoiceOf(session(), [dispute('under_review', { amount: 4_00 })])).toMatchObject({ refundedCents: 0 });
    expect(invoiceOf(session(), [dispute('lost', { amount: 1_00, currency: 'usd' })]).dispute?.cents).toBe(29_99);
  });
  it('refunds no more than it cost', () =>
    expect(invoiceOf(session({}, { amount_refunded: 20_00 }), [dispute('lost')]).refundedCents).toBe(29_99));
  it('is its buyer’s, by the address that they or the shop named', () => {
    expect(invoiceOf(session({ customer_details: { email: ' bob@example.org ' } }), []).email).toBe('bob@example.org');
    expect(invoiceOf(session({ customer_details: null, customer_email: 'eve@example.org' }), []).email).toBe('eve@example.org');
    expect(invoiceOf(session({ customer_details: { email: null } }), []).email).toBe('');
  });
  it('counts what was bought', () => {
    expect(invoiceOf(session({ metadata: { sku: 'premium', quantity: '3' } }), []).items).toMatchObject([{ quantity: 3 }]);
    expect(invoiceOf(session({ metadata: null, total_details: null }), []).items).toEqual([{ sku: null, quantity: 1, totalCents: 29_99 }]);
    expect(invoiceOf(session({ total_details: { amount_tax: 40_00 } }), []).items).toMatchObject([{ totalCents: 0 }]);
  });
});

it.each([
  ['BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF', 500],
  ['BHD JOD KWD OMR TND', 1],
  ['eur USD isk', 5],
])('counts 5 of %s as %i hundredths', (currencies, cents) => {
  for (const currency of currencies.split(' ')) expect([currency, centsOf(5, currency)]).toEqual([currency, cents]);
});
