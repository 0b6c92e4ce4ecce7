import { type InvoiceRef, type NotCreditedReason, notCreditedReasons, premium, rules, DAY_MS, MINUTE_MS } from '@framelift/contracts';
import { sandboxInvoice } from '../../store/providers/sandbox/sandbox-invoices.ts';
import { type PlannedAffiliate, SellerPool } from './affiliates.ts';
import type { SeededRandom } from './chance.ts';
import { buyerEmail } from './people.ts';

/** One invoice from visit to end, as it is planned. Times are ms, money is cents. */
export interface PlannedSale {
  n: number;
  /** Assigned in order of creation; the sandbox store continues after the last one. */
  invoice: InvoiceRef;
  affiliate: PlannedAffiliate | null;
  visitAt: number;
  checkoutAt: number;
  completedAt: number;
  /** When the programme learns of it. */
  recordedAt: number;
  email: string;
  currency: string;
  sku: string | null;
  paidCents: number;
  /** 'credited', the reason why not, or 'abandoned' before payment. */
  outcome: NotCreditedReason | 'credited' | 'abandoned';
  refundedAt: number | null;
  reversedByHandAt: number | null;
  creditedByHandAt: number | null;
  /** The refunded part, and when the store showed it. */
  partial: { at: number; cents: number } | null;
  /** The buyer's; absent: any. */
  address?: string;
  /** The site never saw the click. */
  unseen?: true;
}

export interface Year {
  begins: number;
  ends: number;
}

/** Paid in full, with a voucher, or (a store that added tax) above the list price. */
const paid = (chance: SeededRandom): number => {
  const { priceCents } = premium;
  const kind = chance.weighted({ full: 80, tenth: 13, quarter: 5, more: 2 });
  return { full: priceCents, tenth: Math.round(priceCents * 0.9), quarter: Math.round(priceCents * 0.75), more: priceCents + 5_71 }[kind];
};

/** `count` credited sales, and every other outcome of an invoice. */
export function planSales(chance: SeededRandom, affiliates: readonly PlannedAffiliate[], count: number, year: Year): PlannedSale[] {
  const sellers = new SellerPool(affiliates);
  // The store it replaces reports no disputes, and its terms credit no other currency.
  const reasons = (Object.keys(notCreditedReasons) as NotCreditedReason[]).filter(
    (reason) => !['chargedBack', 'noRate', 'noCommission'].includes(reason),
  );
  const byHand = Math.floor(count / 400);
  const outcomes: PlannedSale['outcome'][] = [
    ...Array.from({ length: count - byHand }, () => 'credited' as const),
    ...Array.from({ length: byHand }, () => 'expiredReferral' as const),
    ...Array.from({ length: Math.ceil(count * 0.08) }, (_, i) => reasons[i % reasons.length]!),
    ...Array.from({ length: Math.ceil(count * 0.1) }, () => 'abandoned' as const),
  ];
  const sales = outcomes.map((outcome, n) => planned(chance, affiliates, sellers, year, outcome, n)).filter((s) => s !== undefined);
  const creditable = sales.filter((s) => s.outcome === 'expiredReferral').slice(0, byHand);
  for (const sale of creditable) sale.creditedByHandAt = Math.min(year.ends - 1, sale.recordedAt + chance.between(60, 700) * MINUTE_MS);
  return sales;
}

/** Invoices are numbered in the order of their checkouts. */
export function numbered(sales: PlannedSale[]): PlannedSale[] {
  sales.sort((a, b) => a.checkoutAt - b.checkoutAt);
  for (const [i, sale] of sales.entries()) sale.invoice = sandboxInvoice(1001 + i);
  return sales;
}

