// Read models as an admin looks after them, in every state. No two figures are equal.
import { checkpoint } from './affiliate.ts';
import type { AnswerOf, Answers } from '../screen.tsx';

type Status = AnswerOf<'GET /api/admin/read-models'>;
type ReadModel = Status['readModels'][number];
type Run = Status['runs'][number];
type Steps = AnswerOf<'GET /api/admin/read-models/:name/:table/steps'>;

const readModel = (name: string, fields: Partial<ReadModel>): ReadModel => ({
  name,
  answers: `What ${name} answers.`,
  version: 4,
  knownVersion: 4,
  checkpoint: 5_000,
  lag: 0,
  lagSeconds: 0,
  parked: 0,
  lastRebuiltAt: null,
  lastDifference: null,
  tables: [],
  ...fields,
});
const changed = (rows: number, differenceCents: number) => ({ fromVersion: 3, rows, differenceCents, tables: [] });
export const readModels: ReadModel[] = [
  readModel('dashboard', {
    version: 7,
    knownVersion: 7,
    lastRebuiltAt: '2026-04-01T12:00:00.000Z',
    lastDifference: changed(1_204, 4_205),
    tables: [
      { name: 'totals', key: ['affiliate_id'] },
      { name: 'days', key: ['affiliate_id', 'day'] },
    ],
  }),
  readModel('accounts', {
    checkpoint: 4_990,
    lag: 1_310,
    lagSeconds: 41,
    lastRebuiltAt: '2026-04-02T12:00:00.000Z',
    lastDifference: changed(0, 0),
  }),
  readModel('ledger', { checkpoint: 4_991, parked: 2_020, lastRebuiltAt: '2026-04-03T12:00:00.000Z', lastDifference: changed(1, 99) }),
  readModel('sales', { version: 5, knownVersion: 6, checkpoint: 4_992 }),
  readModel('trends', { version: 0, checkpoint: 0 }),
];

export const run = (fields: Partial<Run>): Run => ({
  task: 'verify',
  readModels: ['dashboard'],
  startedBy: 'root',
  startedAt: '2026-04-01T12:00:00.000Z',
  endedAt: '2026-04-01T12:01:00.000Z',
  state: 'fine',
  done: 5_000,
  total: 5_000,
  result: null,
  ...fields,
});
export const status: Status = {
  head: { position: 6_300, hash: 'ab'.repeat(32) },
  readModels,
  runs: [
    run({ result: '120 rows equal their replay', startedAt: '2026-04-05T12:00:00.000Z' }),
    run({ state: 'differs', result: 'Rows that differ', startedBy: 'ada', startedAt: '2026-04-04T12:00:00.000Z' }),
    run({
      task: 'replay',
      readModels: ['accounts', 'ledger'],
      state: 'failed',
      result: 'Out of disk',
      startedAt: '2026-04-03T12:00:00.000Z',
    }),
    run({ task: 'replay', state: 'interrupted', startedAt: '2026-04-02T12:00:00.000Z' }),
  ],
};

const stream = (position: number) => ({ position, streamId: `affiliate-${position}`, parkedAt: '2026-04-01T12:00:00.000Z', waiting: 2 });
export const parked: AnswerOf<'GET /api/admin/read-models/parked'> = {
  groups: [
    {
      fingerprint: '0123456789abcdef',
      readModel: 'dashboard',
      type: 'SaleRecorded',
      error: 'violates check constraint "no_more"',
      streams: 1_600,
      waiting: 2_300,
      firstParkedAt: '2026-04-01T12:00:00.000Z',
      first: [1_007, 1_009, 1_012, 1_040].map(stream),
    },
    {
      fingerprint: 'fedcba9876543210',
      readModel: 'mails',
      type: 'SaleReversed',
      error: 'no such affiliate',
      streams: 1,
      waiting: 0,
      firstParkedAt: '2026-04-02T12:00:00.000Z',
      first: [stream(88)],
    },
  ],
  decisions: [
    {
      readModel: 'attribution',
      decision: 'skip',
      positions: 3,
      position: 1_005,
      by: 'ada',
      reason: 'Test sales',
      decidedAt: '2026-04-03T12:00:00.000Z',
    },
    { readModel: 'ledger', decision: 'retry', positions: 1, position: 17, by: 'root', reason: null, decidedAt: '2026-04-02T12:00:00.000Z' },
  ],
};

const step = (position: number, type: string, fields: Partial<Steps['steps'][number]>): Steps['steps'][number] => ({
  position,
  type,
  streamId: 'affiliate-a3',
  occurredAt: '2026-04-02T12:00:00.000Z',
  recordedAt: '2026-04-02T12:05:00.000Z',
  before: { earned_cents: 1_200, rate_bps: 2_000, sales: 1, note: { sealed: 'eA', of: 'affiliate-a3' } },
  after: { earned_cents: 1_200, rate_bps: 2_000, sales: 1, note: { sealed: 'eA', of: 'affiliate-a3' } },
  leftOut: null,
  ...fields,
});
const row = { earned_cents: 3_450, rate_bps: 2_150, sales: 2, note: { sealed: 'eA', of: 'affiliate-a3' } };
export const steps: Steps = {
  readModel: 'dashboard',
  table: 'totals',
  key: { affiliate_id: 'a3' },
  columns: {
    earned_cents: { isCents: true, isClear: false },
    rate_bps: { isCents: false, isClear: false },
    sales: { isCents: false, isClear: false },
    note: { isCents: false, isClear: true },
  },
  row,
  upTo: 6_300,
  isSame: true,
  events: 1_006,
  steps: [
    step(6_206, 'AffiliateDeleted', { before: row, after: null }),
    step(6_205, 'SaleRecorded', { after: row }),
    step(6_204, 'AffiliateEdited', {}),
    step(6_203, 'SaleReversed', { leftOut: 'skipped' }),
    step(6_202, 'SaleRestored', { leftOut: 'parked' }),
    step(6_201, 'AffiliateRegistered', { before: null, after: { earned_cents: 0, rate_bps: 2_000, sales: 0, note: null } }),
  ],
  next: null,
};

export const readModelAnswers: Answers = {
  'GET /api/account/checkpoint': checkpoint,
  'GET /api/admin/read-models': status,
  'GET /api/admin/read-models/parked': { groups: [], decisions: [] },
};
