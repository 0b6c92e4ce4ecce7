import type { AdminTrendsView } from '@framelift/contracts';
import type { TrendRange } from '@framelift/contracts/rules';
import { useState } from 'react';
import { moneyMetric, shareMetric, standingMetric } from '../ui/charts/trendMetrics.ts';
import { Trends } from '../ui/charts/Trends.tsx';
import { useAdminTrendsQuery } from './trendsApi.ts';

type Point = AdminTrendsView['points'][number];

const metrics = [
  moneyMetric<Point>({ name: 'revenue', label: 'Revenue', value: (point) => point.revenue }),
  moneyMetric<Point>({ name: 'payouts', label: 'Payouts', value: (point) => point.payouts }),
  standingMetric<Point>({ name: 'outstanding', label: 'Outstanding', value: (point) => point.outstanding }),
  shareMetric<Point>({
    name: 'conversion',
    label: 'Conversion',
    value: (point) => point.conversion,
    part: (point) => point.sales,
    whole: (point) => point.clicks,
  }),
] as const;

/** Revenue, payouts, what is owed and the share of clicks that became sales, over time. */
export function AdminTrends() {
  const [range, setRange] = useState<TrendRange>('30');
  const { data, isError, refetch } = useAdminTrendsQuery(range);
  return (
    <Trends
      title="Programme"
      metrics={metrics}
      range={range}
      onRange={setRange}
      trend={data}
      failed={isError}
      onRetry={refetch}
      empty={{ text: 'Nothing in this time.', hint: 'Sales, payouts and clicks appear here as they happen.' }}
    />
  );
}
