import type { DashboardView } from '@framelift/contracts';
import type { TrendRange } from '@framelift/contracts/rules';
import { Coins, MousePointerClick, ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatMoney } from '../lib/format.ts';
import { Figure } from '../session/why/Figure.tsx';
import { Trends } from '../ui/charts/Trends.tsx';
import { Stat, Stats } from '../ui/Stat.tsx';
import { affiliateMetrics } from './affiliateMetrics.ts';
import { useTrendsQuery } from './dashboardApi.ts';

/** What the account came to so far, and over time. */
export function Figures({ view: { affiliate, stats } }: { view: DashboardView }) {
  const [range, setRange] = useState<TrendRange>('30');
  const trends = useTrendsQuery(range);
  return (
    <>
      <Stats>
        <Stat
          label="Total Earned"
          icon={<Coins aria-hidden />}
          value={<Figure figure="earned">{formatMoney(affiliate.totalEarned)}</Figure>}
        />
        <Stat
          label="Total Clicks"
          icon={<MousePointerClick aria-hidden />}
          value={<Figure figure="clicks">{formatCount(stats.totalClicks)}</Figure>}
        />
        <Stat
          label="Total Sales"
          icon={<ShoppingBag aria-hidden />}
          value={<Figure figure="sales">{formatCount(stats.totalSales)}</Figure>}
        />
      </Stats>
      <Trends
        title="Performance"
        metrics={affiliateMetrics}
        range={range}
        onRange={setRange}
        answer={trends}
        emptyHint="Share your link to see clicks and sales here."
      />
    </>
  );
}
