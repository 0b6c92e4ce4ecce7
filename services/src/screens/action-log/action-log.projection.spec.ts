import { events, eventsWith } from '@framelift/contracts';
import { admin, event, eventsFrom, type Cell, sealed, specifyCells } from '../../../../test/support/given-events.ts';
import { actionLog } from './action-log.projection.ts';

const system = { kind: 'system', id: 'ops' } as const;
const affiliate = { kind: 'affiliate', id: 'a1' } as const;
const store = { kind: 'store', id: 'sellauth' } as const;
const key = { kind: 'key', id: 'k1' } as const;
const by = (admin_id: string | null, action_type: string, affiliate_id: string | null = 'a1', key_id: string | null = null) => ({
  1: { action_type, admin_id, key_id, affiliate_id, internal_note: null, at: '2025-03-01T12:00:00.000Z' },
});
/** By an admin: what the row of each event names, whatever the data. */
const named = eventsWith('action').flatMap((type): [string, Cell][] => {
  const { action } = events[type].people;
  const given = event(type, {}, { actor: admin });
  const affiliateId = eventsFrom([given])[0]!.streamId === 'affiliate-a1' ? 'a1' : null;
  return typeof action === 'string' ? [[type, [[given], by('d1', action, affiliateId)]]] : [];
});

specifyCells(actionLog, {
  actions: {
    ...Object.fromEntries(named),
    CouponGiven: [
      [[event('CouponGiven', {}, { actor: admin })], by('d1', 'give_coupon')],
      [[event('CouponGiven', {}, { actor: system })], by(null, 'give_coupon')],
      [[event('CouponGiven', {}, { actor: key })], by(null, 'give_coupon', 'a1', 'k1')],
      [[event('CouponGiven', {}, { actor: affiliate })], {}],
    ],
    CashoutProcessed: [
      [[event('CashoutProcessed', {}, { actor: admin })], by('d1', 'process_cashout')],
      [[event('CashoutProcessed', { internalNote: sealed('note') }, { actor: admin })], { 1: { internal_note: sealed('note') } }],
      [[event('CashoutProcessed', { amountCents: 61_07 }, { actor: admin })], { 1: { amount_cents: 61_07 } }],
      // By a payout run, whose own actions are listed here.
      [[event('CashoutProcessed', { runId: 'r1' }, { actor: admin })], {}],
    ],
    ParkedEventsDecided: [
      [[event('ParkedEventsDecided', {}, { actor: admin })], by('d1', 'retry_parked_events', null)],
      [[event('ParkedEventsDecided', {}, { actor: admin })], { 1: { amount_cents: null } }],
      [[event('ParkedEventsDecided', { decision: 'skip' }, { actor: admin })], by('d1', 'skip_parked_events', null)],
    ],
    MaintenanceStarted: [
      [[event('MaintenanceStarted', {}, { actor: admin })], by('d1', 'verify_read_models', null)],
      [[event('MaintenanceStarted', { work: 'replay' }, { actor: admin })], by('d1', 'replay_read_models', null)],
    ],
    SaleRecorded: [
      [[event('SaleRecorded', { credited: 'hand' }, { actor: admin })], by('d1', 'credit_sale')],
      [
        [event('SaleRecorded', { credited: 'hand', amountCents: 29_99, commissionCents: 6_00 }, { actor: admin })],
        { 1: { amount_cents: 29_99 } },
      ],
      [[event('SaleRecorded', {}, { actor: store })], {}],
    ],
    SaleReversed: [
      [[event('SaleReversed', { cause: 'hand' }, { actor: admin })], by('d1', 'reverse_sale')],
      // The reconciler acts as the system; a refund is caused by the buyer.
      [[event('SaleReversed', {}, { actor: system })], {}],
    ],
  },
  keys: { ApiKeyMade: [[event('ApiKeyMade', { name: 'Warehouse' })], { k1: { name: 'Warehouse' } }] },
});
