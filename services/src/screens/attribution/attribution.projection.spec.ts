import { event, sealed, specifyCells } from '../../../../test/support/given-events.ts';
import { attribution } from './attribution.projection.ts';

const started = event('CheckoutStarted', { affiliateId: 'a1', visitId: 'v1', visitKnown: true, referredAt: '2025-02-01T00:00:00.000Z' });
const credited = event('SaleCredited');

specifyCells(attribution, {
  outcomes: {
    CheckoutStarted: [
      [
        [started],
        {
          'sellauth-i1': {
            outcome: 'open',
            affiliate_id: 'a1',
            visit_id: 'v1',
            visit_known: true,
            referred_at: '2025-02-01T00:00:00.000Z',
            list_cents: 29_99,
            started_at: '2025-03-01T12:00:00.000Z',
            listed_at: '2025-03-01T12:00:00.000Z',
            position: 1,
          },
        },
      ],
      [[event('CheckoutStarted', { sku: 'premium' })], { 'sellauth-i1': { product: 'Framelift Premium' } }],
      [
        [event('SaleNotCredited'), started],
        { 'sellauth-i1': { outcome: 'notCredited', listed_at: '2025-02-28T10:00:00.000Z', started_at: '2025-03-01T12:00:00.000Z' } },
      ],
      [
        [
          event('CheckoutStarted', {
            affiliateId: 'a1',
            attributedBy: 'coupon',
            product: { title: 'Pro', priceCents: 1, commission: 'tier' },
          }),
        ],
        { 'sellauth-i1': { affiliate_id: 'a1', attributed_by: 'coupon', product: 'Pro' } },
      ],
      [
        [event('SaleCredited', { credited: 'hand', product: 'Pro' }), event('CheckoutStarted', { attributedBy: 'click' })],
        { 'sellauth-i1': { attributed_by: 'hand', product: 'Pro' } },
      ],
      [
        [event('CheckoutStarted')],
        { 'sellauth-i1': { outcome: 'open', attributed_by: null, affiliate_id: null, visit_id: null, visit_known: false } },
      ],
    ],
    SaleReported: [
      [event('SaleReported', { affiliateId: 'a1', attributedBy: 'coupon' })],
      {
        'api-o1': {
          listed_at: '2025-02-28T10:00:00.000Z',
          sold_at: '2025-02-28T10:00:00.000Z',
          affiliate_id: 'a1',
          attributed_by: 'coupon',
          outcome: 'open',
          position: 1,
        },
      },
    ],
    SaleCredited: [
      [
        [started, credited],
        {
          'sellauth-i1': {
            outcome: 'credited',
            credited: 'store',
            affiliate_id: 'a1',
            amount_cents: 29_99,
            commission_cents: 6_00,
            visit_id: 'v1',
            position: 2,
          },
        },
      ],
      [
        [started, event('SaleCredited', { availableAt: '2025-03-14T00:00:00.000Z' })],
        { 'sellauth-i1': { available_at: '2025-03-14T00:00:00.000Z' } },
      ],
      [
        [event('SaleNotCredited'), event('SaleCredited', { credited: 'hand', affiliateId: 'a2' })],
        {
          'sellauth-i1': {
            outcome: 'credited',
            credited: 'hand',
            attributed_by: 'hand',
            affiliate_id: 'a2',
            reason: 'suspended',
            listed_at: '2025-02-28T10:00:00.000Z',
          },
        },
      ],
    ],
    SaleHoldReleased: [
      [started, event('SaleCredited', { availableAt: '2025-03-14T00:00:00.000Z' }), event('SaleHoldReleased')],
      { 'sellauth-i1': { outcome: 'credited', available_at: null, position: 3 } },
    ],
    SaleNotCredited: [
      [
        [started, event('SaleNotCredited')],
        {
          'sellauth-i1': {
            outcome: 'notCredited',
            reason: 'suspended',
            affiliate_id: 'a1',
            paid_cents: 29_99,
            sold_at: '2025-02-28T10:00:00.000Z',
            listed_at: '2025-02-28T10:00:00.000Z',
            customer_email: sealed('buyer'),
          },
        },
      ],
      [
        [event('SaleNotCredited', { reason: 'unknownCheckout' })],
        { 'sellauth-i1': { outcome: 'notCredited', affiliate_id: null, started_at: null } },
      ],
    ],
    SaleCreditReversed: [
      [started, credited, event('SaleCreditReversed')],
      {
        'sellauth-i1': {
          outcome: 'reversed',
          credited: 'store',
          commission_cents: 6_00,
          listed_at: '2025-03-01T12:00:00.000Z',
          position: 3,
        },
      },
    ],
    SaleCreditRestored: [
      [
        [started, credited, event('SaleCreditReversed'), event('SaleCreditRestored')],
        { 'sellauth-i1': { outcome: 'credited', credited: 'store', available_at: null, position: 4 } },
      ],
      [
        [started, credited, event('SaleCreditReversed'), event('SaleCreditRestored', { availableAt: '2025-03-14T00:00:00.000Z' })],
        { 'sellauth-i1': { available_at: '2025-03-14T00:00:00.000Z' } },
      ],
    ],
    DisputeSeen: [
      [[started, credited, event('DisputeSeen')], { 'sellauth-i1': { outcome: 'credited', dispute: 'open', position: 2 } }],
      [[event('DisputeSeen'), event('DisputeSeen', { state: 'won' })], { 'sellauth-i1': { dispute: 'won', outcome: 'open' } }],
    ],
    PartialRefundSeen: [
      [started, credited, event('PartialRefundSeen')],
      { 'sellauth-i1': { outcome: 'credited', refunded_cents: 5_00, position: 2 } },
    ],
  },
  missing_sales: {
    MissingSaleRaised: [
      [event('MissingSaleRaised', { notes: sealed('by phone') })],
      { 'a1-1': { affiliate_id: 'a1', position: 1, bought_on: '2025-02-27', transaction: null, notes: sealed('by phone'), state: 'open' } },
    ],
    MissingSaleAnswered: [
      [
        [event('MissingSaleRaised'), event('MissingSaleAnswered', { transactionId: 'sellauth-i1' })],
        { 'a1-1': { state: 'credited', invoice: 'sellauth-i1', answered_at: '2025-03-01T12:00:00.000Z', position: 1 } },
      ],
      [
        [event('MissingSaleRaised'), event('MissingSaleAnswered', { answer: 'refused', reason: sealed('why'), internalNote: sealed('n') })],
        { 'a1-1': { state: 'refused', invoice: null, reason: sealed('why'), internal_note: sealed('n') } },
      ],
    ],
  },
  clicks: {
    VisitTracked: [
      [event('VisitTracked'), event('VisitTracked'), event('VisitTracked', {}, { at: '2025-03-02T00:00:00.000Z' })],
      { 'a1 2025-03-01': { clicks: 2 }, 'a1 2025-03-02': { clicks: 1, last_at: '2025-03-02T00:00:00.000Z' } },
    ],
  },
});
