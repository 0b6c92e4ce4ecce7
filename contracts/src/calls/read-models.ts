import { type Static, Type } from 'typebox';
import { PARKED_DECISIONS } from '../events/event-fields.ts';
import { forAdmins } from './call.ts';
import { Nullable, OneOf, Page, RequiredText, Time } from './fields.ts';
import { paged, QueryText } from './queries.ts';

export const READ_MODEL_TASKS = ['verify', 'replay'] as const;
export type ReadModelTask = (typeof READ_MODEL_TASKS)[number];

export const ReadModelRunView = Type.Object({
  task: Type.Enum([...READ_MODEL_TASKS]),
  readModels: Type.Array(Type.String()),
  startedBy: Type.String(),
  startedAt: Time,
  endedAt: Nullable(Time),
  state: Type.Enum(['running', 'fine', 'differs', 'failed', 'interrupted']),
  done: Type.Integer({ description: 'Events of the log that are folded' }),
  total: Type.Integer(),
  result: Nullable(Type.String()),
});
export type ReadModelRunView = Static<typeof ReadModelRunView>;

export const SwapDifferenceView = Type.Object(
  {
    fromVersion: Type.Integer({ description: 'Of the one that was in service' }),
    rows: Type.Integer({ description: 'That are new, gone, or have other values' }),
    differenceCents: Type.Integer({ description: 'What all amounts of those rows moved by, whichever way' }),
    tables: Type.Array(
      Type.Object({ table: Type.String(), rows: Type.Integer(), differing: Type.Integer(), differenceCents: Type.Integer() }),
    ),
  },
  { description: 'What the last rebuild changed; null: it could not be compared with the one in service' },
);
export type SwapDifferenceView = Static<typeof SwapDifferenceView>;

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
      lastRebuiltAt: Nullable(Time),
      lastDifference: Nullable(SwapDifferenceView),
      tables: Type.Array(
        Type.Object({ name: Type.String(), key: Type.Array(Type.String({ description: 'A column, in the order of the key' })) }),
      ),
    }),
  ),
  runs: Type.Array(ReadModelRunView, { description: 'What admins started, newest first' }),
});
export type ReadModelsView = Static<typeof ReadModelsView>;

export const ReadModelTaskBody = Type.Object({
  task: OneOf(READ_MODEL_TASKS),
  readModels: Type.Array(Type.String({ maxLength: 100, format: 'line' }), { minItems: 1, maxItems: 50, description: 'Their names' }),
});
export type ReadModelTaskBody = Static<typeof ReadModelTaskBody>;

const ParkedStreamView = Type.Object({
  position: Type.Integer({ description: 'Of the event that could not be folded' }),
  streamId: Type.String(),
  parkedAt: Time,
  waiting: Type.Integer({ description: 'Later events of the stream, behind it' }),
});

/** Streams that read models and reactors hold back, by cause. */
export const ParkedView = Type.Object({
  groups: Type.Array(
    Type.Object({
      fingerprint: Type.String({ description: 'Of read model, type and error without what differs from event to event' }),
      readModel: Type.String({ description: 'Or a reactor' }),
      type: Type.String({ description: 'Of the event at fault' }),
      error: Type.String({ description: 'Of the first one' }),
      streams: Type.Integer(),
      waiting: Type.Integer(),
      firstParkedAt: Time,
      first: Type.Array(ParkedStreamView, { description: 'The first twenty' }),
    }),
    { description: 'The largest first' },
  ),
  decisions: Type.Array(
    Type.Object({
      readModel: Type.String(),
      decision: Type.Enum([...PARKED_DECISIONS]),
      positions: Type.Integer({ description: 'How many were decided together' }),
      position: Type.Integer({ description: 'The first of them' }),
      by: Type.String(),
      reason: Nullable(Type.String()),
      decidedAt: Time,
    }),
    { description: 'The last twenty, newest first' },
  ),
});
export type ParkedView = Static<typeof ParkedView>;

export const ParkedDecisionBody = Type.Object({
  fingerprint: Type.String({ pattern: '^[0-9a-f]{16}$' }),
  decision: OneOf(PARKED_DECISIONS),
  streams: Type.Integer({
    minimum: 1,
    description: 'How many streams the group had when it was looked at; refused when there are more by now',
  }),
  reason: RequiredText(),
});
export type ParkedDecisionBody = Static<typeof ParkedDecisionBody>;

