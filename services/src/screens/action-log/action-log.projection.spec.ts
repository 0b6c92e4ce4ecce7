import { admin, event, type Cell, specifyCells } from '../../../../test/support/given-events.ts';
import { actionLog } from './action-log.projection.ts';

const system = { kind: 'system', id: 'ops' } as const;
const affiliate = { kind: 'affiliate', id: 'a1' } as const;
const store = { kind: 'store', id: 'sellauth' } as const;
const key = { kind: 'key', id: 'k1' } as const;
const by = (admin_id: string | null, action_type: string, affiliate_id: string | null = 'a1', key_id: string | null = null) => ({
  1: { action_type, admin_id, key_id, affiliate_id, at: '2025-03-01T12:00:00.000Z' },
});
const action = (type: Parameters<typeof event>[0], name: string): Cell[] => [
  [[event(type, {}, { actor: admin })], by('d1', name)],
  [[event(type, {}, { actor: system })], by(null, name)],
  [[event(type, {}, { actor: key })], by(null, name, 'a1', 'k1')],
  [[event(type, {}, { actor: affiliate })], {}],
];

specifyCells(actionLog, {
  actions: {
    AffiliateRegistered: action('AffiliateRegistered', 'create_affiliate'),
    AffiliateEdited: action('AffiliateEdited', 'edit_affiliate'),
    AffiliateDeleted: action('AffiliateDeleted', 'delete_affiliate'),
    PasswordResetAllowed: action('PasswordResetAllowed', 'allow_password_reset'),
    MissingSaleAnswered: action('MissingSaleAnswered', 'answer_missing_sale'),
    CouponGiven: action('CouponGiven', 'give_coupon'),
    CouponTakenBack: action('CouponTakenBack', 'take_back_coupon'),
    CashoutProcessed: [
      ...action('CashoutProcessed', 'process_cashout'),
      // By a payout run, whose own actions stand here.
      [[event('CashoutProcessed', { runId: 'r1' }, { actor: admin })], {}],
    ],
    ...Object.fromEntries(
      (
        [
          ['PayoutRunStarted', 'start_payout_run'],
          ['PayoutRunApproved', 'approve_payout_run'],
          ['PayoutRunCancelled', 'cancel_payout_run'],
          ['PayoutRunSettled', 'settle_payout_run'],
        ] as const
      ).map(([type, name]) => [type, [[[event(type, {}, { actor: admin })], by('d1', name, null)]]]),
    ),
    PaymentReturned: action('PaymentReturned', 'return_payment'),
    TiersRecalculated: [[event('TiersRecalculated', {}, { actor: admin })], by('d1', 'recalculate_tiers', null)],
    CurrencyRateSet: [[event('CurrencyRateSet', {}, { actor: admin })], by('d1', 'set_currency_rate', null)],
    ProgrammeTermsSet: [[event('ProgrammeTermsSet', {}, { actor: admin })], by('d1', 'set_terms', null)],
    FourEyesChangeAsked: [[event('FourEyesChangeAsked', {}, { actor: admin })], by('d1', 'ask_four_eyes', null)],
    FourEyesChangeRefused: [[event('FourEyesChangeRefused', {}, { actor: admin })], by('d1', 'refuse_four_eyes', null)],
    HoldReleased: [[event('HoldReleased', {}, { actor: admin })], by('d1', 'release_hold')],
    ReviewDecided: [[event('ReviewDecided', {}, { actor: admin })], by('d1', 'decide_review')],
    ApiKeyMade: [[event('ApiKeyMade', {}, { actor: admin })], by('d1', 'make_api_key', null)],
    ApiKeyRevoked: [[event('ApiKeyRevoked', {}, { actor: admin })], by('d1', 'revoke_api_key', null)],
    ParkedEventsDecided: [
      [[event('ParkedEventsDecided', {}, { actor: admin })], by('d1', 'retry_parked_events', null)],
      [[event('ParkedEventsDecided', { decision: 'skip' }, { actor: admin })], by('d1', 'skip_parked_events', null)],
    ],
    MaintenanceStarted: [
      [[event('MaintenanceStarted', {}, { actor: admin })], by('d1', 'verify_read_models', null)],
      [[event('MaintenanceStarted', { work: 'replay' }, { actor: admin })], by('d1', 'replay_read_models', null)],
    ],
    SaleRecorded: [
      [[event('SaleRecorded', { credited: 'hand' }, { actor: admin })], by('d1', 'credit_sale')],
      [[event('SaleRecorded', {}, { actor: store })], {}],
    ],
    SaleReversed: [
      [[event('SaleReversed', { cause: 'hand' }, { actor: admin })], by('d1', 'reverse_sale')],
      // The reconciler works as the system; a refund is the buyer's doing.
      [[event('SaleReversed', {}, { actor: system })], {}],
    ],
  },
  keys: { ApiKeyMade: [[event('ApiKeyMade', { name: 'Warehouse' })], { k1: { name: 'Warehouse' } }] },
});
