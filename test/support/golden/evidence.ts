// What the server answers about what became of checkouts. No two figures of a screen are equal, so that one in another's place shows.
import type { AnswerOf } from '../screen.tsx';

export type Sale = AnswerOf<'GET /api/admin/sales'>['sales'][number];
export type Evidence = AnswerOf<'GET /api/admin/sales/:invoice'>;
type Intent = AnswerOf<'GET /api/admin/intents'>['intents'][number];
type Missing = AnswerOf<'GET /api/admin/missing-sales'>['missingSales'][number];

const nina = { id: 'a3', username: 'nina' };
const omar = { id: 'a2', username: 'omar' };

const sale = (transactionId: string, day: number, fields: Partial<Sale> & { amount: number }): Sale => ({
  transactionId,
  product: `Product ${day}`,
  outcome: 'credited',
  reason: null,
  credited: 'store',
  attributedBy: 'click',
  affiliate: nina,
  commissionAmount: null,
  refundedAmount: null,
  availableAt: null,
  refundedCurrency: null,
  foreign: null,
  dispute: null,
  timestamp: `2026-05-${day}T12:00:00.000Z`,
  ...fields,
});
const notCredited = { outcome: 'notCredited', credited: null, attributedBy: null, affiliate: null } as const;

export const credited = sale('sellauth-9', 19, { amount: 90.09, commissionAmount: 19.19, availableAt: '2099-03-04T12:00:00.000Z' });
export const uncredited = sale('sellauth-4', 14, { ...notCredited, amount: 40.04, reason: 'The checkout is unknown' });

/** One of each outcome, and each thing that explains one. */
export const sales: Sale[] = [
  credited,
  sale('sellauth-8', 18, { amount: 80.08, commissionAmount: 18.18, credited: 'hand', attributedBy: 'hand', affiliate: omar }),
  sale('sellauth-7', 17, { amount: 70.07, commissionAmount: 17.17, foreign: { amount: 77.7, currency: 'USD' } }),
  sale('sellauth-6', 16, { amount: 60.06, commissionAmount: 16.16, refundedAmount: 6.5, refundedCurrency: 'EUR', dispute: 'open' }),
  sale('sellauth-5', 15, { amount: 50.05, commissionAmount: 15.15, outcome: 'reversed', dispute: 'lost' }),
  uncredited,
  sale(`stripe-cs_test_${'a1B2c3D4'.repeat(5)}`, 13, {
    ...notCredited,
    amount: 0,
    reason: 'There is no rate',
    foreign: { amount: 33.3, currency: 'GBP' },
  }),
  sale('sellauth-2', 12, { ...notCredited, amount: 20.02, outcome: 'open', affiliate: nina }),
  sale('sellauth-1', 11, { amount: 10.01, commissionAmount: 11.11, dispute: 'won', refundedAmount: 1.5, refundedCurrency: 'USD' }),
];

const intents: Intent[] = [
  { checkoutId: 'i2', createdAt: '2026-05-14T11:40:00.000Z', affiliate: nina, visitId: 'v-22', referredAt: '2026-05-13T10:30:00.000Z' },
  { checkoutId: 'i1', createdAt: '2026-05-14T11:20:00.000Z', affiliate: null, visitId: null, referredAt: null },
];
export const intentsPage: AnswerOf<'GET /api/admin/intents'> = { intents, next: null };

const KINDS = [
  'visit',
  'checkout',
  'invoice',
  'notCredited',
  'credited',
  'released',
  'dispute',
  'partialRefund',
  'reversed',
  'restored',
] as const;
/** A sale of which everything happened, on hold still. */
export const evidence: Evidence = {
  sale: credited,
  code: null,
  customerEmail: 'buyer@mail.example',
  timeline: KINDS.map((kind, i) => ({
    kind,
    happenedAt: `2026-05-19T12:00:0${i}.000Z`,
    text: `What happened ${i}`,
    position: kind === 'visit' ? null : 1_000 + i,
  })),
  intents: [],
};
/** A sale that earned nothing, with checkouts near it. */
export const uncreditedEvidence: Evidence = { ...evidence, sale: uncredited, customerEmail: null, timeline: [], intents };

const missing = (id: string, affiliate: Missing['affiliate'], fields: Partial<Missing>): Missing => ({
  id,
  affiliate,
  reportedAt: '2026-05-20T12:00:00.000Z',
  boughtOn: '2026-05-10',
  invoice: null,
  customerEmail: null,
  notes: null,
  state: 'open',
  answeredAt: null,
  transactionId: null,
  reason: null,
  internalNote: null,
  ...fields,
});
export const missingSales: AnswerOf<'GET /api/admin/missing-sales'> = {
  missingSales: [
    missing('m4', nina, { invoice: 'R-77', customerEmail: 'erin@mail.example', notes: 'She told me' }),
    missing('m3', omar, { invoice: 'R-78', boughtOn: '2026-05-09' }),
    missing('m2', nina, { state: 'credited', transactionId: 'sellauth-8', reason: 'Found it', customerEmail: 'finn@mail.example' }),
    missing('m1', omar, { state: 'refused', reason: 'Paid by another link', internalNote: 'Second claim' }),
  ],
  next: null,
};
