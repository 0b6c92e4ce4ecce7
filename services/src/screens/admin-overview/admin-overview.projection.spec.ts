import { event, specifyCells } from '../../../../test/support/given-events.ts';
import { adminOverview } from './admin-overview.projection.ts';

const registered = event('AffiliateRegistered');
const sale = event('SaleRecorded');
const requested = event('CashoutRequested');
const approved = event('CashoutProcessed', { status: 'approved' });
const rejected = event('CashoutProcessed', { status: 'rejected' });
const completed = event('CashoutProcessed', { status: 'completed', from: 'approved' });
const nextDay = '2025-03-02T00:00:00.000Z';

specifyCells(adminOverview, {
  // One row per partition; all events of these specs are of partition 3.
  totals: {
    AffiliateRegistered: [[registered, event('AffiliateRegistered', {}, { stream: 'affiliate-a2' })], { 3: { affiliates: 2 } }],
    AffiliateDeleted: [[registered, event('AffiliateDeleted')], { 3: { affiliates: 0 } }],
    VisitTracked: [[event('VisitTracked'), event('VisitTracked')], { 3: { clicks: 2 } }],
    SaleRecorded: [[sale, sale], { 3: { revenue_cents: 59_98, net_sales: 2 } }],
    SaleReversed: [[sale, event('SaleReversed')], { 3: { revenue_cents: 0, net_sales: 0 } }],
    SaleRestored: [[sale, event('SaleReversed'), event('SaleRestored')], { 3: { revenue_cents: 29_99, net_sales: 1 } }],
    CashoutRequested: [[requested], { 3: { pending_cashouts: 1 } }],
    CashoutProcessed: [
      [[requested, approved], { 3: { pending_cashouts: 0, completed_cashouts: 0, rejected_cashouts: 0, paid_cents: 0 } }],
      [[requested, approved, completed], { 3: { pending_cashouts: 0, completed_cashouts: 1, rejected_cashouts: 0, paid_cents: 50_00 } }],
      [[requested, rejected], { 3: { pending_cashouts: 0, completed_cashouts: 0, rejected_cashouts: 1, paid_cents: 0 } }],
    ],
    PaymentReturned: [[requested, completed, event('PaymentReturned')], { 3: { paid_cents: 0 } }],
    SaleImported: [[event('SaleImported')], { 3: { revenue_cents: 100_00, net_sales: 1 } }],
    PayoutImported: [[event('PayoutImported')], { 3: { paid_cents: 10_00, completed_cashouts: 0 } }],
    OpeningBalanceImported: [[event('OpeningBalanceImported')], {}],
  },
  affiliate_months: {
    SaleRecorded: [
      [sale, sale, event('SaleRecorded', {}, { at: '2025-04-01T00:00:00.000Z' })],
      { 'a1 2025-03-01': { sales: 2, net_cents: 12_00 }, 'a1 2025-04-01': { sales: 1, net_cents: 6_00 } },
    ],
    SaleReversed: [
      [sale, event('SaleReversed', {}, { at: '2025-04-01T00:00:00.000Z' })],
      { 'a1 2025-03-01': { sales: 1, net_cents: 6_00 }, 'a1 2025-04-01': { sales: 0, net_cents: -6_00 } },
    ],
    SaleRestored: [
      [sale, event('SaleReversed'), event('SaleRestored', {}, { at: '2025-04-01T00:00:00.000Z' })],
      { 'a1 2025-03-01': { sales: 1, net_cents: 0 }, 'a1 2025-04-01': { sales: 0, net_cents: 6_00 } },
    ],
  },
  // One row per partition and day.
  product_days: {
    SaleRecorded: [
      [sale, event('SaleRecorded', { product: 'Pro' }, { at: nextDay })],
      {
        '3 Premium 2025-03-01': { sales: 1, revenue_cents: 29_99, commission_cents: 6_00 },
        '3 Pro 2025-03-02': { sales: 1, revenue_cents: 29_99 },
      },
    ],
    SaleReversed: [
      [sale, event('SaleReversed', {}, { at: nextDay })],
      {
        '3 Premium 2025-03-01': { sales: 1 },
        '3 Framelift Premium 2025-03-02': { sales: -1, revenue_cents: -29_99, commission_cents: -6_00 },
      },
    ],
    SaleRestored: [
      [event('SaleRestored')],
      { '3 Framelift Premium 2025-03-01': { sales: 1, revenue_cents: 29_99, commission_cents: 6_00 } },
    ],
  },
  days: {
    VisitTracked: [
      [event('VisitTracked'), event('VisitTracked', {}, { at: nextDay })],
      { '3 2025-03-01': { clicks: 1 }, '3 2025-03-02': { clicks: 1, sales: 0 } },
    ],
    SaleRecorded: [[sale, sale], { '3 2025-03-01': { sales: 2, revenue_cents: 59_98, owed_cents: 12_00, paid_cents: 0 } }],
    SaleReversed: [
      [sale, event('SaleReversed', {}, { at: nextDay })],
      { '3 2025-03-01': { sales: 1 }, '3 2025-03-02': { sales: -1, revenue_cents: -29_99, owed_cents: -6_00 } },
    ],
    SaleRestored: [
      [[event('SaleRestored')], { '3 2025-03-01': { sales: 1, revenue_cents: 29_99, owed_cents: 6_00 } }],
      // Of a deleted affiliate: forfeited, so it is no longer owed.
      [[event('SaleRestored', { forfeitedCents: 6_00 })], { '3 2025-03-01': { sales: 1, owed_cents: 0 } }],
    ],
    CashoutProcessed: [
      [[completed], { '3 2025-03-01': { paid_cents: 50_00, owed_cents: -50_00, clicks: 0 } }],
      [[approved], {}],
      [[rejected], {}],
    ],
    CashoutRequested: [[requested], {}],
    PaymentReturned: [
      [[event('PaymentReturned')], { '3 2025-03-01': { paid_cents: -50_00, owed_cents: 50_00 } }],
      // Of a deleted affiliate: forfeited, so it is no longer owed.
      [[event('PaymentReturned', { forfeitedCents: 50_00 })], { '3 2025-03-01': { paid_cents: -50_00, owed_cents: 0 } }],
    ],
    // Nothing was sold or paid on the day of an import.
    SaleImported: [[event('SaleImported')], { '3 2025-03-01': { owed_cents: 30_00, sales: 0, revenue_cents: 0 } }],
    PayoutImported: [[event('PayoutImported')], { '3 2025-03-01': { owed_cents: -10_00, paid_cents: 0 } }],
    OpeningBalanceImported: [[event('OpeningBalanceImported')], { '3 2025-03-01': { owed_cents: 5_00, sales: 0 } }],
    AffiliateDeleted: [
      [[event('AffiliateDeleted', { forfeitedCents: 7_00 })], { '3 2025-03-01': { owed_cents: -7_00, paid_cents: 0 } }],
      [[event('AffiliateDeleted')], {}],
    ],
  },
});
