// What the server answers about payout runs. No two figures of a screen are equal, so that one in another's place shows.
import type { AnswerOf } from '../screen.tsx';

export type Run = AnswerOf<'GET /api/admin/payout-runs/:id'>;
type Payment = Run['cashouts'][number];
type Payee = Omit<Payment, 'state' | 'result' | 'problem'>;
type Signal = Payee['signals'][number];

const payee = (cashoutId: string, username: string, fields: Partial<Payee> & { amount: number }): Payee => ({
  cashoutId,
  paymentType: 'paypal',
  affiliate: { id: `a-${username}`, username },
  payTo: `${username}@pay.example`,
  nameInFile: null,
  requestedAt: '2026-05-02T12:00:00.000Z',
  paidBefore: 0,
  cashoutsBefore: 0,
  detailsChangedAt: null,
  payableAt: null,
  debt: 0,
  signals: [],
  underReview: false,
  ...fields,
});
const signal = (rule: Signal['rule'], title: string, alarm: boolean): Signal => ({
  rule,
  title,
  evidence: `Evidence of ${rule}`,
  alarm,
  happenedAt: '2026-05-01T12:00:00.000Z',
  position: 7,
});

const nina = payee('c1', 'nina', { amount: 60.1, paidBefore: 310.5, cashoutsBefore: 4, requestedAt: '2026-05-03T12:00:00.000Z' });
const omar = payee('c2', 'omar', {
  amount: 70.02,
  paymentType: 'solana',
  payTo: '4'.repeat(44),
  paidBefore: 55,
  cashoutsBefore: 1,
  detailsChangedAt: '2026-05-01T12:00:00.000Z',
  signals: [
    signal('detailsChanged', 'Payment details changed', true),
    signal('sharedAddress', 'Shared address', true),
    signal('sharedAddress', 'Shared address', true),
    signal('firstCashout', 'First cashout', false),
  ],
});
const zoe = payee('c3', 'zoe', { amount: 80.4, debt: 12.5 });
const kim = payee('c4', 'kim', { amount: 90.7, underReview: true });
const lou = payee('c5', 'lou', { amount: 100.8, payTo: null });

const payment = (candidate: Payee, state: Payment['state'], fields: Partial<Payment> = {}): Payment => ({
  ...candidate,
  state,
  result: null,
  problem: null,
  ...fields,
});

/** It is open, one admin is enough, and one cashout was taken out. */
export const openRun: Run = {
  id: 'run-3',
  state: 'open',
  startedAt: '2026-05-06T12:00:00.000Z',
  startedBy: 'root',
  approvedBy: null,
  needsApproval: false,
  settledAt: null,
  reference: null,
  proofImageUrl: null,
  count: 2,
  amount: 130.12,
  outcomeUnknown: false,
  atPaypal: false,
  unbooked: 0,
  returned: { count: 0, amount: 0 },
  payNow: false,
  batch: null,
  fileRefused: null,
  files: [],
  cashouts: [payment(nina, 'in'), payment(omar, 'in'), payment(zoe, 'removed')],
};

/** Its file for PayPal may be in use. */
export const runWithFile: Run = {
  ...openRun,
  files: [
    {
      type: 'paypal',
      hash: 'ab'.repeat(20),
      count: 1,
      amount: 60.1,
      madeAt: '2026-05-06T13:00:00.000Z',
      madeBy: 'ada',
      decimal: 'comma',
      rate: null,
    },
  ],
};

