import { an, sealed, specifyCells } from '../../../../test/given-events.ts';
import { dashboard } from './dashboard.projection.ts';

const registered = an('AffiliateRegistered');
const sale = an('SaleRecorded');
const asked = an('CashoutRequested');
const method = an('PaymentMethodAdded');
const approved = an('CashoutProcessed', { status: 'approved' });
const rejected = an('CashoutProcessed', { status: 'rejected' });
const completed = an('CashoutProcessed', { status: 'completed' });
const at = '2025-03-01T12:00:00.000Z';
const nextDay = '2025-03-02T00:00:00.000Z';

specifyCells(dashboard, {
  totals: {
    AffiliateRegistered: [
      [registered],
      {
        a1: {
          position: 1,
          username: sealed('anna'),
          email: sealed('anna@mail.com'),
          commission_bps: 2000,
          tier: 'bronze',
          status: 'active',
          net_sales: 0,
          deleted: false,
        },
      },
    ],
    AffiliateEdited: [
      [
        [registered, an('AffiliateEdited', { status: 'suspended', tier: 'gold' })],
        { a1: { status: 'suspended', tier: 'gold', commission_bps: 2000, username: sealed('anna') } },
      ],
      [
        [registered, an('AffiliateEdited', { username: sealed('anne'), email: sealed('e'), commissionBps: 3000 })],
        { a1: { username: sealed('anne'), email: sealed('e'), commission_bps: 3000, status: 'active' } },
      ],
    ],
    AffiliateDeleted: [
      [registered, sale, an('AffiliateDeleted', { forfeitedCents: 6_00 })],
      { a1: { forfeited_cents: 6_00, deleted: true, username: null, email: null } },
    ],
    SaleRecorded: [
      [registered, sale, an('SaleRecorded', { invoiceId: 'i2' })],
      { a1: { net_sales: 2, generated_cents: 59_98, earned_cents: 12_00 } },
    ],
    SaleReversed: [
      [registered, sale, an('SaleReversed')],
      { a1: { net_sales: 0, generated_cents: 0, earned_cents: 6_00, reversed_cents: 6_00 } },
    ],
    TierReached: [[registered, an('TierReached', { to: 'gold' })], { a1: { tier: 'gold' } }],
    TierRecalculated: [
      [registered, an('TierReached', { to: 'gold' }), an('TierRecalculated', { to: 'silver' })],
      { a1: { tier: 'silver' } },
    ],
    CashoutRequested: [[registered, asked], { a1: { reserved_cents: 50_00, paid_cents: 0 } }],
    CashoutProcessed: [
      [[registered, asked, approved], { a1: { reserved_cents: 50_00, paid_cents: 0 } }],
      [[registered, asked, rejected], { a1: { reserved_cents: 0, paid_cents: 0 } }],
      [[registered, asked, approved, completed], { a1: { reserved_cents: 0, paid_cents: 50_00 } }],
    ],
  },
  clicks: { VisitTracked: [[an('VisitTracked'), an('VisitTracked')], { a1: { clicks: 2 } }] },
  days: {
    VisitTracked: [
      [an('VisitTracked'), an('VisitTracked'), an('VisitTracked', {}, { at: nextDay })],
      { 'a1 2025-03-01': { clicks: 2 }, 'a1 2025-03-02': { clicks: 1, sales: 0, commission_cents: 0 } },
    ],
    SaleRecorded: [[sale, sale], { 'a1 2025-03-01': { clicks: 0, sales: 2, commission_cents: 12_00 } }],
    SaleReversed: [
      [sale, an('SaleReversed', {}, { at: nextDay })],
      { 'a1 2025-03-01': { sales: 1, commission_cents: 6_00 }, 'a1 2025-03-02': { sales: -1, commission_cents: -6_00 } },
    ],
  },
  sales: {
    SaleRecorded: [
      [sale],
      {
        'a1 sellauth-i1': {
          position: 1,
          product: 'Premium',
          customer_email: sealed('buyer'),
          sold_at: '2025-02-28T10:00:00.000Z',
          amount_cents: 29_99,
          commission_cents: 6_00,
          status: 'completed',
        },
      },
    ],
    SaleReversed: [
      [[sale, an('SaleReversed')], { 'a1 sellauth-i1': { status: 'refunded', amount_cents: 29_99 } }],
      [[an('SaleReversed')], {}],
    ],
  },
  cashouts: {
    CashoutRequested: [
      [asked],
      {
        'a1-1': {
          affiliate_id: 'a1',
          amount_cents: 50_00,
          payment_type: 'paypal',
          pay_to: sealed('paypal'),
          status: 'pending',
          requested_at: at,
          proof: false,
        },
      },
    ],
    CashoutProcessed: [
      [[asked, an('CashoutProcessed', { status: 'approved', proof: {} })], { 'a1-1': { status: 'approved', proof: true } }],
      [[asked, an('CashoutProcessed', { status: 'approved', proof: {} }), completed], { 'a1-1': { status: 'completed', proof: true } }],
      [[asked, rejected], { 'a1-1': { status: 'rejected', proof: false } }],
    ],
  },
  payment_methods: {
    PaymentMethodAdded: [[method], { 'a1 m1': { position: 1, payment_type: 'paypal', details: sealed('paypal'), verified: false } }],
    PaymentMethodChanged: [
      [method, asked, completed, an('PaymentMethodChanged')],
      { 'a1 m1': { position: 1, payment_type: 'solana', details: sealed('solana'), verified: false } },
    ],
    PaymentMethodRemoved: [[method, an('PaymentMethodRemoved')], {}],
    CashoutRequested: [
      [[method, asked], { 'a1 m1': { awaited: ['a1-1'], verified: false } }],
      [[method, an('PaymentMethodRemoved'), asked], {}],
    ],
    CashoutProcessed: [
      [[method, asked, completed], { 'a1 m1': { awaited: [], verified: true } }],
      [[method, asked, approved], { 'a1 m1': { awaited: ['a1-1'], verified: false } }],
      [[method, asked, rejected], { 'a1 m1': { awaited: [], verified: false } }],
      // What was paid went to the details before the change, so the new ones stay unverified.
      [[method, asked, an('PaymentMethodChanged'), completed], { 'a1 m1': { verified: false } }],
    ],
  },
  notifications: {
    SaleRecorded: [[sale], { 'a1 1': { kind: 'sale', cents: 6_00, read: false, at } }],
    SaleReversed: [[an('SaleReversed')], { 'a1 1': { kind: 'reversal', cents: 6_00 } }],
    TierReached: [[registered, an('TierReached')], { 'a1 2': { kind: 'tier', detail: 'silver' } }],
    TierRecalculated: [[an('TierRecalculated')], { 'a1 1': { kind: 'tier', detail: 'bronze' } }],
    AffiliateEdited: [
      [
        [an('AffiliateEdited', { status: 'banned', tier: 'gold' })],
        { 'a1 1': { kind: 'edited', edited: { status: 'banned', tier: 'gold' } } },
      ],
      [[an('AffiliateEdited', { email: sealed('e') })], { 'a1 1': { kind: 'edited', edited: { email: true } } }],
      [[an('AffiliateEdited', { username: sealed('u'), email: sealed('e') })], { 'a1 1': { edited: { username: true, email: true } } }],
      [[an('AffiliateEdited', { commissionBps: 1 })], {}],
    ],
    CashoutProcessed: [
      [[approved], { 'a1 1': { kind: 'cashoutApproved', cents: 50_00 } }],
      [[completed], { 'a1 1': { kind: 'cashoutCompleted' } }],
      [[rejected], { 'a1 1': { kind: 'cashoutRejected' } }],
    ],
    PaymentMethodAdded: [[method], { 'a1 1': { kind: 'methodAdded', read: false } }],
    PaymentMethodChanged: [[an('PaymentMethodChanged')], { 'a1 1': { kind: 'methodChanged' } }],
    PaymentMethodRemoved: [[an('PaymentMethodRemoved')], { 'a1 1': { kind: 'methodRemoved' } }],
    PasswordChanged: [[an('PasswordChanged')], { 'a1 1': { kind: 'password' } }],
    TotpTurnedOn: [[an('TotpTurnedOn')], { 'a1 1': { kind: 'totpOn' } }],
    TotpTurnedOff: [[an('TotpTurnedOff')], { 'a1 1': { kind: 'totpOff' } }],
    RecoveryCodesRenewed: [[an('RecoveryCodesRenewed')], { 'a1 1': { kind: 'recoveryCodes' } }],
    NotificationsRead: [
      [sale, an('TierReached'), sale, an('NotificationsRead', { notifications: [1, 2, 99] })],
      { 'a1 1': { read: true }, 'a1 2': { read: true }, 'a1 3': { read: false } },
    ],
  },
  ledger: {
    SaleRecorded: [
      [[sale], { 'a1 1': { kind: 'sale', cents: 6_00, about: 'sellauth-i1', bps: 2000, rate_from: 'own', at } }],
      [[an('SaleRecorded', { rateFrom: 'tier', tier: 'gold' })], { 'a1 1': { rate_from: 'gold' } }],
    ],
    SaleReversed: [[an('SaleReversed')], { 'a1 1': { kind: 'reversal', cents: -6_00, about: 'sellauth-i1', bps: null } }],
    CashoutRequested: [[asked], { 'a1 1': { kind: 'cashoutRequested', cents: -50_00, about: 'a1-1' } }],
    CashoutProcessed: [
      [[rejected], { 'a1 1': { kind: 'cashoutRejected', cents: 50_00, about: 'a1-1' } }],
      // Paying moves what was reserved; what is available stays.
      [[completed], {}],
      [[approved], {}],
    ],
    AffiliateDeleted: [
      [[an('AffiliateDeleted', { forfeitedCents: 7_00 })], { 'a1 1': { kind: 'forfeited', cents: -7_00, about: null } }],
      [[an('AffiliateDeleted')], {}],
    ],
  },
  admins: { AdminCreated: [[an('AdminCreated')], { d1: { username: sealed('root'), email: sealed('root@mail.com') } }] },
});