function planned(
  chance: SeededRandom,
  affiliates: readonly PlannedAffiliate[],
  sellers: SellerPool,
  year: Year,
  outcome: PlannedSale['outcome'],
  n: number,
): PlannedSale | undefined {
  // Sales grow over the year; the first month belongs to those who join.
  const at = year.begins + (0.03 + 0.965 * chance.next() ** 0.75) * (year.ends - year.begins);
  const found = whoseAndWhen(chance, affiliates, sellers, outcome, at, year);
  if (!found) return undefined;
  const { affiliate, completedAt } = found;
  const checkoutAt = outcome === 'deleted' ? affiliate!.deletedAt! - DAY_MS : completedAt - chance.between(1, 9) * MINUTE_MS;
  const recordedAt = outcome === 'unknownCheckout' ? completedAt + 30 * MINUTE_MS : completedAt + chance.between(1_000, 4_000);
  const sale: PlannedSale = {
    n,
    invoice: sandboxInvoice(0),
    affiliate: outcome === 'noReferral' || outcome === 'unknownCheckout' ? null : affiliate,
    visitAt: Math.max(
      year.begins,
      checkoutAt - (outcome === 'expiredReferral' ? 70 * DAY_MS : chance.next() ** 4 * 20 * DAY_MS + MINUTE_MS),
    ),
    checkoutAt,
    completedAt,
    recordedAt: Math.min(recordedAt, year.ends - 1),
    email: outcome === 'ownPurchase' ? affiliate!.email : outcome === 'disposableEmail' ? `grab${n}@mailinator.com` : buyerEmail(chance, n),
    currency: outcome === 'otherCurrency' ? 'USD' : rules.currency,
    sku: outcome === 'otherProduct' ? null : premium.sku,
    paidCents: outcome === 'nothingPaid' ? 0 : paid(chance),
    outcome,
    refundedAt: null,
    reversedByHandAt: null,
    creditedByHandAt: null,
    partial: null,
  };
  if (outcome === 'credited') afterwards(chance, sale, year);
  return sale;
}

/** One sale in twenty-five is refunded; a few are reversed by hand or partly refunded. */
function afterwards(chance: SeededRandom, sale: PlannedSale, { ends }: Year): void {
  const what = chance.weighted({ kept: 945, refunded: 45, byHand: 3, partial: 7 });
  const at = sale.recordedAt + chance.between(0.1, 20) * DAY_MS;
  if (at >= ends) return;
  if (what === 'refunded') sale.refundedAt = at;
  if (what === 'byHand') sale.reversedByHandAt = at;
  if (what === 'partial') sale.partial = { at, cents: Math.round(sale.paidCents / 3) };
}

/** Some outcomes need an affiliate in a certain state; without one, the sale is skipped. */
function whoseAndWhen(
  chance: SeededRandom,
  affiliates: readonly PlannedAffiliate[],
  sellers: SellerPool,
  outcome: PlannedSale['outcome'],
  at: number,
  { begins, ends }: Year,
) {
  const among = (has: (a: PlannedAffiliate) => boolean) => chance.pick(affiliates.filter(has)) as PlannedAffiliate | undefined;
  if (outcome === 'suspended') {
    const affiliate = among((a) => a.suspended !== null && a.suspended.from + DAY_MS < ends);
    return (
      affiliate && {
        affiliate,
        completedAt: chance.between(affiliate.suspended!.from + MINUTE_MS * 10, Math.min(ends, affiliate.suspended!.to) - MINUTE_MS),
      }
    );
  }
  if (outcome === 'banned') {
    const affiliate = among((a) => a.bannedAt !== null && a.bannedAt + DAY_MS < ends);
    return affiliate && { affiliate, completedAt: chance.between(affiliate.bannedAt! + MINUTE_MS * 10, ends) };
  }
  if (outcome === 'deleted') {
    const affiliate = among((a) => a.deletedAt !== null && a.deletedAt + DAY_MS < ends);
    return affiliate && { affiliate, completedAt: affiliate.deletedAt! + chance.between(5, 500) * MINUTE_MS };
  }
  const completedAt = outcome === 'expiredReferral' ? Math.max(at, begins + 75 * DAY_MS) : at;
  return { affiliate: sellers.at(chance, completedAt), completedAt };
}
