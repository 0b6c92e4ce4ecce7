import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refusals, soldAtFirst } from '@framelift/contracts';
import StripeApi from 'stripe';
import { StoreHarness } from '../../../../../test/support/store-harness.ts';
import { notificationFrom } from '../../../../../test/support/notification-from.ts';
import { until } from '../../../../../test/support/until.ts';
import type { StripeCheckouts } from '../../../platform/store-settings.ts';
import { StoreProblem } from '../../invoice.ts';
import { Stripe } from './stripe.ts';

describe('a notification of Stripe’s', () => {
  const harness = { stripe: { webhookSecret: 'whsec_new' } } as StoreHarness;
  const stripe = (webhookSecret: string, secretKey = 'sk_test_x') =>
    new Stripe({ apiUrl: 'http://localhost:9', secretKey, webhookSecret, siteUrl: 'http://localhost:3000' });
  const verify = (notification: ReturnType<(typeof notificationFrom)['stripe']>, by = stripe('whsec_new')) =>
    by.verifyNotification(Buffer.from(notification.body), notification.headers);
  const now = () => Math.floor(Date.now() / 1000);

  it('names the session, or the payment it came to', () => {
    expect(verify(notificationFrom.stripe(harness, 'cs_1', { key: 'k' }))).toEqual({
      provider: 'stripe',
      key: 'evt_k',
      event: 'checkout.session.completed',
      invoice: 'cs_1',
    });
    expect(verify(notificationFrom.stripe(harness, 'pi_1'))).toMatchObject({ event: 'charge.refunded', invoice: 'pi_1' });
  });
  it('may be signed with either of two secrets while one is replaced', () => {
    const both = stripe('whsec_old, whsec_new');
    for (const secret of ['whsec_old', 'whsec_new'])
      expect(verify(notificationFrom.stripe(harness, 'cs_1', { secret }), both).invoice).toBe('cs_1');
    expect(() => verify(notificationFrom.stripe(harness, 'cs_1', { secret: 'whsec_older' }), both)).toThrow(refusals.signatureInvalid);
  });
  it('is refused when it was signed more than five minutes ago', () => {
    expect(verify(notificationFrom.stripe(harness, 'cs_1', { at: now() - 290 })).invoice).toBe('cs_1');
    expect(() => verify(notificationFrom.stripe(harness, 'cs_1', { at: now() - 310 }))).toThrow(refusals.signatureInvalid);
  });
  it('is refused with advice if it is a thin one', () => {
    for (const object of ['v2.core.event', 'v2.core.account', 'v3.event']) {
      const payload = JSON.stringify({ id: 'evt_1', object, type: 'v1.charge.refunded', livemode: false, related_object: { id: 'ch_1' } });
      const signature = StripeApi.webhooks.generateTestHeaderString({ payload, secret: 'whsec_new' });
      const thin = () => stripe('whsec_new').verifyNotification(Buffer.from(payload), { 'stripe-signature': signature });
      expect(thin).toThrow('thin event. Please choose Snapshot');
    }
  });
  it('of test mode is ignored if the key is live', () =>
    expect(verify(notificationFrom.stripe(harness, 'cs_1'), stripe('whsec_new', 'sk_live_x')).invoice).toBeNull());
});

describe('a checkout at Stripe', () => {
  let server: Server;
  let sent: URLSearchParams;
  const session = { id: 'cs_1', object: 'checkout.session', amount_total: 2999, currency: 'eur', created: 1, url: 'https://pay.example' };
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += String(part);
      sent = new URLSearchParams(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(session));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => void server.close());
  const opened = async (checkouts?: Partial<StripeCheckouts>) => {
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { apiUrl, secretKey: 'sk_test_x', webhookSecret: 'whsec_x', siteUrl: 'http://localhost:3000' };
    await new Stripe({ ...settings, ...(checkouts ? { checkouts: checkouts as StripeCheckouts } : {}) }).createCheckout(order);
    return Object.fromEntries(sent);
  };
  const order = { checkoutId: 'k1', product: soldAtFirst[0]!, quantity: 1 } as const;
  const product = 'line_items[0][price_data][product]';
  const named = 'line_items[0][price_data][product_data][name]';

  it.each<[Partial<StripeCheckouts>, Record<string, string>]>([
    [{ automaticTax: true }, { 'automatic_tax[enabled]': 'true' }],
    [{ billingAddress: true }, { billing_address_collection: 'required' }],
    [{ terms: true }, { 'consent_collection[terms_of_service]': 'required' }],
    [{ invoices: true }, { 'invoice_creation[enabled]': 'true' }],
  ])('requests only the seller’s options: %j', async (wanted, expected) => {
    const usual = await opened();
    expect(usual).toMatchObject({ [named]: 'Framelift Premium' });
    expect(await opened(wanted)).toEqual({ ...usual, ...expected });
  });
  it('uses the seller’s product if configured, and still counts as ours', async () => {
    const form = await opened({ product: 'prod_1' });
    expect(form).toMatchObject({ [product]: 'prod_1', 'metadata[sku]': 'premium', 'metadata[checkout]': 'k1' });
    expect(form).not.toHaveProperty([named]);
  });
});

// What only Stripe tells of, from its page to the books.
describe('Stripe', () => {
  let harness: StoreHarness;
  beforeAll(async () => void (harness = await StoreHarness.open({ provider: 'stripe' })));
  afterAll(() => harness.close());
  const types = async (invoice: string) =>
    (await harness.outcome(invoice)).map((e) => ('state' in e.data ? `${e.type} ${e.data.state}` : e.type));
  const became = async (invoice: string, expected: string[]) => {
    await until(async () => JSON.stringify(await types(invoice)) === JSON.stringify(expected)).catch(() => {});
    expect(await types(invoice)).toEqual(expected);
  };

  it('reverses a commission for a lost dispute, restores it when won, and lists each step', async () => {
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

  it('counts a bank transfer only when it arrives', async () => {
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

  it('creates one checkout per order, despite repeats', async () => {
    const { store, publicUrl } = harness.system.config;
    const provider = new Stripe({ ...store.stripe!, siteUrl: publicUrl });
    const order = { checkoutId: 'k-twice', product: soldAtFirst[0]!, quantity: 1 } as const;
    const [one, two] = await Promise.all([provider.createCheckout(order), provider.createCheckout(order)]);
    expect(two).toEqual(one);
    await expect(provider.createCheckout({ ...order, quantity: 2 })).rejects.toThrow(StoreProblem);
  });
});
