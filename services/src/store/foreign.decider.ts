import { exchanged, type NotCreditedReason, rules } from '@framelift/contracts';
import { type Programme, currencyRate } from '../programme/terms/terms.decider.ts';
import type { Invoice } from './invoice.ts';

/** An amount in another currency, and its exchange rate. */
export interface Foreign {
  currency: string;
  paidCents: number;
  rateNanos: number;
  /** Position of the event that set the rate. */
  rateSetAt: number;
}

export const ownItems = ({ items }: Invoice) => items.filter(({ sku }) => sku !== null);
export const soldAt = ({ completedAt, createdAt }: Invoice): string => completedAt ?? createdAt;

const paidCentsOf = (invoice: Invoice): number => ownItems(invoice).reduce((sum, item) => sum + item.totalCents, 0);

/** What the buyer paid for our product, if in another currency. */
export const paidForeign = (invoice: Invoice): { foreign?: { currency: string; paidCents: number } } =>
  invoice.currency === rules.currency ? {} : { foreign: { currency: invoice.currency, paidCents: paidCentsOf(invoice) } };

/**
 * What was paid for our product after discount, in cents of our currency; of another one by the rate of the day of the sale where
 * the terms credit it, else the reason why it is nothing.
 */
export function paidFor(invoice: Invoice, programme: Programme): { cents: number; foreign?: Foreign; problem?: NotCreditedReason } {
  const paidCents = paidCentsOf(invoice);
  const { currency } = invoice;
  if (currency === rules.currency) return { cents: paidCents };
  if (programme.terms.foreignCurrency === 'refused') return { cents: 0, problem: 'otherCurrency' };
  const rate = currencyRate(programme, soldAt(invoice), currency);
  if (!rate) return { cents: 0, problem: 'noRate' };
  const { nanos: rateNanos, setAt: rateSetAt } = rate;
  return { cents: exchanged(paidCents, rateNanos), foreign: { currency, paidCents, rateNanos, rateSetAt } };
}
