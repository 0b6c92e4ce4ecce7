import { type Static, type TSchema, Type } from 'typebox';

/** Bodies and responses of the calls with which admins look after read models (docs/product.md#admin-dashboard), exactly as JSON. */

const Time = Type.String({ format: 'date-time' });
const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

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
    }),
  ),
  runs: Type.Array(ReadModelRunView, { description: 'What admins started, newest first' }),
});
export const ReadModelWorkBody = Type.Object({
  work: Type.Enum([...READ_MODEL_WORKS]),
  readModels: Type.Array(Type.String(), { minItems: 1, description: 'Their names' }),
});

export type ReadModelRunView = Static<typeof ReadModelRunView>;
export type ReadModelsView = Static<typeof ReadModelsView>;
export type ReadModelWorkBody = Static<typeof ReadModelWorkBody>;
