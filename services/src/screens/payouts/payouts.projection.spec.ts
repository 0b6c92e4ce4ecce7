import { admin, event, sealed, specifyCells } from '../../../../test/support/given-events.ts';
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
const sent = event('PayoutBatchSent', {}, { actor: admin });
const accepted = event('PayoutBatchAccepted');
const paid = event('PayoutCashoutsPaid');
const returned = event('CashoutReturned');
const bankFile = event('PayoutFileMade', { type: 'bank' });
const refusedFile = event('PayoutFileUnused', { type: 'bank', refused: { bankCode: 'AM04' } });
const unregistered = event('PayoutResultSeen', { paypalCode: 'RECEIVER_UNREGISTERED' });
const unknown = event('PaymentOutcomeUnknown');
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
    PayoutCashoutsRemoved: [
      [[started, removed], { r1: { count: 1, cents: 30_00, state: 'open' } }],
      [[started, event('PayoutRunApproved', {}, { actor: { kind: 'admin', id: 'd2' } }), removed], { r1: { approved_by: null } }],
    ],
    PayoutRunCancelled: [[started, cancelled], { r1: { count: 0, cents: 0, state: 'cancelled' } }],
    PayoutRunSettled: [
      [[started, unknown, settled], { r1: { unknown_since: null } }],
      [[started, settled], { r1: { state: 'settled', settled_at: at, reference: 'PP-2026-11', proof: false, paid: 0 } }],
      [[started, event('PayoutRunSettled', { proof: {} })], { r1: { proof: true } }],
    ],
    PaymentOutcomeUnknown: [
      [
        [started, event('PayoutRunApproved', {}, { actor: { kind: 'admin', id: 'd2' } }), unknown],
        { r1: { unknown_since: at, approved_by: null, state: 'open' } },
      ],
      [[started, event('PaymentOutcomeUnknown', {}, { stream: 'affiliate-a1' })], { r1: { unknown_since: null } }],
    ],
    PaymentOutcomeStated: [[started, unknown, event('PaymentOutcomeStated')], { r1: { unknown_since: null } }],
    PayoutBatchSent: [[started, sent], { r1: { in_hands: ['paypal'] } }],
    PayoutBatchAccepted: [[started, sent, event('PayoutBatchRefused'), accepted], { r1: { in_hands: ['paypal'] } }],
    PayoutBatchRefused: [
      [[started, sent, unknown, event('PayoutBatchRefused')], { r1: { unknown_since: null, in_hands: [] } }],
      // Its bank’s file may still be paid.
      [[started, bankFile, sent, unknown, event('PayoutBatchRefused')], { r1: { unknown_since: at, in_hands: ['bank'] } }],
    ],
    PayoutCashoutsPaid: [[started, settled, paid], { r1: { count: 2, paid: 1, cents: 80_00 } }],
    CashoutReturned: [[started, settled, paid, returned], { r1: { returned: 1, returned_cents: 50_00, cents: 80_00 } }],
    PayoutFileMade: [[started, refusedFile, event('PayoutFileMade', { type: 'bank' })], { r1: { file_refused: null } }],
    PayoutFileUnused: [
      [[started, bankFile, unknown, refusedFile], { r1: { unknown_since: null } }],
      [[started, bankFile, unknown, event('PayoutFileUnused', { type: 'bank' })], { r1: { unknown_since: null, in_hands: [] } }],
      // PayPal may still have its part.
      [[started, bankFile, sent, unknown, refusedFile], { r1: { unknown_since: at, in_hands: ['paypal'], file_refused: 'AM04' } }],
      [[started, refusedFile], { r1: { file_refused: 'AM04' } }],
      [[started, event('PayoutFileUnused', { refused: {} })], { r1: { file_refused: '' } }],
      [[started, event('PayoutFileUnused')], { r1: { file_refused: null } }],
    ],
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
  batches: {
    PayoutBatchSent: [
      [
        [started, sent],
        {
          r1: {
            state: 'sent',
            hash: 'ab'.repeat(20),
            count: 1,
            cents: 50_00,
            sent_at: at,
            sent_by: 'd1',
            batch_id: null,
            code: null,
            fee_cents: null,
          },
        },
      ],
      [[started, sent, event('PayoutBatchRefused'), sent], { r1: { state: 'sent', code: null } }],
    ],
    PayoutBatchAccepted: [
      [started, sent, event('PayoutBatchDelayed'), accepted],
      { r1: { state: 'accepted', batch_id: '5UXD2E8A7EBQJ', code: null } },
    ],
    PayoutBatchDelayed: [[started, sent, event('PayoutBatchDelayed')], { r1: { state: 'sent', code: 'NO_ANSWER' } }],
    PayoutBatchRefused: [[started, sent, event('PayoutBatchRefused')], { r1: { state: 'refused', code: 'INSUFFICIENT_FUNDS' } }],
    PayoutBatchProcessed: [
      [[started, sent, accepted, event('PayoutBatchProcessed', { feeCents: 35 })], { r1: { state: 'processed', fee_cents: 35 } }],
      [[started, sent, accepted, event('PayoutBatchProcessed')], { r1: { fee_cents: null } }],
    ],
    PayoutFileUnused: [
      [[started, sent, event('PayoutFileUnused')], { r1: { state: 'unused' } }],
      [[started, sent, event('PayoutFileUnused', { hash: 'cd'.repeat(20) })], { r1: { state: 'sent' } }],
    ],
  },
  unmatched: {
    UnmatchedPaymentSeen: [
      [
        [event('UnmatchedPaymentSeen', { ofCashout: 'a1-1', affiliateId: 'a1', amountCents: 50_00, receiver: sealed('anna@pay.example') })],
        {
          'r1 8AELMXH8UB2P8': {
            position: 1,
            batch_id: '5UXD2E8A7EBQJ',
            cashout_id: 'a1-1',
            affiliate_id: 'a1',
            amount_cents: 50_00,
            receiver: sealed('anna@pay.example'),
            result: 'completed',
            seen_at: at,
          },
        },
      ],
      [
        [event('UnmatchedPaymentSeen')],
        { 'r1 8AELMXH8UB2P8': { cashout_id: null, affiliate_id: null, amount_cents: null, receiver: null } },
      ],
    ],
    UnmatchedPaymentAcknowledged: [[event('UnmatchedPaymentSeen'), event('UnmatchedPaymentAcknowledged')], {}],
  },
  payments: {
    PayoutRunStarted: [[started], { 'r1 a1-1': { state: 'in', result: null }, 'r1 a2-1': { state: 'in' } }],
    PayoutCashoutsRemoved: [[started, removed], { 'r1 a1-1': { state: 'removed' }, 'r1 a2-1': { state: 'in' } }],
    PayoutRunCancelled: [[started, cancelled], { 'r1 a1-1': { state: 'removed' }, 'r1 a2-1': { state: 'removed' } }],
    PayoutCashoutsPaid: [[started, settled, paid], { 'r1 a1-1': { state: 'paid' }, 'r1 a2-1': { state: 'in' } }],
    PayoutResultSeen: [
      [
        [started, settled, paid, event('PayoutResultSeen')],
        { 'r1 a1-1': { state: 'paid', result: 'unclaimed', paypal_code: null }, 'r1 a2-1': {} },
      ],
      [[started, settled, paid, unregistered], { 'r1 a1-1': { paypal_code: 'RECEIVER_UNREGISTERED' }, 'r1 a2-1': {} }],
      [
        [started, settled, paid, unregistered, event('PayoutResultSeen', { result: 'completed' })],
        { 'r1 a1-1': { paypal_code: null }, 'r1 a2-1': {} },
      ],
    ],
    CashoutReturned: [
      [[started, settled, paid, returned], { 'r1 a1-1': { state: 'returned', paypal_code: null }, 'r1 a2-1': { state: 'in' } }],
      [[started, settled, paid, unregistered, returned], { 'r1 a1-1': { paypal_code: 'RECEIVER_UNREGISTERED' }, 'r1 a2-1': {} }],
      [
        [started, settled, paid, event('CashoutReturned', { paypalCode: 'RISK_DECLINE' })],
        { 'r1 a1-1': { paypal_code: 'RISK_DECLINE', bank_code: null }, 'r1 a2-1': {} },
      ],
      [[started, settled, paid, event('CashoutReturned', { bankCode: 'AC04' })], { 'r1 a1-1': { bank_code: 'AC04' }, 'r1 a2-1': {} }],
      [
        [started, settled, paid, event('CashoutReturned', { amountCents: 40_00 }), event('CashoutReturned', { amountCents: 2_00 })],
        { 'r1 a1-1': { state: 'returned', back_cents: 42_00 }, 'r1 a2-1': {} },
      ],
    ],
  },
});
