import type { StripePromotion } from './stripe-promotions.ts';
import { type StripeEvent, type StripeSession, totalOf } from './stripe-sessions.ts';

/** What the sandbox answers in place of Stripe: every field that Stripe's document requires, and those that are read. */

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);
const DAY_SECONDS = 86_400;

export const sessionObject = (s: StripeSession, url: string, expanded = false) => {
  const isPaid = s.state === 'paid';
  const isFree = totalOf(s) === 0;
  return {
    id: s.id,
    object: 'checkout.session',
    livemode: false,
    mode: 'payment',
    created: seconds(s.created_at),
    expires_at: seconds(s.created_at) + DAY_SECONDS,
    status: s.state === 'open' ? 'open' : 'complete',
    payment_status: isPaid ? (isFree ? 'no_payment_required' : 'paid') : 'unpaid',
    payment_method_types: ['card', 'sepa_debit'],
    payment_intent: isFree || s.state === 'open' ? null : expanded ? paymentObject(s) : s.payment_intent,
    client_reference_id: s.client_reference_id,
    metadata: s.metadata,
    currency: s.currency,
    amount_subtotal: s.unit_amount * s.quantity,
    amount_total: totalOf(s),
    total_details: { amount_discount: s.discount, amount_shipping: 0, amount_tax: 0 },
    customer_email: null,
    customer_details: s.email === null ? null : { email: s.email, name: null, phone: null, address: null, tax_exempt: 'none', tax_ids: [] },
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    shipping_options: [],
    success_url: s.success_url,
    cancel_url: s.cancel_url,
    url: s.state === 'open' ? `${url}/c/pay/${s.id}` : null,
  };
};

const paymentObject = (s: StripeSession) => ({
  id: s.payment_intent,
  object: 'payment_intent',
  livemode: false,
  created: seconds(s.created_at),
  amount: totalOf(s),
  currency: s.currency,
  status: s.state === 'paid' ? 'succeeded' : s.state === 'processing' ? 'processing' : 'requires_payment_method',
  metadata: s.metadata,
  latest_charge: s.state === 'paid' ? chargeObject(s) : null,
});

export const chargeObject = (s: StripeSession) => ({
  id: s.charge,
  object: 'charge',
  livemode: false,
  created: seconds(s.paid_at ?? s.created_at),
  amount: totalOf(s),
  amount_captured: totalOf(s),
  amount_refunded: s.refunded,
  refunded: s.refunded >= totalOf(s),
  disputed: s.dispute_status !== null,
  captured: true,
  paid: true,
  status: 'succeeded',
  currency: s.currency,
  metadata: s.metadata,
  billing_details: { address: null, email: s.email, name: null, phone: null, tax_id: null },
  payment_intent: s.payment_intent,
});

export const disputeObject = (s: StripeSession) => ({
  id: s.dispute,
  object: 'dispute',
  livemode: false,
  created: seconds(s.paid_at ?? s.created_at),
  amount: totalOf(s) - s.refunded,
  currency: s.currency,
  charge: s.charge,
  payment_intent: s.payment_intent,
  reason: 'fraudulent',
  status: s.dispute_status,
  is_charge_refundable: false,
  balance_transactions: [],
  metadata: {},
  enhanced_eligibility_types: [],
  evidence: { enhanced_evidence: {} },
  evidence_details: { due_by: null, enhanced_eligibility: {}, has_evidence: false, past_due: false, submission_count: 0 },
});

/** `apiVersion`: the client's, as for an account without its own version. */
export const eventObject = (e: StripeEvent, apiVersion: string | null) => ({
  id: e.id,
  object: 'event',
  livemode: false,
  created: seconds(e.created_at),
  api_version: apiVersion,
  type: e.type,
  data: { object: e.object },
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
});

export const couponObject = (p: StripePromotion) => ({
  id: p.coupon,
  object: 'coupon',
  livemode: false,
  created: seconds(p.created_at),
  duration: 'once',
  percent_off: Number(p.percent_off),
  amount_off: null,
  currency: null,
  name: p.name,
  times_redeemed: 0,
  valid: true,
});

export const promotionObject = (p: StripePromotion & { id: string; code: string }) => ({
  id: p.id,
  object: 'promotion_code',
  livemode: false,
  created: seconds(p.created_at),
  code: p.code,
  active: p.active,
  promotion: { type: 'coupon', coupon: couponObject(p) },
  restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
  times_redeemed: 0,
});

export const listOf = (url: string, data: object[], hasMore = false) => ({ object: 'list', url, has_more: hasMore, data });
