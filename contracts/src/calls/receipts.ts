import { type Static, Type } from 'typebox';
import { RECEIPT_FIGURES, receiptRefusals, receiptRules } from '../rules/receipts.ts';
import type { Call } from './call.ts';
import { Euros, Nullable, OneOf, refused, RequiredLine, Time } from './fields.ts';
import { Position } from './queries.ts';

/** Figures that affiliates publish (docs/rules.md#33-receipts). */

export const ReceiptBody = Type.Object({
  figure: OneOf(RECEIPT_FIGURES, receiptRefusals.ofInvalid),
  of: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 64,
        format: 'line',
        description: 'Of earned: a month, as 2026-05. Of paid: the id of a cashout; without one, all of the account',
        ...refused(receiptRefusals.ofInvalid),
      }),
    ),
  ),
  at: Type.Optional(
    Nullable(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The position that the number was shown at; null: now' }),
    ),
  ),
  name: RequiredLine(receiptRules.name),
  onPage: Type.Optional(Type.Boolean({ description: 'Whether the page about the programme may show it' })),
});
export type ReceiptBody = Static<typeof ReceiptBody>;

export const ReceiptView = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'As the affiliate chose it' }),
  figure: Type.Enum(RECEIPT_FIGURES),
  month: Nullable(Type.String({ description: 'YYYY-MM, UTC; null: the figure is not of a month' })),
  days: Nullable(Type.Integer({ description: 'Of a cashout: days from its request until it was paid; null: it is not of a cashout' })),
  amount: Euros,
  events: Type.Integer({ description: 'How many events of the log the amount adds up' }),
  log: Type.String({ description: 'The path of the published log: its checkpoint is at <log>/checkpoint' }),
  countedAt: Type.String({ format: 'date-time', description: 'The moment that the amount is of' }),
  sharedAt: Time,
});
export type ReceiptView = Static<typeof ReceiptView>;

export const OwnReceiptsView = Type.Object({
  allowed: Type.Boolean({ description: 'Whether the programme’s terms allow receipts; if not, nobody can open one' }),
  receipts: Type.Array(Type.Object({ ...ReceiptView.properties, onPage: Type.Boolean() }), { description: 'Newest first, 50 at most' }),
});
export type OwnReceiptsView = Static<typeof OwnReceiptsView>;
export const SharedReceiptView = Type.Object({ id: Type.String({ description: 'Its page is /receipt/<id>' }) });
export type SharedReceiptView = Static<typeof SharedReceiptView>;
export const ReceiptsOnPageView = Type.Object({ receipts: Type.Array(ReceiptView, { description: 'Newest first, three at most' }) });
export type ReceiptsOnPageView = Static<typeof ReceiptsOnPageView>;

export const ReceiptProofView = Type.Object({
  framelift: Type.Literal('receipt'),
  key: Type.String({ description: 'The verifier key of the log' }),
  checkpoint: Nullable(Type.String({ description: 'The newest signed checkpoint; null: `size` names an earlier one' })),
  receipt: Type.String({ description: 'The amount and the positions of its events, signed by the same key (docs/proofs.md#receipts)' }),
  entries: Type.Array(
    Type.Object({
      entry: Type.String({ description: 'As the log publishes it, base64: hashes, no content' }),
      proof: Type.Array(Type.String(), { description: 'The path from its leaf to the root of the checkpoint, base64' }),
    }),
    { description: 'In the order of the positions, the newest 200 at most' },
  ),
});
export type ReceiptProofView = Static<typeof ReceiptProofView>;

/** What an affiliate publishes, and what anybody may read of it. */
export const receiptCalls = {
  'GET /api/affiliate/receipts': {
    does: 'The receipts of the affiliate that were not withdrawn.',
    permission: 'affiliate',
    answers: OwnReceiptsView,
  },
  'POST /api/affiliate/receipts': {
    does: 'Publish one figure under a name: anyone with the address of its page can read and check it.',
    permission: 'affiliate',
    body: ReceiptBody,
    answers: SharedReceiptView,
    status: 201,
    leaves: true,
    refuses: [404],
  },
  'DELETE /api/affiliate/receipts/:id': { does: 'Withdraw a receipt: its page is gone.', permission: 'affiliate', refuses: [404] },
  'GET /api/public/receipts': {
    does: 'The newest receipts that affiliates let the page about the programme show.',
    permission: 'public',
    answers: ReceiptsOnPageView,
  },
  'GET /api/public/receipts/:id': {
    does: 'A published figure. 404 once it was withdrawn, its account is no longer active, or the terms switch receipts off.',
    permission: 'public',
    answers: ReceiptView,
    refuses: [404],
  },
  'GET /api/public/receipts/:id/proof': {
    does: 'What a receipt is checked with: its amount, signed, and the entries of its events in a checkpoint. `size`: of the published checkpoint that the caller has.',
    permission: 'public',
    query: { size: Position },
    answers: ReceiptProofView,
    leaves: true,
    refuses: [404],
  },
} as const satisfies Record<string, Call>;
