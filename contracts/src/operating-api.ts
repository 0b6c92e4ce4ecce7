import { type Static, Type } from 'typebox';
import { Nullable, OneOf, refused, Time } from './fields.ts';
import { refusals } from './rules.ts';

/** Responses of the calls with which admins look after read models (docs/product.md#admin-dashboard), exactly as JSON. */

export const READ_MODEL_WORKS = ['verify', 'replay'] as const;
export type ReadModelWork = (typeof READ_MODEL_WORKS)[number];

export const ReadModelRunView = Type.Object({
  work: Type.Enum([...READ_MODEL_WORKS]),
  readModels: Type.Array(Type.String()),
  startedBy: Type.String(),
  startedAt: Time,
  endedAt: Nullable(Time),
  state: Type.Enum(['running', 'fine', 'differs', 'failed', 'interrupted']),
  done: Type.Integer({ description: 'Events of the log that are folded' }),
  total: Type.Integer(),
  result: Nullable(Type.String()),
});
export const SwapDifferenceView = Type.Object(
  {
    fromVersion: Type.Integer({ description: 'Of the one that was in service' }),
    rows: Type.Integer({ description: 'That are new, gone, or have other values' }),
    cents: Type.Integer({ description: 'What all amounts of those rows moved by, whichever way' }),
    tables: Type.Array(Type.Object({ table: Type.String(), rows: Type.Integer(), differing: Type.Integer(), cents: Type.Integer() })),
  },
  { description: 'What the last rebuild changed; null: it could not be compared with the one in service' },
);
export const ReadModelsView = Type.Object({
  head: Type.Object({ position: Type.Integer(), hash: Type.String() }),
  readModels: Type.Array(
    Type.Object({
      name: Type.String(),
      answers: Type.String(),
      version: Type.Integer({ description: 'Of the read model in the database; 0: there is none' }),
      knownVersion: Type.Integer({ description: 'That this program knows' }),
      checkpoint: Type.Integer(),
      lag: Type.Integer(),
      lagSeconds: Type.Integer({ description: 'How long the oldest event that is not folded has been in the log' }),
      parked: Type.Integer(),
      lastRebuild: Nullable(Time),
      lastDifference: Nullable(SwapDifferenceView),
    }),
  ),
  runs: Type.Array(ReadModelRunView, { description: 'What admins started, newest first' }),
});

export type ReadModelRunView = Static<typeof ReadModelRunView>;
export type ReadModelsView = Static<typeof ReadModelsView>;

export const ReadModelWorkBody = Type.Object({
  work: OneOf(READ_MODEL_WORKS, refusals.badRequest),
  readModels: Type.Array(Type.String({ maxLength: 100, ...refused(refusals.badRequest) }), {
    minItems: 1,
    maxItems: 50,
    description: 'Their names',
    ...refused(refusals.badRequest),
  }),
});

export type ReadModelWorkBody = Static<typeof ReadModelWorkBody>;
