import type { DashboardView } from '@framelift/contracts';
import type { TrendRange } from '@framelift/contracts/rules';
import { Coins, MousePointerClick, ShoppingBag, Wallet } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatDate, formatMoney } from '../lib/format.ts';
import { paymentTypeLabels } from '../lib/payment.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { Blurred } from '../ui/lists/Blurred.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Entries, Entry } from '../ui/layout/Entries.tsx';
import { Columns, Stack } from '../ui/layout/Stack.tsx';
import { Faint } from '../ui/layout/Text.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import { Stat, Stats } from '../ui/Stat.tsx';
import { Trends } from '../ui/charts/Trends.tsx';
import { CodesCard } from './sharing/CodesCard.tsx';
import { affiliateMetrics } from './affiliateMetrics.ts';
import { useTrendsQuery } from './dashboardApi.ts';
import { OnHoldCard } from './OnHoldCard.tsx';
import styles from './OverviewTab.module.css';
import { LinkCard } from './sharing/LinkCard.tsx';
import { TierCard } from './TierCard.tsx';

/** How many recent sales the overview shows (docs/product.md#affiliate-dashboard). */
const RECENT = 5;

interface Props {
  view: DashboardView;
  balanceShown: boolean;
  onShare: () => void;
}

export function OverviewTab({ view, balanceShown, onShare }: Props) {
  const { affiliate, stats, terms } = view;
  const [range, setRange] = useState<TrendRange>('30');
  const trends = useTrendsQuery(range);
  return (
    <Stack>
      <LinkCard username={affiliate.username} windowDays={terms.windowDays} onShare={onShare} />
      <Stats>
        <Stat
          label="Current Balance"
          icon={<Wallet aria-hidden />}
          value={<Blurred shown={balanceShown}>{formatMoney(affiliate.balance)}</Blurred>}
        />
        <Stat label="Total Earned" icon={<Coins aria-hidden />} value={formatMoney(affiliate.totalEarned)} />
        <Stat label="Total Clicks" icon={<MousePointerClick aria-hidden />} value={formatCount(stats.totalClicks)} />
        <Stat label="Total Sales" icon={<ShoppingBag aria-hidden />} value={formatCount(stats.totalSales)} />
      </Stats>
      {(affiliate.onHold > 0 || affiliate.underReviewAmount > 0 || terms.holdDays > 0) && (
        <OnHoldCard onHold={affiliate.onHold} releases={affiliate.releases} underReviewAmount={affiliate.underReviewAmount} />
      )}
      <Trends
        title="Performance"
        metrics={affiliateMetrics}
        range={range}
        onRange={setRange}
        answer={trends}
        emptyHint="Share your link to see clicks and sales here."
      />
      <TierCard affiliate={affiliate} />
      <CodesCard coupons={affiliate.coupons} />
      <Columns>
        <RecentSales sales={view.recentSales.slice(0, RECENT)} />
        <RecentCashouts cashouts={view.recentCashouts.slice(0, RECENT)} />
      </Columns>
    </Stack>
  );
}

function RecentSales({ sales }: { sales: DashboardView['recentSales'] }) {
  return (
    <TitledCard title="Recent Sales" tight>
      {sales.length === 0 && <Empty text="No recent sales." />}
      <Entries>
        {sales.map((sale) => (
          <Entry
            key={sale.transactionId}
            title={sale.product}
            aside={
              <div className={styles.numbers}>
                <p className={sale.status === 'refunded' ? styles.struck : styles.gain}>+{formatMoney(sale.commissionAmount)}</p>
                <Faint>of {formatMoney(sale.amount)}</Faint>
              </div>
            }
          >
            <Faint>
              {sale.customerEmail} · {formatDate(sale.timestamp)}
            </Faint>
          </Entry>
        ))}
      </Entries>
    </TitledCard>
  );
}

function RecentCashouts({ cashouts }: { cashouts: DashboardView['recentCashouts'] }) {
  return (
    <TitledCard title="Recent Cashouts" tight>
      {cashouts.length === 0 && <Empty text="No recent cashouts." />}
      <Entries>
        {cashouts.map((cashout) => (
          <Entry
            key={cashout.id}
            title={formatMoney(cashout.amount)}
            aside={<StatusBadge status={cashout.underReview ? 'under review' : cashout.status} />}
          >
            <Faint>
              {paymentTypeLabels[cashout.paymentType]} · {formatDate(cashout.createdAt)}
            </Faint>
          </Entry>
        ))}
      </Entries>
    </TitledCard>
  );
}
