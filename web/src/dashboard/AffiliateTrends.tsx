import type { AffiliateTrendsView } from '@framelift/contracts';
import type { TrendRange } from '@framelift/contracts/rules';
import { useState } from 'react';
import { countMetric, moneyMetric } from '../ui/charts/trendMetrics.ts';
import { Trends } from '../ui/charts/Trends.tsx';
import { useTrendsQuery } from './dashboardApi.ts';

type Point = AffiliateTrendsView['points'][number];

const metrics = [
  moneyMetric<Point>({ name: 'commission', label: 'Commission', value: (point) => point.commission }),
  countMetric<Point>({ name: 'sales', label: 'Sales', value: (point) => point.sales }),
  countMetric<Point>({ name: 'clicks', label: 'Clicks', value: (point) => point.clicks }),
] as const;

/** Clicks, sales and commission over time; refunds count on the day they happen. */
export function AffiliateTrends() {
  const [range, setRange] = useState<TrendRange>('30');
  const { data, isError, refetch } = useTrendsQuery(range);
  return (
    <Trends
      title="Performance"
      metrics={metrics}
      range={range}
      onRange={setRange}
      trend={data}
      failed={isError}
      onRetry={refetch}
      empty={{ text: 'Nothing in this time.', hint: 'Share your link, and its clicks and sales appear here.' }}
    />
  );
}
