import { type Static, Type } from 'typebox';
import { CreditSaleBody, ReleaseHoldBody, ReverseSaleBody, SaleElsewhereBody } from './bodies.ts';
import { forAdmins } from './call.ts';
import { DISPUTES } from '../rules/disputes.ts';
import { RefundElsewhereBody } from './elsewhere.ts';
import { NotCredited } from '../events/event-fields.ts';
import { Euros, Nullable, Page, PaidInstead, Time } from './fields.ts';
import { ATTRIBUTED_BY } from '../rules/rules.ts';
import { listed, paged } from './queries.ts';

/** The calls that show what became of checkouts (docs/product.md#admin-dashboard), and their answers, exactly as JSON. */

/** Which checkouts an admin looks at; `attention`: refunded or lost in part, or in an open dispute, which nothing was decided about. */
export const SALE_LISTS = ['credited', 'notCredited', 'refunded', 'attention', 'open'] as const;
export type SaleList = (typeof SALE_LISTS)[number];

const Affiliate = Nullable(Type.Object({ id: Type.String(), username: Type.String() }));

export const AdminSaleView = Type.Object({
  transactionId: Type.String(),
  outcome: Type.Enum(['open', 'credited', 'notCredited', 'reversed']),
  reason: Nullable(Type.String({ description: 'Why it was not credited at first' })),
  credited: Nullable(Type.Enum(['store', 'hand'])),
  attributedBy: Nullable(Type.Enum(ATTRIBUTED_BY, { description: 'Which rule found the affiliate; null where none did' })),
  affiliate: Affiliate,
  amount: Euros,
  commissionAmount: Nullable(Euros),
  availableAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the commission’s hold ends; absent: it is on hold no more, or never was' }),
  ),
  refundedAmount: Nullable(Type.Number({ description: 'What went back in part so far, decimal, in `refundedCurrency`' })),
  refundedCurrency: Type.Optional(Type.String({ description: 'ISO 4217, as the buyer paid' })),
  foreign: PaidInstead,
  dispute: Nullable(Type.Enum(DISPUTES, { description: 'What became of the dispute that the buyer opened; null: none was' })),
  timestamp: Time,
});
export const AdminSalesView = Page({ sales: Type.Array(AdminSaleView) });

export const EVIDENCE_KINDS = [
  'visit',
  'checkout',
  'invoice',
  'credited',
  'notCredited',
  'released',
  'reversed',
  'restored',
  'partialRefund',
  'dispute',
] as const;
export const EvidenceStep = Type.Object({
  kind: Type.Enum(EVIDENCE_KINDS),
  at: Time,
  text: Type.String(),
  position: Nullable(Type.Integer({ description: 'Of the event that says so; null where another one implies it' })),
});
export const IntentView = Type.Object({
  checkoutId: Type.String(),
  createdAt: Time,
  affiliate: Affiliate,
  visitId: Nullable(Type.String()),
  referredAt: Nullable(Time),
});
export const IntentsView = Page({ intents: Type.Array(IntentView) });
export const EvidenceView = Type.Object({
  sale: AdminSaleView,
  code: Nullable(Type.String({ description: 'The code that found the affiliate; null where none did or it was erased' })),
  customerEmail: Nullable(Type.String({ description: 'Whole; null where there is none or it was erased' })),
  timeline: Type.Array(EvidenceStep, { description: 'Oldest first' }),
  intents: Type.Array(IntentView, { description: 'For a sale whose checkout nobody announced: what was intended near it' }),
});

/** What admins ask about checkouts, and decide. */
export const saleCalls = forAdmins({
  'GET /api/admin/sales': {
    does: 'The outcome of every checkout; `status` is credited, notCredited, refunded, attention (refunded in part or in an open dispute) or open.',
    scope: 'read:affiliates',
    query: { ...listed('createdAt', 'amount'), status: Type.Enum([...SALE_LISTS]) },
    answers: AdminSalesView,
  },
  'GET /api/admin/sales/:invoice': {
    does: 'The evidence of one sale: visit, checkout, invoice and outcomes.',
    scope: 'read:affiliates',
    answers: EvidenceView,
  },
  'GET /api/admin/intents': {
    does: 'Checkouts that were asked for and never reached the store, newest first.',
    scope: 'read:affiliates',
    query: paged,
    answers: IntentsView,
  },
  'POST /api/admin/sales/:invoice/credit': { does: 'Credit a completed invoice by hand.', body: CreditSaleBody },
  'POST /api/admin/sales/:invoice/reverse': { does: 'Take a credited sale back, in full and for ever.', body: ReverseSaleBody },
  'POST /api/admin/sales/:invoice/release': { does: 'End the hold of a commission early.', body: ReleaseHoldBody },
});

export const SaleElsewhereView = Type.Object({
  transactionId: Type.String(),
  outcome: Type.Enum(['credited', 'notCredited']),
  reason: Nullable(NotCredited),
  affiliateId: Nullable(Type.String()),
  commission: Nullable(Euros),
});

/** What programs tell of sales made elsewhere. */
export const elsewhereCalls = forAdmins({
  'POST /api/sales': {
    does: 'Record a sale made elsewhere, once for each id: the same fields again answer the same, others are refused with 422, as is a `ref` or `coupon` that nobody has. A coupon goes before `ref`.',
    scope: 'write:sales',
    body: SaleElsewhereBody,
    answers: SaleElsewhereView,
    status: 201,
  },
  'POST /api/sales/:id/refund': {
    does: 'Take a sale made elsewhere back for ever, or list a part that went back: that takes nothing back until all parts together are all of it.',
    scope: 'write:sales',
    body: RefundElsewhereBody,
  },
});

export type SaleElsewhereView = Static<typeof SaleElsewhereView>;
export type AdminSaleView = Static<typeof AdminSaleView>;
export type AdminSalesView = Static<typeof AdminSalesView>;
export type EvidenceStep = Static<typeof EvidenceStep>;
export type IntentView = Static<typeof IntentView>;
export type IntentsView = Static<typeof IntentsView>;
export type EvidenceView = Static<typeof EvidenceView>;
