import { event, sealed, specifyCells } from '../../../../test/support/given-events.ts';
import { receipts } from './receipts.projection.ts';

const at = '2025-03-01T12:00:00.000Z';
const shared = (receiptId: string, more: object = {}) => event('ReceiptShared', { receiptId, name: sealed('Mia'), countedAt: at, ...more });
const row = {
  affiliate_id: 'a1',
  figure: 'paid',
  about: 'a1-1',
  name: sealed('Mia'),
  amount_cents: 123_45,
  events: 1,
  up_to: 40,
  positions: [38],
  counted_at: at,
  days: 2,
  on_page: true,
  shared_at: at,
};
const month = { figure: 'earned', of: '2025-02', days: undefined, onPage: false } as const;

specifyCells(receipts, {
  shared: {
    ReceiptShared: [
      [shared('r1', { of: 'a1-1', days: 2 }), shared('r2', month)],
      { r1: { ...row, position: 1 }, r2: { ...row, figure: 'earned', about: '2025-02', days: null, on_page: false, position: 2 } },
    ],
    ReceiptWithdrawn: [
      [shared('r1', { of: 'a1-1', days: 2 }), shared('r2', month), event('ReceiptWithdrawn', { receiptId: 'r2' })],
      { r1: { ...row, position: 1 } },
    ],
  },
  closed: {
    AffiliateEdited: [
      [
        event('AffiliateEdited', { status: 'banned' }),
        event('AffiliateEdited', { username: sealed('mia') }),
        event('AffiliateEdited', { status: 'suspended' }, { stream: 'affiliate-b2' }),
        event('AffiliateEdited', { status: 'active' }, { stream: 'affiliate-b2' }),
      ],
      { a1: { is_closed: true }, b2: { is_closed: false } },
    ],
    AffiliateDeleted: [[event('AffiliateDeleted')], { a1: { is_closed: true } }],
  },
});
