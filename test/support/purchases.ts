// One purchase at each provider, in memory, read through the provider's own adapter.
import { premium, type SellingProvider } from '../../contracts/src/index.ts';
import type { Invoice } from '../../services/src/store/invoice.ts';
import { disputeObject, sessionObject } from '../../services/src/store/providers/sandbox/stripe-objects.ts';
import { type StripeSession, totalOf } from '../../services/src/store/providers/sandbox/stripe-sessions.ts';
import { invoiceFrom } from '../../services/src/store/providers/sellauth/sellauth.ts';
import { invoiceOf } from '../../services/src/store/providers/stripe/stripe-invoice.ts';
import type { Button } from './orders.ts';

export interface Purchase {
  /** An action that does not fit its state does nothing. */
  press(button: Button): void;
  read(): Invoice;
}

/** `at`: time of the purchase. */
export const purchases: Record<SellingProvider, (at: string) => Purchase> = {
  sellauth: (at) => {
    const invoice = {
      id: 1218,
      status: 'pending',
      price: '29.99',
      refunded: '0',
      currency: 'EUR',
      email: 'bob@example.org',
      created_at: at,
    };
    const items = [{ ...premium.providers.sellauth!, quantity: 1 }].map(({ productId, variantId, quantity }) => ({
      product_id: productId,
      variant_id: variantId,
      quantity,
      total_price: '29.99',
    }));
    const from: Partial<Record<Button, [from: string, to: object]>> = {
      pay: ['pending', { status: 'completed' }],
      refund: ['completed', { status: 'refunded', refunded: '29.99' }],
      'refund-part': ['completed', { refunded: '10.00' }],
    };
    return {
      press: (button) => void (from[button]?.[0] === invoice.status && Object.assign(invoice, from[button][1])),
      read: () => invoiceFrom({ ...invoice, items, completed_at: invoice.status === 'pending' ? null : at }),
    };
  },
  stripe: (at) => {
    const session: StripeSession = {
      id: 'cs_test_1',
      payment_intent: 'pi_1',
      charge: 'ch_1',
      dispute: 'du_1',
      state: 'open',
      email: 'bob@example.org',
      client_reference_id: 'k1',
      metadata: { sku: 'premium', quantity: '1' },
      title: 'Framelift Premium',
      quantity: 1,
      currency: 'eur',
      unit_amount: 29_99,
      discount: 0,
      promotion_code: null,
      refunded: 0,
      dispute_status: null,
      success_url: '',
      cancel_url: '',
      created_at: new Date(at),
      paid_at: null,
    };
    const isPaid = () => session.state === 'paid' && session.refunded < totalOf(session);
    const mayRefund = () => isPaid() && (session.dispute_status ?? 'won') === 'won';
    const steps: Partial<Record<Button, [fits: () => boolean, to: () => Partial<StripeSession>]>> = {
      pay: [() => session.state === 'open', () => ({ state: 'paid', paid_at: new Date(at) })],
      transfer: [() => session.state === 'open', () => ({ state: 'processing' })],
      arrive: [() => session.state === 'processing', () => ({ state: 'paid', paid_at: new Date(at) })],
      bounce: [() => session.state === 'processing', () => ({ state: 'failed' })],
      refund: [mayRefund, () => ({ refunded: totalOf(session) })],
      'refund-part': [mayRefund, () => ({ refunded: Math.min(totalOf(session), session.refunded + 10_00) })],
      dispute: [() => isPaid() && session.dispute_status === null, () => ({ dispute_status: 'needs_response' })],
      lose: [() => isPaid() && session.dispute_status !== null, () => ({ dispute_status: 'lost' })],
      win: [() => isPaid() && session.dispute_status !== null, () => ({ dispute_status: 'won' })],
    };
    return {
      press: (button) => void (steps[button]?.[0]() && Object.assign(session, steps[button][1]())),
      read: () => invoiceOf(sessionObject(session, '', true) as never, session.dispute_status ? [disputeObject(session) as never] : []),
    };
  },
};
