// The facts and the store's words that specs of sales begin from, and their expectations.
import { expect } from '@jest/globals';
import type { Fact, NotCreditedReason, ReversalCause, Sealed } from '@framelift/contracts';
import { programme, stateOf } from './given.ts';
import type { Programme } from '../../services/src/programme/terms/terms.decider.ts';
import { type Site, siteDecider } from '../../services/src/programme/site/site.decider.ts';
import { affiliateDecider } from '../../services/src/programme/affiliate/affiliate.decider.ts';
import { Refused } from '../../services/src/platform/refused.ts';
import type { Buyer } from '../../services/src/store/buyer.ts';
import { checkoutDecider } from '../../services/src/store/checkout.decider.ts';
import type { Invoice } from '../../services/src/store/invoice.ts';
import { restoreSale } from '../../services/src/store/dispute.decider.ts';
import {
  chargeBackSale,
  creditByHand,
  creditMissingSale,
  recordSale,
  refundSale,
  refundReported,
  releaseHold,
  reportSale,
  reverseByHand,
  type Sale,
  type SaleFacts,
} from '../../services/src/store/sale.decider.ts';
import {
  ChargeBackSale,
  CreditMissingSale,
  CreditSaleByHand,
  RecordSale,
  RefundReported,
  RefundSale,
  ReleaseHold,
  ReportSale,
  RestoreSale,
  ReverseSaleByHand,
} from '../../services/src/store/store.commands.ts';
import { ref } from './invoices.ts';
import {
  affiliateDeleted,
  affiliateEdited,
  affiliateRegistered,
  checkoutStarted,
  paymentMethodAdded,
  saleCreditReversed,
  saleCredited,
  saleNotCredited,
  saleRecorded,
} from './facts.ts';

export const NOW = '2026-01-01T00:00:00.000Z';
const HOUR = 60 * 60 * 1000;
export const ago = (ms: number) => new Date(Date.parse(NOW) - ms).toISOString();
export const meta = {
  commandId: 'c',
  correlationId: 'c',
  repeatable: true,
  occurredAt: NOW,
  actor: { kind: 'store', id: 'sellauth' },
} as const;
export const hash = (text: string) => text.padEnd(40, '0');
export const sealed = (text: string): Sealed => ({ sealed: text, of: 'affiliate:a1' });

export const registered = affiliateRegistered({
  affiliateId: 'a1',
  username: 'ann',
  email: 'ann@example.org',
  usernameClaim: hash('u'),
  emailClaim: hash('ann'),
  commissionBps: 20_00,
});
export const paidTo = (detail: string) =>
  paymentMethodAdded({ paymentMethodId: 'm1', paymentType: 'paypal', details: sealed(detail), detailsHash: hash(detail) });
export const edited = (data: { status?: 'suspended' | 'banned'; commissionBps?: number; tier?: string }) => affiliateEdited(data);
export const deleted = affiliateDeleted({ forfeitedCents: 0 });
export const earlier = (n: number): Fact[] =>
  Array.from({ length: n }, (_, i) =>
    saleRecorded({
      ...ref(`e${i}`),
      paidCents: 29_99,
      amountCents: 29_99,
      rateFrom: 'tier',
      commissionCents: 6_00,
      soldAt: NOW,
      customerEmail: 'x@example.org',
      buyer: hash('x'),
    }),
  );

export const begun = { checkoutId: 'k1', ...ref('i1'), sku: 'premium' as const, quantity: 1, listCents: 29_99, visitKnown: false };
export const started = (more: Parameters<typeof checkoutStarted>[0] = { affiliateId: 'a1' }) => checkoutStarted({ ...begun, ...more });
export const creditedFact = saleCredited({ ...ref('i1'), affiliateId: 'a1', amountCents: 29_99, commissionCents: 6_00, credited: 'store' });
export const settledAs = (reason: NotCreditedReason) =>
  saleNotCredited({ ...ref('i1'), reason, paidCents: 29_99, soldAt: NOW, customerEmail: '', buyer: hash('b') });
export const takenBack = saleCreditReversed({
  ...ref('i1'),
  affiliateId: 'a1',
  amountCents: 29_99,
  commissionCents: 6_00,
  cause: 'refund',
});

