import { admin, event, specifyCells } from '../../../../test/support/given-events.ts';
import { payouts } from './payouts.projection.ts';

const two = {
  cashouts: [
    { cashoutId: 'a1-1', amountCents: 50_00 },
    { cashoutId: 'a2-1', amountCents: 30_00 },
  ],
};
const started = event('PayoutRunStarted', { cashouts: two.cashouts.map((c) => ({ ...c, paymentType: 'paypal' })) }, { actor: admin });
const removed = event('PayoutCashoutsRemoved');
const cancelled = event('PayoutRunCancelled', two);
const settled = event('PayoutRunSettled');
const file = event('PayoutFileMade', { decimal: 'point' }, { actor: admin });
const paid = event('PayoutCashoutsPaid');
const returned = event('CashoutReturned');
const at = '2025-03-01T12:00:00.000Z';

specifyCells(payouts, {
  runs: {
    PayoutRunStarted: [
      [started],
      { r1: { position: 1, state: 'open', started_by: 'd1', count: 2, cents: 80_00, approved_by: null, paid: 0 } },
    ],
    PayoutRunApproved: [
      [started, event('PayoutRunApproved', {}, { actor: { kind: 'admin', id: 'd2' } })],
      { r1: { approved_by: 'd2', state: 'open' } },
    ],
    PayoutCashoutsRemoved: [[started, removed], { r1: { count: 1, cents: 30_00, state: 'open' } }],
    PayoutRunCancelled: [[started, cancelled], { r1: { count: 0, cents: 0, state: 'cancelled' } }],
    PayoutRunSettled: [
      [[started, settled], { r1: { state: 'settled', settled_at: at, reference: 'PP-2026-11', proof: false, paid: 0 } }],
      [[started, event('PayoutRunSettled', { proof: {} })], { r1: { proof: true } }],
    ],
    PayoutCashoutsPaid: [[started, settled, paid], { r1: { count: 2, paid: 1, cents: 80_00 } }],
    CashoutReturned: [[started, settled, paid, returned], { r1: { returned: 1, returned_cents: 50_00, cents: 80_00 } }],
  },
  files: {
    PayoutFileMade: [
      [
        [started, file],
        { 'r1 paypal': { hash: 'ab'.repeat(20), count: 1, cents: 50_00, decimal: 'point', rate_micro: null, made_at: at, made_by: 'd1' } },
      ],
      [
        [started, event('PayoutFileMade', { type: 'solana', rateMicro: 1_080_000 }, { actor: { kind: 'key', id: 'k1' } })],
        { 'r1 solana': { rate_micro: 1_080_000, made_by: null } },
      ],
    ],
    PayoutFileUnused: [[started, file, event('PayoutFileUnused')], {}],
  },
  payments: {
    PayoutRunStarted: [[started], { 'r1 a1-1': { state: 'in', result: null }, 'r1 a2-1': { state: 'in' } }],
    PayoutCashoutsRemoved: [[started, removed], { 'r1 a1-1': { state: 'removed' }, 'r1 a2-1': { state: 'in' } }],
    PayoutRunCancelled: [[started, cancelled], { 'r1 a1-1': { state: 'removed' }, 'r1 a2-1': { state: 'removed' } }],
    PayoutCashoutsPaid: [[started, settled, paid], { 'r1 a1-1': { state: 'paid' }, 'r1 a2-1': { state: 'in' } }],
    PayoutResultSeen: [
      [started, settled, paid, event('PayoutResultSeen')],
      { 'r1 a1-1': { state: 'paid', result: 'unclaimed' }, 'r1 a2-1': {} },
    ],
    CashoutReturned: [[started, settled, paid, returned], { 'r1 a1-1': { state: 'returned' }, 'r1 a2-1': { state: 'in' } }],
  },
});
