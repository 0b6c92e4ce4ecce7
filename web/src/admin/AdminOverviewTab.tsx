import type { FigureId } from '@framelift/contracts';
import type { TrendRange } from '@framelift/contracts/rules';
import { Clock, Coins, ShoppingBag, UserPlus, Users, Wallet } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatMoney } from '../lib/format.ts';
import { Figure } from '../session/why/Figure.tsx';
import { Button } from '../ui/Button.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Stat, Stats } from '../ui/Stat.tsx';
import { Facts } from '../ui/layout/Facts.tsx';
import { Columns, Stack } from '../ui/layout/Stack.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import { Actions } from '../ui/layout/Toolbar.tsx';
import { rangeLabels } from '../ui/charts/rangeLabels.ts';
import { Trends } from '../ui/charts/Trends.tsx';
import { useOverviewQuery } from './adminApi.ts';
import { FirstRun } from './FirstRun.tsx';
import { loadError } from './loadError.ts';
import { NeedsYou } from './NeedsYou.tsx';
import { SoldProducts } from './SoldProducts.tsx';
import { NewerVersion } from './NewerVersion.tsx';
import { programmeMetrics } from './programmeMetrics.ts';
import { useAdminTrendsQuery } from './trendsApi.ts';

interface Props {
  onCreate: () => void;
  onCashouts: () => void;
}

const figure = (name: FigureId, text: string) => (
  <Figure key={name} figure={name}>
    {text}
  </Figure>
);

export function AdminOverviewTab({ onCreate, onCashouts }: Props) {
  const { data, error, isFetching, refetch } = useOverviewQuery();
  const [range, setRange] = useState<TrendRange>('30');
  const trends = useAdminTrendsQuery(range);
  if (!data && error && !isFetching) return <Failed text={loadError('overview', error)} onRetry={refetch} />;
  if (!data) return <Loading text="Loading overview..." />;
  const { overview } = data;
  const status = [
    ['Active Affiliates', formatCount(overview.activeAffiliates)],
    ['Total Clicks', figure('clicks', formatCount(overview.totalClicks))],
    ['Outstanding Balance', figure('outstanding', formatMoney(overview.totalOutstandingBalance))],
    ...(overview.totalDebt ? [['Owed to You', figure('debts', formatMoney(overview.totalDebt))] as const] : []),
    ['Total Paid Out', figure('paid', formatMoney(overview.totalPaidOut))],
  ] as const;
  return (
    <Stack>
      <NewerVersion />
      <FirstRun onCreate={onCreate} />
      <NeedsYou />
      <Stats>
        <Stat label="Total Affiliates" icon={<Users aria-hidden />} value={figure('affiliates', formatCount(overview.totalAffiliates))} />
        <Stat label="Total Revenue" icon={<Coins aria-hidden />} value={figure('revenue', formatMoney(overview.totalRevenue))} />
        <Stat
          label="Pending Cashouts"
          icon={<Clock aria-hidden />}
          value={figure('waiting-cashouts', formatCount(overview.pendingCashouts))}
        />
        <Stat label="Total Sales" icon={<ShoppingBag aria-hidden />} value={figure('sales', formatCount(overview.totalSales))} />
      </Stats>
      <Trends
        title="Programme"
        metrics={programmeMetrics}
        range={range}
        onRange={setRange}
        answer={trends}
        emptyHint="Sales, payouts and clicks appear here as they happen."
      />
      {trends.currentData && <SoldProducts products={trends.currentData.products} when={rangeLabels[range].toLowerCase()} />}
      <Columns>
        <TitledCard title="System Status">
          <Facts as="rows" facts={status} />
        </TitledCard>
        <TitledCard title="Quick Actions">
          <Actions>
            <Button variant="primary" onClick={onCreate}>
              <UserPlus aria-hidden />
              Create New Affiliate
            </Button>
            <Button onClick={onCashouts}>
              <Wallet aria-hidden />
              Process Cashouts
            </Button>
          </Actions>
        </TitledCard>
      </Columns>
    </Stack>
  );
}
