import { UNTIL_DECIDED } from '@framelift/contracts';
import { event, sealed, specifyCells } from '../../../../test/support/given-events.ts';
import { dashboard } from './dashboard.projection.ts';

const registered = event('AffiliateRegistered');
const sale = event('SaleRecorded');
const holdEnd = '2025-03-15T00:00:00.000Z';
const held = event('SaleRecorded', { availableAt: holdEnd });
const requested = event('CashoutRequested');
const method = event('PaymentMethodAdded');
const approved = event('CashoutProcessed', { status: 'approved' });
const rejected = event('CashoutProcessed', { status: 'rejected' });
const completed = event('CashoutProcessed', { status: 'completed' });
const why = { sealed: 'why', of: 'a1' };
const note = { sealed: 'note', of: 'a1' };
const collected = event('CashoutsCollected');
const unknown = event('PaymentOutcomeUnknown', {}, { stream: 'affiliate-a1' });
const returned = event('PaymentReturned');
const reviewed = event('ReviewHoldPlaced', { availableAt: holdEnd, reason: why });
const reviewOver = event('ReviewHoldLifted', { availableAt: holdEnd });
const account = { of: 'affiliate', about: 'a1', heldCents: 0 };
const accountReviewed = event('ReviewHoldPlaced', { ...account, reason: why });
const ofCashout = { of: 'cashout', about: 'a1-1', heldCents: 0 };
const cashoutReviewed = event('ReviewHoldPlaced', { ...ofCashout, reason: why });
const at = '2025-03-01T12:00:00.000Z';
const nextDay = '2025-03-02T00:00:00.000Z';

const inBlocks = (kind: string, row: object, until = '') => ({ [`a1 0 ${kind} ${until}`]: row });
/** The same sums in the blocks of every size. */
const inAllBlocks = (kind: string, row: object) => Object.fromEntries([20, 16, 12].map((shift) => [`3 ${shift} 0 ${kind}`, row]));

