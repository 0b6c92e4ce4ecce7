import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type StripeApi from 'stripe';
import { refusals } from '@framelift/contracts';
import { StoreHarness } from '../../../../../test/support/store-harness.ts';
import { toldBy } from '../../../../../test/support/told-by.ts';
import { StoreProblem } from '../../invoice.ts';
import { Stripe } from './stripe.ts';
import { invoiceOf } from './stripe-invoice.ts';
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
  it('counts neither tax nor shipping, in whatever units its currency is counted', () => {
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
  it('of somebody else’s making has no product of ours', () =>
    expect(invoiceOf(session({ metadata: {} }), []).items).toMatchObject([{ sku: null }]));
  it.each([
    ['no amount', { amount_total: null }],
    ['no currency', { currency: null }],
    ['an id too long to be one', { id: 'x'.repeat(91) }],
  ])('is a problem with %s', (_, more) => expect(() => invoiceOf(session(more), [])).toThrow(StoreProblem));
});

describe('a notification of Stripe’s', () => {
  const harness = { stripe: { webhookSecret: 'whsec_new' } } as StoreHarness;
  const stripe = (webhookSecret: string, secretKey = 'sk_test_x') =>
    new Stripe({ apiUrl: 'http://localhost:9', secretKey, webhookSecret, siteUrl: 'http://localhost:3000' });
  const verify = (told: ReturnType<(typeof toldBy)['stripe']>, by = stripe('whsec_new')) =>
    by.verifyNotification(Buffer.from(told.body), told.headers);
  const now = () => Math.floor(Date.now() / 1000);

  it('names the session, or the payment it came to', () => {
    expect(verify(toldBy.stripe(harness, 'cs_1', { key: 'k' }))).toEqual({
      provider: 'stripe',
      key: 'evt_k',
      event: 'checkout.session.completed',
      invoice: 'cs_1',
    });
    expect(verify(toldBy.stripe(harness, 'pi_1'))).toMatchObject({ event: 'charge.refunded', invoice: 'pi_1' });
  });
  it('may be signed with either of two secrets while one is replaced', () => {
    const both = stripe('whsec_old, whsec_new');
    for (const secret of ['whsec_old', 'whsec_new']) expect(verify(toldBy.stripe(harness, 'cs_1', { secret }), both).invoice).toBe('cs_1');
    expect(() => verify(toldBy.stripe(harness, 'cs_1', { secret: 'whsec_older' }), both)).toThrow(refusals.signatureInvalid);
  });
  it('is refused when it was signed more than five minutes ago', () => {
    expect(verify(toldBy.stripe(harness, 'cs_1', { at: now() - 290 })).invoice).toBe('cs_1');
    expect(() => verify(toldBy.stripe(harness, 'cs_1', { at: now() - 310 }))).toThrow(refusals.signatureInvalid);
  });
  it('of a trial says nothing of a sale where the key is for real ones', () =>
    expect(verify(toldBy.stripe(harness, 'cs_1'), stripe('whsec_new', 'sk_live_x')).invoice).toBeNull());
});

// What only Stripe tells of, from its page to the books.
describe('Stripe', () => {
  let harness: StoreHarness;
  beforeAll(async () => void (harness = await StoreHarness.open({ provider: 'stripe' })));
  afterAll(() => harness.close());
  const types = async (invoice: string) =>
    (await harness.outcome(invoice)).map((e) => ('state' in e.data ? `${e.type} ${e.data.state}` : e.type));
  const became = async (invoice: string, expected: string[]) => {
    await harness.until(async () => JSON.stringify(await types(invoice)) === JSON.stringify(expected)).catch(() => {});
    expect(await types(invoice)).toEqual(expected);
  };

  it('takes a lost dispute’s commission back, gives it back when it is won, and lists each step', async () => {
    await harness.affiliate('seller');
    const { page, invoice } = await harness.opened({ ref: 'seller' });
    const steps = ['SaleCredited'];
    await harness.press(page, 'pay');
    await became(invoice, steps);
    await harness.press(page, 'dispute');
    await became(invoice, [...steps, 'DisputeSeen open']);
    await harness.press(page, 'lose');
    await became(invoice, [...steps, 'DisputeSeen open', 'SaleCreditReversed', 'DisputeSeen lost']);
    await harness.press(page, 'win');
    await became(invoice, [
      ...steps,
      'DisputeSeen open',
      'SaleCreditReversed',
      'DisputeSeen lost',
      'SaleCreditRestored',
      'DisputeSeen won',
    ]);
  });

  it('counts a bank transfer when it arrives, and one that never does not at all', async () => {
    for (const [button, outcome] of [
      ['arrive', ['SaleCredited']],
      ['bounce', []],
    ] as const) {
      const { page, invoice } = await harness.opened({ ref: 'seller' });
      await harness.press(page, 'transfer');
      await harness.press(page, button);
      await became(invoice, [...outcome]);
    }
  });

  it('refuses frames on its page, as Stripe’s does', async () => {
    const { page } = await harness.opened();
    expect((await fetch(page)).headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`);
  });

  it('makes one checkout of one order, whatever is sent twice', async () => {
    const { store, publicUrl } = harness.system.config;
    const provider = new Stripe({ ...store.stripe!, siteUrl: publicUrl });
    const order = { checkoutId: 'k-twice', sku: 'premium', quantity: 1 } as const;
    const [one, two] = await Promise.all([provider.createCheckout(order), provider.createCheckout(order)]);
    expect(two).toEqual(one);
    await expect(provider.createCheckout({ ...order, quantity: 2 })).rejects.toThrow(StoreProblem);
  });
});