export const item = (more: Partial<Invoice['items'][number]> = {}): Invoice['items'][number] => ({
  sku: 'premium',
  quantity: 1,
  totalCents: 29_99,
  ...more,
});
export const invoice = (more: Partial<Invoice> = {}): Invoice => ({
  ref: ref('i1'),
  status: 'completed',
  currency: 'EUR',
  email: 'bob@example.org',
  createdAt: ago(HOUR),
  completedAt: ago(HOUR - 60_000),
  priceCents: 29_99,
  refundedCents: 0,
  dispute: null,
  items: [item()],
  ...more,
});
export const elsewhere = { provider: 'api', invoiceId: 'o1' } as const;
export const soldElsewhere = (more: Partial<Invoice> = {}): Invoice =>
  invoice({ ref: elsewhere, priceCents: 490_00, items: [{ sku: 'elsewhere', quantity: 1, totalCents: 490_00 }], ...more });
export const buyer = (more: Partial<Buyer> = {}): Buyer => ({
  email: 'bob@example.org',
  hash: hash('bob'),
  emailClaim: hash('bob'),
  payoutHash: hash('bob'),
  disposable: false,
  ...more,
});

type Outcome = () => SaleFacts;
const expectations = (decide: Outcome) => ({
  credits: (amountCents: number, commissionCents: number) => {
    const { affiliate = [], checkout = [] } = decide();
    expect(affiliate[0]).toMatchObject({ type: 'SaleRecorded', data: { amountCents, commissionCents } });
    expect(checkout).toMatchObject([{ type: 'SaleCredited', data: { affiliateId: 'a1', amountCents, commissionCents } }]);
  },
  settlesAs: (reason: NotCreditedReason) => {
    const { affiliate = [], checkout = [] } = decide();
    expect(affiliate).toEqual([]);
    expect(checkout).toMatchObject([{ type: 'SaleNotCredited', data: { ...ref('i1'), reason } }]);
  },
  takesBack: (cause: ReversalCause) => {
    const data = { ...ref('i1'), amountCents: 29_99, commissionCents: 6_00, cause };
    expect(decide()).toMatchObject({ affiliate: [{ type: 'SaleReversed', data }], checkout: [{ type: 'SaleCreditReversed', data }] });
  },
  staysQuiet: () => expect(Object.values(decide()).flat()).toEqual([]),
  refuses: (text: string) => {
    expect(decide).toThrow(Refused.inWords(text));
  },
  facts: decide,
});

/** given(affiliate's facts, checkout's facts).recording(invoice) | .refunding(…) | .crediting(…) | .reversing(), then one expectation. */
export const given = (affiliate: Fact[], checkout: Fact[], terms: Programme = programme, site: Site = siteDecider.initial) => {
  const sale: Sale = {
    affiliate: stateOf(affiliateDecider, affiliate, NOW),
    programme: terms,
    checkout: stateOf(checkoutDecider, checkout, NOW),
    site,
  };
  return {
    recording: (i = invoice(), b = buyer()) => expectations(() => recordSale(sale, new RecordSale({ meta, invoice: i, buyer: b }))),
    releasing: () => expectations(() => releaseHold(sale, new ReleaseHold({ meta, ref: ref('i1'), reason: 'a good customer' }))),
    reporting: (i = soldElsewhere(), b = buyer(), affiliateId: string | null = 'a1', code?: Sealed) =>
      expectations(() => reportSale(sale, new ReportSale({ meta, invoice: i, buyer: b, affiliateId, ...(code ? { code } : {}) }))),
    refundingReported: (partCents?: number) =>
      expectations(() => refundReported(sale, new RefundReported({ meta, ref: elsewhere, ...(partCents ? { partCents } : {}) }))),
    refunding: (i = invoice({ status: 'refunded' })) =>
      expectations(() => refundSale(sale, new RefundSale({ meta, invoice: i, buyer: buyer() }))),
    chargingBack: (i = invoice({ status: 'chargedBack' })) =>
      expectations(() => chargeBackSale(sale, new ChargeBackSale({ meta, invoice: i, buyer: buyer() }))),
    restoring: (i = invoice()) => expectations(() => restoreSale(sale, new RestoreSale({ meta, invoice: i, buyer: buyer() }))),
    crediting: (i: Invoice | null = invoice()) =>
      expectations(() =>
        creditByHand(
          sale,
          new CreditSaleByHand({ meta, ref: ref('i1'), affiliateId: 'a1', invoice: i, buyer: i && buyer(), reason: 'they called' }),
        ),
      ),
    creditingMissing: (i: Invoice | null = invoice()) =>
      expectations(() =>
        creditMissingSale(
          sale,
          new CreditMissingSale({
            meta,
            missingSaleId: 'a1-1',
            ref: ref('i1'),
            affiliateId: 'a1',
            invoice: i,
            buyer: i && buyer(),
            reason: 'found',
          }),
        ),
      ),
    reversing: () =>
      expectations(() => reverseByHand(sale, new ReverseSaleByHand({ meta, ref: ref('i1'), reason: 'fraud', internalNote: 'the third' }))),
  };
};
