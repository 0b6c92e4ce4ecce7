import { type DisputeState, soldAtFirst, INVOICE_ID_CHARACTERS, type Product } from '@framelift/contracts';
import type StripeApi from 'stripe';
import { type Invoice, type InvoiceStatus, StoreProblem } from '../../invoice.ts';
import { centsOf } from './stripe-money.ts';
import { entryOf } from '../../../platform/entry.ts';

type Session = StripeApi.Checkout.Session;

/** The known states of a dispute. A closed inquiry took no money; a prevented dispute never existed. */
const states: Partial<Record<StripeApi.Dispute.Status, DisputeState>> = {
  warning_needs_response: 'open',
  warning_under_review: 'open',
  warning_closed: 'won',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};
/** The first of these states that one of several disputes has is the state of the invoice. */
const order: readonly DisputeState[] = ['lost', 'open', 'won'];

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** The charge that paid a session, where `payment_intent.latest_charge` was asked for. */
export function chargeOf({ payment_intent: intent }: Session): StripeApi.Charge | null {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  return typeof charge === 'object' ? (charge ?? null) : null;
}

/** A dispute in another currency is about all of the charge. */
const disputedCents = ({ amount, currency }: StripeApi.Dispute, charge: StripeApi.Charge): number =>
  currency === charge.currency ? centsOf(amount, currency) : centsOf(charge.amount, charge.currency);

function disputeOf(disputes: readonly StripeApi.Dispute[], charge: StripeApi.Charge | null): Invoice['dispute'] {
  const state = order.find((one) => disputes.some(({ status }) => entryOf(states, status) === one));
  if (!state || !charge) return null;
  const about = disputes.filter(({ status }) => entryOf(states, status) === state);
  return { state, cents: about.reduce((sum, dispute) => sum + disputedCents(dispute, charge), 0) };
}

const isPaid = ({ payment_status, status }: Session): boolean =>
  payment_status === 'paid' || (payment_status === 'no_payment_required' && status === 'complete');

/** @throws StoreProblem when it is not a session as documented */
export function invoiceOf(session: Session, disputes: readonly StripeApi.Dispute[], products: readonly Product[] = soldAtFirst): Invoice {
  const { id, amount_total: total, currency, created, metadata, total_details: details } = session;
  if (!id || id.length > INVOICE_ID_CHARACTERS || !Number.isInteger(total) || !currency || !Number.isInteger(created))
    throw new StoreProblem('Stripe sent a checkout that does not have the documented shape');
  const charge = chargeOf(session);
  const dispute = disputeOf(disputes, charge);
  const priceCents = centsOf(total!, currency);
  const chargedBackCents = dispute?.state === 'lost' ? dispute.cents : 0;
  const refundedCents = Math.min(priceCents, (charge ? centsOf(charge.amount_refunded, charge.currency) : 0) + chargedBackCents);
  const sku = products.find((known) => known.sku === metadata?.['sku'])?.sku ?? null;
  const beside = centsOf((details?.amount_tax ?? 0) + (details?.amount_shipping ?? 0), currency);
  return {
    ref: { provider: 'stripe', invoiceId: id },
    status: statusOf(session, charge, { priceCents, refundedCents, chargedBackCents }),
    currency: currency.toUpperCase(),
    email: (session.customer_details?.email ?? session.customer_email ?? '').trim(),
    createdAt: moment(created),
    completedAt: isPaid(session) ? moment(charge?.created ?? created) : null,
    priceCents,
    refundedCents,
    dispute,
    items: [{ sku, quantity: Number(metadata?.['quantity'] ?? 1), totalCents: Math.max(0, priceCents - beside) }],
  };
}

type Cents = Record<'priceCents' | 'refundedCents' | 'chargedBackCents', number>;

function statusOf(
  session: Session,
  charge: StripeApi.Charge | null,
  { priceCents, refundedCents, chargedBackCents }: Cents,
): InvoiceStatus {
  if (!isPaid(session)) return 'open';
  if (charge?.refunded) return 'refunded';
  return chargedBackCents > 0 && refundedCents >= priceCents ? 'chargedBack' : 'completed';
}