specifyCells(dashboard, {
  totals: {
    AffiliateRegistered: [
      [event('AffiliateRegistered', { textsVersion: '2' })],
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
          texts_version: '2',
        },
      },
    ],
    AffiliateEdited: [
      [
        [registered, event('AffiliateEdited', { status: 'suspended', tier: 'gold' })],
        { a1: { status: 'suspended', tier: 'gold', commission_bps: 2000, username: sealed('anna') } },
      ],
      [
        [registered, event('AffiliateEdited', { minimumCashoutCents: 25_00, holdDays: 7 }), event('AffiliateEdited', { holdDays: null })],
        { a1: { minimum_cashout_cents: 25_00, hold_days: null } },
      ],
      [
        [registered, event('AffiliateEdited', { username: sealed('anne'), email: sealed('e'), commissionBps: 3000 })],
        { a1: { username: sealed('anne'), email: sealed('e'), commission_bps: 3000, status: 'active' } },
      ],
    ],
    AffiliateDeleted: [
      [registered, sale, event('AffiliateDeleted', { forfeitedCents: 6_00 })],
      { a1: { forfeited_cents: 6_00, deleted: true, username: null, email: null } },
    ],
    SaleRecorded: [
      [
        [registered, sale, event('SaleRecorded', { invoiceId: 'i2' })],
        { a1: { net_sales: 2, generated_cents: 59_98, earned_cents: 12_00, holds: {} } },
      ],
      [[registered, held], { a1: { holds: { [holdEnd]: 6_00 } } }],
    ],
    SaleRestored: [
      [
        [registered, sale, event('SaleReversed'), event('SaleRestored')],
        { a1: { net_sales: 1, generated_cents: 29_99, earned_cents: 6_00, reversed_cents: 0, forfeited_cents: 0 } },
      ],
      [
        [registered, held, event('SaleReversed', { availableAt: holdEnd }), event('SaleRestored', { availableAt: holdEnd })],
        { a1: { holds: { [holdEnd]: 6_00 }, reversed_cents: 0 } },
      ],
      [[registered, sale, event('SaleReversed'), event('SaleRestored', { forfeitedCents: 6_00 })], { a1: { forfeited_cents: 6_00 } }],
    ],
    SaleReversed: [
      [[registered, sale, event('SaleReversed')], { a1: { net_sales: 0, generated_cents: 0, earned_cents: 6_00, reversed_cents: 6_00 } }],
      [[registered, held, event('SaleReversed', { availableAt: holdEnd })], { a1: { holds: {}, reversed_cents: 6_00 } }],
    ],
    HoldReleased: [[registered, held, event('HoldReleased', { availableAt: holdEnd })], { a1: { holds: {} } }],
    ReviewHoldPlaced: [
      [[registered, held, reviewed], { a1: { holds: { [UNTIL_DECIDED]: 6_00 }, under_review: false, review_reason: null } }],
      [[registered, accountReviewed], { a1: { holds: {}, under_review: true, review_reason: why } }],
    ],
    ReviewHoldLifted: [
      [[registered, held, reviewed, reviewOver], { a1: { holds: { [holdEnd]: 6_00 } } }],
      [[registered, accountReviewed, event('ReviewHoldLifted', account)], { a1: { under_review: false, review_reason: null } }],
    ],
    SaleImported: [
      [[registered, event('SaleImported')], { a1: { earned_cents: 30_00, net_sales: 1, generated_cents: 100_00, holds: {} } }],
      [[registered, event('SaleImported', { availableAt: holdEnd })], { a1: { holds: { [holdEnd]: 30_00 } } }],
    ],
    PayoutImported: [[registered, event('PayoutImported')], { a1: { paid_cents: 10_00, earned_cents: 0 } }],
    OpeningBalanceImported: [[registered, event('OpeningBalanceImported')], { a1: { earned_cents: 5_00, net_sales: 0 } }],
    TierReached: [[registered, event('TierReached', { to: 'gold' })], { a1: { tier: 'gold' } }],
    TierRecalculated: [
      [registered, event('TierReached', { to: 'gold' }), event('TierRecalculated', { to: 'silver' })],
      { a1: { tier: 'silver' } },
    ],
    CashoutRequested: [[registered, requested], { a1: { reserved_cents: 50_00, paid_cents: 0 } }],
    CashoutProcessed: [
      [[registered, requested, approved], { a1: { reserved_cents: 50_00, paid_cents: 0 } }],
      [[registered, requested, rejected], { a1: { reserved_cents: 0, paid_cents: 0 } }],
      [[registered, requested, approved, completed], { a1: { reserved_cents: 0, paid_cents: 50_00 } }],
    ],
    PaymentReturned: [
      [[registered, requested, completed, returned], { a1: { reserved_cents: 0, paid_cents: 0, forfeited_cents: 0 } }],
      [
        [registered, requested, completed, event('PaymentReturned', { forfeitedCents: 50_00 })],
        { a1: { paid_cents: 0, forfeited_cents: 50_00 } },
      ],
    ],
  },
  clicks: { VisitTracked: [[event('VisitTracked'), event('VisitTracked')], { a1: { clicks: 2 } }] },
  days: {
    VisitTracked: [
      [event('VisitTracked'), event('VisitTracked'), event('VisitTracked', {}, { at: nextDay })],
      { 'a1 2025-03-01': { clicks: 2 }, 'a1 2025-03-02': { clicks: 1, sales: 0, commission_cents: 0 } },
    ],
    SaleRecorded: [[sale, sale], { 'a1 2025-03-01': { clicks: 0, sales: 2, commission_cents: 12_00 } }],
    SaleRestored: [
      [sale, event('SaleReversed'), event('SaleRestored', {}, { at: nextDay })],
      { 'a1 2025-03-01': { sales: 0, commission_cents: 0 }, 'a1 2025-03-02': { sales: 1, commission_cents: 6_00 } },
    ],
    SaleReversed: [
      [sale, event('SaleReversed', {}, { at: nextDay })],
      { 'a1 2025-03-01': { sales: 1, commission_cents: 6_00 }, 'a1 2025-03-02': { sales: -1, commission_cents: -6_00 } },
    ],
  },
  sales: {
    SaleRecorded: [
      [
        [sale],
        {
          'a1 sellauth-i1': {
            position: 1,
            product: 'Premium',
            customer_email: sealed('buyer'),
            sold_at: '2025-02-28T10:00:00.000Z',
            amount_cents: 29_99,
            commission_cents: 6_00,
            attributed_by: 'click',
            code: null,
            status: 'completed',
          },
        },
      ],
      [
        [event('SaleRecorded', { attributedBy: 'coupon', code: sealed('ZOE10') })],
        { 'a1 sellauth-i1': { attributed_by: 'coupon', code: sealed('ZOE10'), campaign: null, landing: null, site: null } },
      ],
      [
        [event('SaleRecorded', { campaign: 'spring', landing: '/premium/', site: 'forum.example' })],
        { 'a1 sellauth-i1': { campaign: 'spring', landing: '/premium', site: 'forum.example' } },
      ],
    ],
    SaleRestored: [
      [[held, event('SaleReversed'), event('SaleRestored')], { 'a1 sellauth-i1': { status: 'completed', available_at: null } }],
      [
        [held, event('SaleReversed', { reason: why }), event('SaleRestored', { availableAt: holdEnd })],
        { 'a1 sellauth-i1': { status: 'completed', available_at: holdEnd, reason: null } },
      ],
      [[event('SaleRestored')], {}],
    ],
    SaleReversed: [
      [[sale, event('SaleReversed')], { 'a1 sellauth-i1': { status: 'refunded', amount_cents: 29_99, reason: null } }],
      [[sale, event('SaleReversed', { cause: 'hand', reason: why })], { 'a1 sellauth-i1': { status: 'refunded', reason: why } }],
      [[event('SaleReversed')], {}],
    ],
    HoldReleased: [[[held, event('HoldReleased', { availableAt: holdEnd })], { 'a1 sellauth-i1': { available_at: null } }]],
    ReviewHoldPlaced: [
      [[held, reviewed], { 'a1 sellauth-i1': { under_review: true, review_reason: why, reason: null } }],
      [[held, accountReviewed], { 'a1 sellauth-i1': { under_review: false } }],
    ],
    ReviewHoldLifted: [[held, reviewed, reviewOver], { 'a1 sellauth-i1': { under_review: false, review_reason: null } }],
  },
  cashouts: {
    CashoutRequested: [
      [requested],
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
      [[requested, event('CashoutProcessed', { status: 'approved', proof: {} })], { 'a1-1': { status: 'approved', proof: true } }],
      [
        [requested, event('CashoutProcessed', { status: 'approved', proof: {} }), completed],
        { 'a1-1': { status: 'completed', proof: true } },
      ],
      [
        [requested, rejected],
        { 'a1-1': { status: 'rejected', proof: false, reason: null, internal_note: null, paid_at: null, reference: null } },
      ],
      [
        [requested, event('CashoutProcessed', { status: 'completed', reference: 'PP-1' })],
        { 'a1-1': { status: 'completed', paid_at: at, reference: 'PP-1' } },
      ],
      // Of an approval and what followed, the last that said something.
      [
        [requested, event('CashoutProcessed', { status: 'approved', adminNotes: why, internalNote: note }), completed],
        { 'a1-1': { status: 'completed', reason: why, internal_note: note } },
      ],
    ],
    CashoutsCollected: [[requested, collected], { 'a1-1': { run_id: 'r1', status: 'pending' } }],
    CashoutsReleased: [[requested, collected, event('CashoutsReleased')], { 'a1-1': { run_id: null, status: 'pending' } }],
    PaymentOutcomeUnknown: [
      [[requested, unknown], { 'a1-1': { status: 'pending', unknown_since: at } }],
      [[requested, event('PaymentOutcomeUnknown', {}, { stream: 'payout-r1' })], { 'a1-1': { unknown_since: null } }],
    ],
    PaymentOutcomeStated: [
      [requested, unknown, event('PaymentOutcomeStated', {}, { stream: 'affiliate-a1' })],
      { 'a1-1': { status: 'pending', unknown_since: null } },
    ],
    PaymentReturned: [
      [[requested, collected, completed, returned], { 'a1-1': { run_id: 'r1', status: 'returned', bank_code: null } }],
      [
        [requested, collected, completed, event('PaymentReturned', { bankCode: 'AC04' })],
        { 'a1-1': { bank_code: 'AC04', back_cents: null } },
      ],
      [
        [
          requested,
          collected,
          completed,
          event('PaymentReturned', { amountCents: 40_00, ofCents: 50_00 }),
          event('PaymentReturned', { amountCents: 2_00, ofCents: 50_00 }),
        ],
        { 'a1-1': { status: 'returned', back_cents: 42_00 } },
      ],
    ],
    ReviewHoldPlaced: [
      [[requested, cashoutReviewed], { 'a1-1': { under_review: true, review_reason: why, reason: null, status: 'pending' } }],
      [[requested, reviewed], { 'a1-1': { under_review: false } }],
    ],
    ReviewHoldLifted: [
      [requested, cashoutReviewed, event('ReviewHoldLifted', ofCashout)],
      { 'a1-1': { under_review: false, review_reason: null } },
    ],
  },
  payment_methods: {
    PaymentMethodAdded: [[method], { 'a1 m1': { position: 1, payment_type: 'paypal', details: sealed('paypal'), verified: false } }],
    PaymentMethodChanged: [
      [method, requested, completed, event('PaymentMethodChanged')],
      { 'a1 m1': { position: 1, payment_type: 'solana', details: sealed('solana'), verified: false } },
    ],
    PaymentMethodRemoved: [[method, event('PaymentMethodRemoved')], {}],
    CashoutRequested: [
      [[method, requested], { 'a1 m1': { awaited: ['a1-1'], verified: false } }],
      [[method, event('PaymentMethodRemoved'), requested], {}],
    ],
    CashoutProcessed: [
      [[method, requested, completed], { 'a1 m1': { awaited: [], verified: true } }],
      [[method, requested, approved], { 'a1 m1': { awaited: ['a1-1'], verified: false } }],
      [[method, requested, rejected], { 'a1 m1': { awaited: [], verified: false } }],
      // What was paid went to the details before the change, so the new ones stay unverified.
      [[method, requested, event('PaymentMethodChanged'), completed], { 'a1 m1': { verified: false } }],
    ],
  },
  notifications: {
    SaleRecorded: [[sale], { 'a1 1': { kind: 'sale', cents: 6_00, read: false, at } }],
    SaleReversed: [
      [[event('SaleReversed')], { 'a1 1': { kind: 'reversal', cents: 6_00, detail: 'refund', reason: null } }],
      [[event('SaleReversed', { cause: 'hand', reason: why, internalNote: note })], { 'a1 1': { detail: 'hand', reason: why } }],
    ],
    SaleRestored: [[event('SaleRestored')], { 'a1 1': { kind: 'restored', cents: 6_00 } }],
    HoldReleased: [[event('HoldReleased')], { 'a1 1': { kind: 'released', cents: 6_00 } }],
    ReviewHoldPlaced: [[reviewed], { 'a1 1': { kind: 'reviewBegun', detail: 'sale', reason: why } }],
    ReviewHoldLifted: [[reviewOver], { 'a1 1': { kind: 'reviewOver', detail: 'sale' } }],
    TierReached: [[registered, event('TierReached')], { 'a1 2': { kind: 'tier', detail: 'silver' } }],
    TierRecalculated: [[event('TierRecalculated')], { 'a1 1': { kind: 'tier', detail: 'bronze' } }],
    AffiliateEdited: [
      [
        [event('AffiliateEdited', { status: 'banned', tier: 'gold' })],
        { 'a1 1': { kind: 'edited', edited: { status: 'banned', tier: 'gold' } } },
      ],
      [[event('AffiliateEdited', { email: sealed('e') })], { 'a1 1': { kind: 'edited', edited: { email: true } } }],
      [[event('AffiliateEdited', { username: sealed('u'), email: sealed('e') })], { 'a1 1': { edited: { username: true, email: true } } }],
      [[event('AffiliateEdited', { commissionBps: 1 })], {}],
    ],
    CashoutProcessed: [
      [[approved], { 'a1 1': { kind: 'cashoutApproved', cents: 50_00, reason: null } }],
      [[completed], { 'a1 1': { kind: 'cashoutCompleted' } }],
      [[event('CashoutProcessed', { status: 'rejected', adminNotes: why })], { 'a1 1': { kind: 'cashoutRejected', reason: why } }],
    ],
    PaymentReturned: [
      [[returned], { 'a1 1': { kind: 'paymentReturned', cents: 50_00, detail: null } }],
      [[event('PaymentReturned', { bankCode: 'AC04' })], { 'a1 1': { cents: 50_00, of_cents: null, detail: 'AC04' } }],
      [[event('PaymentReturned', { amountCents: 40_00, ofCents: 50_00 })], { 'a1 1': { cents: 40_00, of_cents: 50_00 } }],
    ],
    PaymentMethodAdded: [[method], { 'a1 1': { kind: 'methodAdded', read: false } }],
    PaymentMethodChanged: [[event('PaymentMethodChanged')], { 'a1 1': { kind: 'methodChanged' } }],
    PaymentMethodRemoved: [[event('PaymentMethodRemoved')], { 'a1 1': { kind: 'methodRemoved' } }],
    MissingSaleAnswered: [
      [[event('MissingSaleAnswered')], { 'a1 1': { kind: 'missingSaleCredited' } }],
      [[event('MissingSaleAnswered', { answer: 'refused', reason: why })], { 'a1 1': { kind: 'missingSaleRefused', reason: why } }],
    ],
    CouponGiven: [[event('CouponGiven')], { 'a1 1': { kind: 'couponGiven' } }],
    CouponTakenBack: [[event('CouponTakenBack')], { 'a1 1': { kind: 'couponTakenBack' } }],
    PasswordChanged: [[event('PasswordChanged')], { 'a1 1': { kind: 'password' } }],
    TotpTurnedOn: [[event('TotpTurnedOn')], { 'a1 1': { kind: 'totpOn' } }],
    TotpTurnedOff: [[event('TotpTurnedOff')], { 'a1 1': { kind: 'totpOff' } }],
    RecoveryCodesRenewed: [[event('RecoveryCodesRenewed')], { 'a1 1': { kind: 'recoveryCodes' } }],
    NotificationsRead: [
      [sale, event('TierReached'), sale, event('NotificationsRead', { notifications: [1, 2, 99] })],
      { 'a1 1': { read: true }, 'a1 2': { read: true }, 'a1 3': { read: false } },
    ],
  },
  coupons: {
    CouponGiven: [
      [
        [event('CouponGiven', { discountBps: 10_00 })],
        { [`a1 ${'c'.repeat(40)}`]: { position: 1, code: sealed('ZOE10'), discount_bps: 10_00 } },
      ],
      [[event('CouponGiven')], { [`a1 ${'c'.repeat(40)}`]: { discount_bps: null } }],
    ],
    CouponTakenBack: [
      [event('CouponGiven'), event('CouponGiven', { codeClaim: 'd' }), event('CouponTakenBack')],
      { 'a1 d': { position: 2 } },
    ],
  },
  parts: {
    AffiliateRegistered: [[registered], { 'a1 registered 1': { accounts: 1, about: null } }],
    AffiliateEdited: [
      [[event('AffiliateEdited', { tier: 'gold' })], { 'a1 tier 1': { about: 'gold' } }],
      [[event('AffiliateEdited', { tier: undefined, status: 'suspended' })], {}],
    ],
    SaleRecorded: [
      [
        [sale],
        {
          'a1 sale 1': {
            earned_cents: 6_00,
            sold_cents: 29_99,
            sales: 1,
            held_cents: 0,
            until: '',
            about: 'sellauth-i1',
            bps: 2000,
            rate_from: 'own',
            at,
          },
        },
      ],
      [[held], { 'a1 sale 1': { earned_cents: 6_00, held_cents: 6_00, until: holdEnd } }],
      [[event('SaleRecorded', { rateFrom: 'tier', tier: 'gold', product: 'Pro' })], { 'a1 sale 1': { rate_from: 'gold', product: 'Pro' } }],
    ],
    SaleReversed: [
      [
        [event('SaleReversed')],
        {
          'a1 reversal 1': {
            reversed_cents: 6_00,
            sold_cents: -29_99,
            sales: -1,
            about: 'sellauth-i1',
            bps: null,
            reason: null,
            product: null,
          },
        },
      ],
      [[event('SaleReversed', { product: 'Pro', availableAt: holdEnd })], { 'a1 reversal 1': { product: 'Pro', held_cents: -6_00 } }],
      [[event('SaleReversed', { availableAt: UNTIL_DECIDED })], { 'a1 reversal 1': { held_cents: 0, reviewed_cents: -6_00, until: '' } }],
      [[event('SaleReversed', { cause: 'hand', reason: why, internalNote: note })], { 'a1 reversal 1': { reason: why } }],
    ],
    SaleRestored: [
      [[event('SaleRestored')], { 'a1 restored 1': { reversed_cents: -6_00, sales: 1, about: 'sellauth-i1', until: '' } }],
      [
        [event('SaleRestored', { availableAt: holdEnd, forfeitedCents: 6_00, product: 'Pro' })],
        { 'a1 restored 1': { reversed_cents: -6_00, forfeited_cents: 6_00, until: holdEnd, product: 'Pro' } },
      ],
    ],
    HoldReleased: [
      [event('HoldReleased', { availableAt: holdEnd })],
      { 'a1 holdReleased 1': { held_cents: -6_00, until: holdEnd, earned_cents: 0, about: 'sellauth-i1' } },
    ],
    ReviewHoldPlaced: [
      [[reviewed], { 'a1 reviewBegun 1': { reviewed_cents: 6_00, held_cents: -6_00, until: holdEnd, reason: why } }],
      [[accountReviewed], { 'a1 reviewBegun 1': { reviewed_cents: 0, held_cents: 0, about: 'a1' } }],
    ],
    ReviewHoldLifted: [[reviewOver], { 'a1 reviewOver 1': { reviewed_cents: -6_00, held_cents: 6_00, until: holdEnd } }],
    TierReached: [[event('TierReached', { to: 'gold' })], { 'a1 tier 1': { about: 'gold' } }],
    TierRecalculated: [[event('TierRecalculated', { to: 'silver' })], { 'a1 tier 1': { about: 'silver' } }],
    CashoutRequested: [[requested], { 'a1 cashoutRequested 1': { reserved_cents: 50_00, waiting: 1, about: 'a1-1' } }],
    CashoutProcessed: [
      [[rejected], { 'a1 cashoutRejected 1': { reserved_cents: -50_00, paid_cents: 0, waiting: -1, about: 'a1-1', reason: null } }],
      [[event('CashoutProcessed', { status: 'rejected', adminNotes: why })], { 'a1 cashoutRejected 1': { reason: why } }],
      [[completed], { 'a1 cashoutCompleted 1': { reserved_cents: -50_00, paid_cents: 50_00 } }],
      [[event('CashoutProcessed', { status: 'completed', from: 'approved' })], { 'a1 cashoutCompleted 1': { waiting: 0 } }],
      [[approved], { 'a1 cashoutApproved 1': { reserved_cents: 0, waiting: -1 } }],
    ],
    PaymentReturned: [
      [[returned], { 'a1 paymentReturned 1': { paid_cents: -50_00, about: 'a1-1' } }],
      [[event('PaymentReturned', { forfeitedCents: 50_00 })], { 'a1 paymentReturned 1': { paid_cents: -50_00, forfeited_cents: 50_00 } }],
    ],
    SaleImported: [
      [[event('SaleImported')], { 'a1 saleImported 1': { earned_cents: 30_00, sales: 1, about: '39e68c88 of rewardful', until: '' } }],
      [[event('SaleImported', { availableAt: holdEnd, product: 'Pro' })], { 'a1 saleImported 1': { until: holdEnd, product: 'Pro' } }],
    ],
    PayoutImported: [[event('PayoutImported')], { 'a1 payoutImported 1': { paid_cents: 10_00, about: '3b03791a of rewardful' } }],
    OpeningBalanceImported: [
      [event('OpeningBalanceImported')],
      { 'a1 openingImported 1': { earned_cents: 5_00, sales: 0, about: 'rewardful' } },
    ],
    AffiliateDeleted: [
      [[event('AffiliateDeleted', { forfeitedCents: 7_00 })], { 'a1 forfeited 1': { forfeited_cents: 7_00, accounts: -1, about: null } }],
      [[event('AffiliateDeleted')], { 'a1 deleted 1': { forfeited_cents: 0, accounts: -1 } }],
    ],
  },
  part_sums: {
    AffiliateRegistered: [[registered], inBlocks('registered', { count: 1, accounts: 1 })],
    AffiliateEdited: [[event('AffiliateEdited', { tier: 'gold' })], inBlocks('tier', { count: 1 })],
    SaleRecorded: [
      [[sale, sale], inBlocks('sale', { first: 1, count: 2, earned_cents: 12_00, sales: 2, held_cents: 0 })],
      [
        [sale, held],
        {
          ...inBlocks('sale', { count: 1, held_cents: 0 }),
          ...inBlocks('sale', { count: 1, held_cents: 6_00, earned_cents: 6_00 }, holdEnd),
        },
      ],
    ],
    SaleReversed: [[event('SaleReversed')], inBlocks('reversal', { count: 1, reversed_cents: 6_00, sold_cents: -29_99 })],
    SaleRestored: [[event('SaleRestored')], inBlocks('restored', { count: 1, reversed_cents: -6_00 })],
    HoldReleased: [[event('HoldReleased', { availableAt: holdEnd })], inBlocks('holdReleased', { held_cents: -6_00 }, holdEnd)],
    ReviewHoldPlaced: [[reviewed], inBlocks('reviewBegun', { reviewed_cents: 6_00, held_cents: -6_00 }, holdEnd)],
    ReviewHoldLifted: [[reviewOver], inBlocks('reviewOver', { reviewed_cents: -6_00, held_cents: 6_00 }, holdEnd)],
    TierReached: [[event('TierReached')], inBlocks('tier', { count: 1 })],
    TierRecalculated: [[event('TierRecalculated')], inBlocks('tier', { count: 1 })],
    CashoutRequested: [[requested], inBlocks('cashoutRequested', { reserved_cents: 50_00, waiting: 1 })],
    CashoutProcessed: [[completed], inBlocks('cashoutCompleted', { reserved_cents: -50_00, paid_cents: 50_00 })],
    PaymentReturned: [[returned], inBlocks('paymentReturned', { paid_cents: -50_00 })],
    SaleImported: [[event('SaleImported')], inBlocks('saleImported', { earned_cents: 30_00 })],
    PayoutImported: [[event('PayoutImported')], inBlocks('payoutImported', { paid_cents: 10_00 })],
    OpeningBalanceImported: [[event('OpeningBalanceImported')], inBlocks('openingImported', { earned_cents: 5_00 })],
    AffiliateDeleted: [[event('AffiliateDeleted')], inBlocks('deleted', { accounts: -1 })],
  },
  programme_sums: {
    AffiliateRegistered: [[registered], inAllBlocks('registered', { count: 1, accounts: 1, clicks: 0 })],
    AffiliateEdited: [[event('AffiliateEdited', { tier: 'gold' })], inAllBlocks('tier', { count: 1 })],
    SaleRecorded: [[sale, held], inAllBlocks('sale', { count: 2, earned_cents: 12_00, sales: 2 })],
    SaleReversed: [[event('SaleReversed')], inAllBlocks('reversal', { count: 1, reversed_cents: 6_00, sold_cents: -29_99 })],
    SaleRestored: [[event('SaleRestored')], inAllBlocks('restored', { count: 1, reversed_cents: -6_00 })],
    HoldReleased: [[event('HoldReleased')], inAllBlocks('holdReleased', { count: 1 })],
    ReviewHoldPlaced: [[reviewed], inAllBlocks('reviewBegun', { reviewed_cents: 6_00 })],
    ReviewHoldLifted: [[reviewOver], inAllBlocks('reviewOver', { reviewed_cents: -6_00 })],
    TierReached: [[event('TierReached')], inAllBlocks('tier', { count: 1 })],
    TierRecalculated: [[event('TierRecalculated')], inAllBlocks('tier', { count: 1 })],
    CashoutRequested: [[requested], inAllBlocks('cashoutRequested', { reserved_cents: 50_00, waiting: 1 })],
    CashoutProcessed: [[approved], inAllBlocks('cashoutApproved', { reserved_cents: 0, waiting: -1 })],
    PaymentReturned: [[returned], inAllBlocks('paymentReturned', { paid_cents: -50_00 })],
    SaleImported: [[event('SaleImported')], inAllBlocks('saleImported', { earned_cents: 30_00 })],
    PayoutImported: [[event('PayoutImported')], inAllBlocks('payoutImported', { paid_cents: 10_00 })],
    OpeningBalanceImported: [[event('OpeningBalanceImported')], inAllBlocks('openingImported', { earned_cents: 5_00 })],
    AffiliateDeleted: [[event('AffiliateDeleted')], inAllBlocks('deleted', { accounts: -1 })],
    VisitTracked: [[event('VisitTracked'), event('VisitTracked')], inAllBlocks('visit', { count: 2, clicks: 2, sales: 0 })],
  },
  admins: {
    AdminCreated: [[event('AdminCreated')], { d1: { username: sealed('root'), email: sealed('root@mail.com') } }],
    AdminEmailChanged: [[event('AdminCreated'), event('AdminEmailChanged')], { d1: { username: sealed('root'), email: sealed('new') } }],
  },
});