/** It can be paid through PayPal's API. */
export const payableRun: Run = { ...openRun, payNow: true };
const batch: NonNullable<Run['batch']> = {
  state: 'accepted',
  hash: 'cd'.repeat(20),
  batchId: '5UXD2E8A7EBQJ',
  count: 1,
  amount: 60.1,
  fee: null,
  sentAt: '2026-05-06T13:00:00.000Z',
  sentBy: 'ada',
  problem: null,
  undecided: false,
};
/** PayPal has its PayPal payments, in this state. */
export const runAtPaypal = (fields: Partial<typeof batch> = {}): Run => ({ ...openRun, atPaypal: true, batch: { ...batch, ...fields } });
/** PayPal refused its PayPal payments. */
export const refusedRun: Run = {
  ...payableRun,
  batch: { ...batch, state: 'refused', batchId: null, problem: 'The PayPal balance does not cover the payments and their fees.' },
};

/** It is paid; each of its payments ended in another way. */
export const settledRun: Run = {
  ...openRun,
  id: 'run-2',
  state: 'settled',
  approvedBy: 'ada',
  settledAt: '2026-05-07T12:00:00.000Z',
  reference: 'PP-2026-05',
  proofImageUrl: '/api/admin/payout-runs/run-2/proof',
  count: 4,
  amount: 301.22,
  returned: { count: 2, amount: 171.1 },
  cashouts: [
    payment(nina, 'paid', { result: 'completed' }),
    payment(omar, 'paid', { result: 'unclaimed' }),
    payment(zoe, 'failed'),
    payment(kim, 'returned', { problem: 'The account is closed' }),
    payment(lou, 'removed'),
  ],
};

/** PayPal paid it: one payment waits for its recipient. */
export const paidByPaypal: Run = {
  ...settledRun,
  reference: '5UXD2E8A7EBQJ',
  batch: { ...batch, state: 'processed', fee: 1.2 },
  cashouts: [
    payment(nina, 'paid', { result: 'completed' }),
    payment(zoe, 'paid', { result: 'unclaimed', problem: 'The address has no PayPal account.' }),
    payment(kim, 'failed', { problem: 'The recipient’s PayPal account is locked or inactive.' }),
  ],
};

const { cashouts: _open, fileRefused: _openRefused, files: _openFiles, batch: _openBatch, payNow: _openPay, ...listedOpen } = openRun;
const {
  cashouts: _settled,
  fileRefused: _settledRefused,
  files: _settledFiles,
  batch: _settledBatch,
  payNow: _settledPay,
  ...listedSettled
} = settledRun;
/** One in each state. */
export const unmatchedPayments: AnswerOf<'GET /api/admin/unmatched-payments'> = {
  payments: [
    {
      runId: 'run-3',
      itemId: '8AELMXH8UB2P8',
      batchId: '5UXD2E8A7EBQJ',
      cashoutId: 'nina-9',
      amount: 61.2,
      payTo: 'nina@pay.example',
      affiliate: { id: 'a-nina', username: 'nina' },
      result: 'completed',
      seenAt: '2026-05-07T12:00:00.000Z',
    },
    {
      runId: 'c0wjskq3v1m9td2x',
      itemId: '9XELMXH8UB2P8',
      batchId: '6UXD2E8A7EBQJ',
      cashoutId: null,
      amount: null,
      payTo: null,
      affiliate: null,
      result: 'unclaimed',
      seenAt: '2026-05-06T12:00:00.000Z',
    },
  ],
  next: null,
};

export const runs: AnswerOf<'GET /api/admin/payout-runs'> = {
  runs: [
    {
      ...listedOpen,
      id: 'run-5',
      startedAt: '2026-05-10T12:00:00.000Z',
      startedBy: 'ada',
      needsApproval: true,
      count: 1_500,
      amount: 90_000.5,
    },
    listedOpen,
    { ...listedSettled, id: 'run-4', startedAt: '2026-05-05T12:00:00.000Z', unbooked: 3, reference: 'PP-4', count: 5, amount: 44.44 },
    { ...listedSettled, startedAt: '2026-05-04T12:00:00.000Z' },
    { ...listedOpen, id: 'run-1', state: 'cancelled', startedAt: '2026-05-03T12:00:00.000Z', count: 1, amount: 33.3 },
  ],
  next: null,
};
