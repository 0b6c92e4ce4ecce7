import { type Static, Type } from 'typebox';
import { FIGURES } from '../rules/figures.ts';
import type { Call } from './call.ts';
import { Nullable, Time } from './fields.ts';
import { AtPositionOrTime, paged, QueryText } from './queries.ts';

export const FigureName = Type.Enum(FIGURES);

/** Where a number comes from. */
export const WhyView = Type.Object({
  figure: FigureName,
  value: Type.Integer({ description: 'In its unit, signed: the sum of all parts, on every page' }),
  unit: Type.Enum(['cents', 'count', 'basisPoints']),
  at: Type.Object({
    position: Type.Integer({ description: 'The value is of the events up to this position of the log, and of no other' }),
    recordedAt: Time,
  }),
  beganAt: Nullable(
    Type.String({ format: 'date-time', description: 'When its account, or the log, began; null: of a sale, cashout or run' }),
  ),
  parts: Type.Array(
    Type.Object({
      position: Type.Integer(),
      recordedAt: Time,
      says: Type.String({ description: 'The event in words' }),
      amount: Type.Integer(),
      running: Type.Integer({ description: 'The value with this part and all older ones' }),
      of: Nullable(Type.String({ description: 'The sale, the cashout or the affiliate that it is about' })),
      figure: Nullable(Type.String({ description: 'The figure that this part is; null: an event' })),
    }),
    { description: 'Newest first; a ratio has its two figures, which do not sum to it' },
  ),
  sums: Type.Array(Type.Object({ kind: Type.String(), count: Type.Integer(), amount: Type.Integer() }), {
    description: 'All parts by kind; a figure that is a part is a kind too',
  }),
  next: Nullable(Type.String({ description: '`after` of the page with older parts' })),
  checkpoint: Nullable(Type.String({ description: 'The newest signed checkpoint of the log, a note of c2sp.org/tlog-checkpoint' })),
});
export type WhyView = Static<typeof WhyView>;

export const whyCalls = {
  'GET /api/why/:figure': {
    does: 'Where a number comes from: the events that sum to it, now or as of any moment.',
    permission: 'account',
    scope: 'read:affiliates',
    personalByScope: true,
    query: {
      of: QueryText('The id of an affiliate, a sale, a cashout or a payout run; empty: the programme, or the signed-in affiliate', 120),
      at: AtPositionOrTime,
      range: QueryText('A month, as 2026-05: only what was recorded in it', 7),
      ...paged,
    },
    refuses: [404],
    answers: WhyView,
  },
} as const satisfies Record<string, Call>;
