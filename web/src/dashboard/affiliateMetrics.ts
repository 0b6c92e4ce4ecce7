import type { AffiliateTrendsView } from '@framelift/contracts';
import { countMetric, moneyMetric } from '../ui/charts/trendMetrics.ts';

type Point = AffiliateTrendsView['points'][number];

/** Clicks, sales and commission; refunds count on the day they happen. */
export const affiliateMetrics = [
  moneyMetric<Point>({ name: 'commission', label: 'Commission', none: 'no commission', value: (point) => point.commission }),
  countMetric<Point>({ name: 'sales', label: 'Sales', noun: ['sale', 'sales'], value: (point) => point.sales }),
  countMetric<Point>({ name: 'clicks', label: 'Clicks', noun: ['click', 'clicks'], value: (point) => point.clicks }),
] as const;
