import { type Static, Type } from 'typebox';
import { forAdmins } from './call.ts';
import { Nullable, Time } from './fields.ts';

/** What an item of the list is about. */
export const ATTENTION_KINDS = [
  'cashouts',
  'unknownPayments',
  'unmatchedPayments',
  'payouts',
  'alarms',
  'missingSales',
  'webhooks',
  'mails',
  'parkedEvents',
  'backups',
  'archive',
  'witnesses',
  'witnessRefusals',
  'lostEvents',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

export const AttentionItemView = Type.Object({
  kind: Type.Enum([...ATTENTION_KINDS]),
  count: Type.Integer({ minimum: 1 }),
  amountCents: Nullable(
    Type.Integer({ description: 'Of open cashouts, payout runs, or the commissions and cashouts that alarms are about' }),
  ),
  oldestAt: Time,
  says: Nullable(Type.String({ description: 'What witnesses say' })),
});
export type AttentionItemView = Static<typeof AttentionItemView>;

export const AttentionView = Type.Object({
  items: Type.Array(AttentionItemView, { description: 'The kinds with something to do, oldest first' }),
  counts: Type.Object({
    cashouts: Type.Integer({ description: 'Pending or approved' }),
    sales: Type.Integer({ description: 'Missing sales without an answer' }),
    review: Type.Integer({ description: 'Cashouts, sales and affiliates with an alarm' }),
  }),
  verifiedAt: Nullable(Time, { description: 'When a verification of all read models last ended; null: never' }),
  verifiedRows: Nullable(Type.Integer({ description: 'Rows that it compared with the log' })),
  differingRows: Nullable(Type.Integer({ description: 'Rows that differed from the log; 0: the books were right' })),
});
export type AttentionView = Static<typeof AttentionView>;

export const attentionCalls = forAdmins({
  'GET /api/admin/attention': {
    does: 'What waits for an admin, oldest first, and when the books were last verified.',
    scope: 'read:programme',
    noPersonalData: true,
    answers: AttentionView,
  },
});
