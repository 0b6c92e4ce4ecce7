// Backups as an admin sees them, in every state. No two figures are equal.
import type { AnswerOf, Answers } from '../screen.tsx';

export type Backups = AnswerOf<'GET /api/admin/backups'>;

const backup = (day: number, fields: Partial<Backups['backups'][number]>): Backups['backups'][number] => ({
  id: `202604${day}T030000Z-${day}00`,
  takenAt: `2026-04-${day}T03:00:00.000Z`,
  position: day * 100,
  bytes: day * 1_150_000,
  provedAt: null,
  error: null,
  keeps: day * 100,
  ...fields,
});

export const backups: Backups = {
  place: '/srv/data/backups',
  everyHours: 24,
  safeUpTo: null,
  archive: null,
  isRunning: false,
  isRestoring: false,
  lastRestore: null,
  problem: null,
  lastFailure: null,
  backups: [
    backup(23, {}),
    backup(22, { provedAt: '2026-04-22T03:04:00.000Z' }),
    backup(21, { error: 'The backup 20260421T030000Z-2100 is damaged: it was changed or cut off after it was written' }),
  ],
};

/** What left since the second backup. */
export const goingBack: AnswerOf<'GET /api/admin/history/back'> = {
  position: 2_200,
  recordedAt: '2026-04-22T02:59:58.000Z',
  events: 1_045,
  backupId: '20260422T030000Z-2200',
  left: [
    { kind: 'payments', count: 3, amountCents: 180_00 },
    { kind: 'files', count: 1, amountCents: 120_00 },
    { kind: 'mails', count: 17, amountCents: null },
    { kind: 'sales', count: 9, amountCents: 450_50 },
  ],
};
export const backupAnswers: Answers = { 'GET /api/admin/backups': backups, 'GET /api/admin/history/back': goingBack };

export const withdrawnEvents: AnswerOf<'GET /api/admin/withdrawn-events'> = {
  open: 2,
  next: null,
  events: [
    {
      id: 'a1-31',
      type: 'CashoutRequested',
      position: 31,
      happenedAt: '2026-05-03T12:00:00.000Z',
      affiliate: { id: 'a1', username: 'nina' },
      amount: 60.1,
      state: 'open',
      recordedAs: null,
      reason: null,
      instead: null,
    },
    {
      id: 'a2-30',
      type: 'AffiliateRegistered',
      position: 30,
      happenedAt: '2026-05-02T12:00:00.000Z',
      affiliate: null,
      amount: null,
      state: 'open',
      recordedAs: null,
      reason: null,
      instead: 'Ask them to register again.',
    },
    {
      id: 'a1-29',
      type: 'SaleRecorded',
      position: 29,
      happenedAt: '2026-05-01T12:00:00.000Z',
      affiliate: { id: 'a1', username: 'nina' },
      amount: 6,
      state: 'recorded',
      recordedAs: 1234,
      reason: null,
      instead: null,
    },
    {
      id: 'a1-28',
      type: 'HoldReleased',
      position: 28,
      happenedAt: '2026-05-01T11:00:00.000Z',
      affiliate: { id: 'a1', username: 'nina' },
      amount: 7,
      state: 'leftOut',
      recordedAs: null,
      reason: 'It was the mistake',
      instead: null,
    },
  ],
};
