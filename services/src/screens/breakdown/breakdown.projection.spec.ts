import { elsewhereSale } from '@framelift/contracts';
import { event, specifyCells } from '../../../../test/support/given-events.ts';
import { breakdown } from './breakdown.projection.ts';

const from = { campaign: 'spring', site: 'forum.example' };
const visit = event('VisitTracked', { page: '/premium/', ...from });
const sale = event('SaleRecorded', { landing: '/premium', product: 'Pro', ...from });
const reversal = { landing: '/premium', product: 'Pro', ...from };
const day = '2025-03-01';

specifyCells(breakdown, {
  days: {
    VisitTracked: [
      [
        [visit],
        {
          [`a1 campaign spring ${day}`]: { clicks: 1, sales: 0, commission_cents: 0 },
          [`a1 page /premium ${day}`]: { clicks: 1 },
          [`a1 referrer forum.example ${day}`]: { clicks: 1 },
        },
      ],
      [
        [event('VisitTracked', { page: '/' }), event('VisitTracked', { page: '/' })],
        { [`a1 campaign  ${day}`]: { clicks: 2 }, [`a1 page / ${day}`]: { clicks: 2 }, [`a1 referrer  ${day}`]: { clicks: 2 } },
      ],
    ],
    SaleRecorded: [
      [visit, sale],
      {
        [`a1 campaign spring ${day}`]: { clicks: 1, sales: 1, commission_cents: 6_00 },
        [`a1 page /premium ${day}`]: { clicks: 1, sales: 1, commission_cents: 6_00 },
        [`a1 referrer forum.example ${day}`]: { clicks: 1, sales: 1, commission_cents: 6_00 },
        [`a1 product Pro ${day}`]: { clicks: 0, sales: 1, commission_cents: 6_00 },
      },
    ],
    SaleReversed: [
      [
        [sale, event('SaleReversed', reversal)],
        {
          [`a1 campaign spring ${day}`]: { sales: 0, commission_cents: 0 },
          [`a1 page /premium ${day}`]: { sales: 0, commission_cents: 0 },
          [`a1 referrer forum.example ${day}`]: { sales: 0, commission_cents: 0 },
          [`a1 product Pro ${day}`]: { sales: 0, commission_cents: 0 },
        },
      ],
      // Before reversals named the product there was one, beside sales made elsewhere.
      [
        [event('SaleReversed', from), event('SaleReversed', { ...from, provider: 'api' })],
        {
          [`a1 campaign spring ${day}`]: { sales: -2 },
          [`a1 page  ${day}`]: { sales: -2 },
          [`a1 referrer forum.example ${day}`]: { sales: -2 },
          [`a1 product Framelift Premium ${day}`]: { sales: -1 },
          [`a1 product ${elsewhereSale.title} ${day}`]: { sales: -1 },
        },
      ],
    ],
    SaleRestored: [
      [sale, event('SaleReversed', reversal), event('SaleRestored', reversal)],
      {
        [`a1 campaign spring ${day}`]: { sales: 1, commission_cents: 6_00 },
        [`a1 page /premium ${day}`]: { sales: 1, commission_cents: 6_00 },
        [`a1 referrer forum.example ${day}`]: { sales: 1, commission_cents: 6_00 },
        [`a1 product Pro ${day}`]: { sales: 1, commission_cents: 6_00 },
      },
    ],
  },
});
