import { type Static, Type } from 'typebox';
import { DISPUTES } from '../events/event-fields.ts';
import { ATTRIBUTED_BY, rules } from '../rules/rules.ts';
import { type Call, forAdmins } from './call.ts';
import { Euros, explained, HoldEnd, Moment, Nullable, Page, PaidInstead, RequiredLine, RequiredText, Time } from './fields.ts';
import { listed, OfAffiliate, paged, QueryText } from './queries.ts';
import { UnderReview } from './review.ts';

/** The calls that show what became of checkouts (docs/product.md#admin-dashboard), and their answers, exactly as JSON. */

export const CreditSaleBody = Type.Object({ username: RequiredLine(rules.username.maximum), reason: RequiredText() });
export type CreditSaleBody = Static<typeof CreditSaleBody>;
export const ReverseSaleBody = Type.Object(explained);
export type ReverseSaleBody = Static<typeof ReverseSaleBody>;
export const ReleaseHoldBody = Type.Object({ reason: RequiredText() });
export type ReleaseHoldBody = Static<typeof ReleaseHoldBody>;

export const SaleView = Type.Object({
  transactionId: Type.String(),
  product: Type.String(),
  customerEmail: Type.String({ description: 'Masked for affiliates' }),
  timestamp: Time,
  amount: Euros,
  commissionAmount: Euros,
  availableAt: HoldEnd,
  attributedBy: Type.Enum(ATTRIBUTED_BY),
  code: Nullable(Type.String({ description: 'The code it was found by' })),
  campaign: Nullable(Type.String({ description: 'Of the link that brought the buyer' })),
  landing: Nullable(Type.String({ description: 'The page that it led to' })),
  site: Nullable(Type.String({ description: 'The host that it stood on' })),
  status: Type.Enum(['completed', 'refunded']),
  underReview: UnderReview,
  reason: Nullable(Type.String({ description: 'What the admin wrote who reversed it, or reviews it' })),
});
export type SaleView = Static<typeof SaleView>;

export const NotCreditedView = Page({
  entries: Type.Array(
    Type.Object({ transactionId: Type.String(), timestamp: Time, amount: Euros, foreign: PaidInstead, reason: Type.String() }),
  ),
});
export type NotCreditedView = Static<typeof NotCreditedView>;
export const SalesPageView = Page({ sales: Type.Array(SaleView) });
export type SalesPageView = Static<typeof SalesPageView>;

/** Which checkouts an admin looks at; `attention`: refunded or lost in part, or in an open dispute, which nothing was decided about. */
export const SALE_LISTS = ['credited', 'notCredited', 'refunded', 'attention', 'open'] as const;
export type SaleList = (typeof SALE_LISTS)[number];
const Affiliate = Nullable(Type.Object({ id: Type.String(), username: Type.String() }));

export const AdminSaleView = Type.Object({
  transactionId: Type.String(),
  product: Nullable(Type.String({ description: 'What was sold; null: not known' })),
  outcome: Type.Enum(['open', 'credited', 'notCredited', 'reversed']),
  reason: Nullable(Type.String({ description: 'Why it was not credited at first' })),
  credited: Nullable(Type.Enum(['store', 'hand'])),
  attributedBy: Nullable(Type.Enum(ATTRIBUTED_BY, { description: 'Which rule found the affiliate; null where none did' })),
  affiliate: Affiliate,
  amount: Euros,
  commissionAmount: Nullable(Euros),
  availableAt: Nullable(
    Type.String({ format: 'date-time', description: 'When the commission’s hold ends; null: it is on hold no more, or never was' }),
  ),
  refundedAmount: Nullable(Type.Number({ description: 'What went back in part so far, decimal, in `refundedCurrency`' })),
  refundedCurrency: Nullable(Type.String({ description: 'ISO 4217, as the buyer paid' })),
  foreign: PaidInstead,
  dispute: Nullable(Type.Enum(DISPUTES, { description: 'What became of the dispute that the buyer opened; null: none was' })),
  timestamp: Time,
});
export type AdminSaleView = Static<typeof AdminSaleView>;
export const AdminSalesView = Page({ sales: Type.Array(AdminSaleView) });
export type AdminSalesView = Static<typeof AdminSalesView>;

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
  happenedAt: Time,
  text: Type.String(),
  position: Nullable(Type.Integer({ description: 'Of the event that says so; null where another one implies it' })),
});
export type EvidenceStep = Static<typeof EvidenceStep>;

export const IntentView = Type.Object({
  checkoutId: Type.String(),
  createdAt: Time,
  affiliate: Affiliate,
  visitId: Nullable(Type.String()),
  referredAt: Nullable(Time),
});
export type IntentView = Static<typeof IntentView>;
export const IntentsView = Page({ intents: Type.Array(IntentView) });
export type IntentsView = Static<typeof IntentsView>;

export const EvidenceView = Type.Object({
  sale: AdminSaleView,
  code: Nullable(Type.String({ description: 'The code that found the affiliate; null where none did or it was erased' })),
  customerEmail: Nullable(Type.String({ description: 'Whole; null where there is none or it was erased' })),
  timeline: Type.Array(EvidenceStep, { description: 'Oldest first' }),
  intents: Type.Array(IntentView, { description: 'For a sale whose checkout nobody announced: what was intended near it' }),
});
export type EvidenceView = Static<typeof EvidenceView>;

/** What admins ask about checkouts, and decide. */
export const adminSaleCalls = forAdmins({
  'GET /api/admin/sales': {
    does: 'The outcome of every checkout; `status` is credited, notCredited, refunded, attention (refunded in part or in an open dispute) or open.',
    scope: 'read:affiliates',
    query: { ...listed('createdAt', 'amount'), status: Type.Enum([...SALE_LISTS]), affiliate: OfAffiliate },
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
  'POST /api/admin/sales/:invoice/reverse': { does: 'Permanently reverse a credited sale, in full.', body: ReverseSaleBody },
  'POST /api/admin/sales/:invoice/release': { does: 'End the hold of a commission early.', body: ReleaseHoldBody },
});

const saleFilter = {
  search: QueryText('Part of a transaction, product, campaign, page or site'),
  status: Type.Enum(['completed', 'refunded']),
  from: Moment('The first moment'),
  to: Moment('The last moment'),
};

/** An affiliate’s own sales. */
export const saleCalls = {
  'GET /api/affiliate/sales': {
    does: 'All sales, newest first.',
    permission: 'affiliate',
    query: { ...paged, ...saleFilter },
    answers: SalesPageView,
  },
  'GET /api/affiliate/sales.csv': { does: 'The sales as a CSV file.', permission: 'affiliate', query: saleFilter, answers: 'csv' },
  'GET /api/affiliate/not-credited': {
    does: 'Sales that earned nothing, and why.',
    permission: 'affiliate',
    query: paged,
    answers: NotCreditedView,
  },
} as const satisfies Record<string, Call>;