export const ParkedDecidedView = Type.Object({
  decided: Type.Integer({ description: 'Streams' }),
  parked: Type.Integer({ description: 'Of them, those that are parked still or again' }),
  remaining: Type.Integer({ description: 'Streams of the group that were not decided yet' }),
});
export type ParkedDecidedView = Static<typeof ParkedDecidedView>;
const Row = Nullable(Type.Record(Type.String(), Type.Unknown(), { description: 'By column; personal values stay sealed' }));

/** How a row of a read model came to say what it says. */
export const RowStepsView = Page({
  readModel: Type.String(),
  table: Type.String(),
  key: Type.Record(Type.String(), Type.String(), { description: 'By column' }),
  columns: Type.Record(
    Type.String(),
    Type.Object({ isCents: Type.Boolean(), isClear: Type.Boolean({ description: 'Personal: not shown here' }) }),
    { description: 'All others, by their name' },
  ),
  row: Row,
  upTo: Type.Integer({ description: 'The position that the read model has reached' }),
  isSame: Type.Boolean({ description: 'Whether the row in service is what its events make' }),
  events: Type.Integer({ description: 'That touched the row' }),
  steps: Type.Array(
    Type.Object({
      position: Type.Integer(),
      type: Type.String(),
      streamId: Type.String(),
      occurredAt: Time,
      recordedAt: Time,
      before: Row,
      after: Row,
      leftOut: Nullable(Type.Enum(['skipped', 'parked'])),
    }),
    { description: 'Newest first' },
  ),
});
export type RowStepsView = Static<typeof RowStepsView>;

/** The rows of read models that one event touches. */
export const TouchedRowsView = Type.Object({
  rows: Type.Array(Type.Object({ readModel: Type.String(), table: Type.String(), key: Type.Array(Type.String()) })),
});
export type TouchedRowsView = Static<typeof TouchedRowsView>;

/** Events that the database lost, as after a restore, until an operator accepts it. */
export const LossesView = Type.Object({
  losses: Type.Array(
    Type.Object({
      noticedAt: Time,
      position: Type.Integer({ description: 'Of the furthest event that had been seen' }),
      headPosition: Type.Integer({ description: 'Where the log ended then' }),
    }),
    { description: 'Newest first' },
  ),
  missing: Nullable(
    Type.Object({
      first: Type.Integer({ description: 'Position of the first lost event that the archive has' }),
      last: Type.Integer(),
      isFilling: Type.Boolean({ description: 'They are being put back' }),
    }),
    { description: 'Nothing can be saved until these are put back or given up; null: the archive has no lost event' },
  ),
});
export type LossesView = Static<typeof LossesView>;
export const NoticesView = Type.Object({ notices: Type.Array(Type.String(), { description: 'Sentences' }) });
export type NoticesView = Static<typeof NoticesView>;

export const readModelCalls = forAdmins({
  'GET /api/admin/losses': {
    does: 'Events that the database lost and no operator has accepted yet.',
    scope: 'read:programme',
    noPersonalData: true,
    answers: LossesView,
  },
  'GET /api/admin/notices': {
    does: 'What is not set up as it should be, as the process that answers has found.',
    scope: 'read:programme',
    noPersonalData: true,
    answers: NoticesView,
  },
  'GET /api/admin/read-models': {
    does: 'Status of each read model.',
    scope: 'read:programme',
    noPersonalData: true,
    answers: ReadModelsView,
  },
  'POST /api/admin/read-models/tasks': {
    does: 'Verify read models, or rebuild them, in the background; the status shows how far it is.',
    refuses: [404],
    body: ReadModelTaskBody,
  },
  'GET /api/admin/read-models/parked': {
    does: 'Events that a read model or reactor could not fold, by cause, and what was decided about others.',
    scope: 'read:events',
    answers: ParkedView,
  },
  'POST /api/admin/read-models/parked': {
    does: 'Fold the streams of one cause again, or permanently skip the events at fault. At most 500 together.',
    confirmed: true,
    refuses: [404, 409],
    body: ParkedDecisionBody,
    answers: ParkedDecidedView,
  },
  'GET /api/admin/read-models/:name/:table/steps': {
    does: 'Each event that touched a row, newest first, with the row before and after. `key` is a JSON array of the columns of its key.',
    scope: 'read:events',
    query: { ...paged, key: QueryText('A JSON array', 2_000) },
    refuses: [404],
    answers: RowStepsView,
  },
  'GET /api/admin/events/:position/rows': {
    does: 'The rows of read models that an event touches.',
    scope: 'read:events',
    answers: TouchedRowsView,
  },
});
