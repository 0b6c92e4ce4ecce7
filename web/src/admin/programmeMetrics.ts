import type { AdminTrendsView } from '@framelift/contracts';
import { moneyMetric, shareMetric, standingMetric } from '../ui/charts/trendMetrics.ts';

type Point = AdminTrendsView['points'][number];

/** Revenue, payouts, what is owed and the share of clicks that became sales. */
export const programmeMetrics = [
  moneyMetric<Point>({ name: 'revenue', label: 'Revenue', none: 'no revenue', value: (point) => point.revenue }),
  moneyMetric<Point>({ name: 'payouts', label: 'Payouts', none: 'no payouts', value: (point) => point.payouts }),
  standingMetric<Point>({ name: 'outstanding', label: 'Outstanding', none: 'nothing owed', value: (point) => point.outstanding }),
  shareMetric<Point>({
    name: 'conversion',
    label: 'Conversion',
    none: 'no clicks',
    value: (point) => point.conversion,
    part: (point) => point.sales,
    whole: (point) => point.clicks,
  }),
] as const;
