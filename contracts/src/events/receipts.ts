import { Type } from 'typebox';
import { RECEIPT_FIGURES, receiptRules } from '../rules/receipts.ts';
import { catalogue, whole } from './catalogue.ts';
import { Cents, Id, Time } from './event-fields.ts';

/** Figures that an affiliate published, on the same stream (docs/rules.md#33-receipts). */
export const receiptEvents = catalogue({
  ReceiptShared: {
    means: 'An affiliate published one of their figures, under a name they chose.',
    visibleTo: 'affiliate',
    people: { topic: 'affiliates', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({
      receiptId: Id,
      figure: Type.Enum(RECEIPT_FIGURES),
      /** A month (YYYY-MM) or a cashout; absent: all of the account. */
      of: Type.Optional(Id),
      name: Type.String({ minLength: 1, maxLength: receiptRules.name }),
      amountCents: Cents,
      /** The events that it adds up, the last position that counts, and the moment that the amount is of. */
      events: Type.Integer({ minimum: 1 }),
      upTo: Type.Integer({ minimum: 1 }),
      countedAt: Time,
      /** Positions of the newest of them, falling: a visitor checks these. */
      positions: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: receiptRules.proved }),
      /** Days from the request of the cashout until it was paid. */
      days: Type.Optional(Type.Integer({ minimum: 1 })),
      /** Whether the page about the programme may show it. */
      onPage: Type.Boolean(),
    }),
    personal: { name: 'affiliate' },
  },
  ReceiptWithdrawn: {
    means: 'An affiliate took a published figure back.',
    visibleTo: 'affiliate',
    people: { topic: 'affiliates', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ receiptId: Id }),
    outlives: whole,
  },
});
