import { DAY_MS } from '@framelift/contracts';
import type { DashboardView } from '@framelift/contracts';
import { rules } from '@framelift/contracts/rules';
import { Coins, MousePointerClick, ShoppingBag, Wallet } from 'lucide-react';
import { formatCount, formatDate, formatMoney } from '../lib/format.ts';
import { paymentTypeLabels } from '../lib/payment.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { Blurred } from '../ui/lists/Blurred.tsx';
import { Card } from '../ui/Card.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Stat, Stats } from '../ui/Stat.tsx';
import { AffiliateTrends } from './AffiliateTrends.tsx';
import { affiliateLink } from './affiliateLink.ts';
import styles from './dashboard.module.css';
import { TierCard } from './TierCard.tsx';

/** How many recent sales the overview shows (docs/product.md#affiliate-dashboard). */
const RECENT = 5;

const ATTRIBUTION_DAYS = rules.attributionWindow / DAY_MS;

export function OverviewTab({ view, balanceShown }: { view: DashboardView; balanceShown: boolean }) {
  const { affiliate, stats } = view;
  return (
    <div className={styles.stack}>
      <Card as="section" className={styles.linkBox}>
        <div>
          <h2 className={styles.heading}>Your Affiliate Link</h2>
          <p className={styles.soft}>Purchases within {ATTRIBUTION_DAYS} days of a visit through it are credited to you.</p>
        </div>
        <CopyField label="Affiliate link" value={affiliateLink(affiliate.username)} copied="Copied!" />
      </Card>
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
      <AffiliateTrends />
      <TierCard affiliate={affiliate} />
      <div className={styles.columns}>
        <RecentSales sales={view.recentSales.slice(0, RECENT)} />
        <RecentCashouts cashouts={view.recentCashouts.slice(0, RECENT)} />
      </div>
    </div>
  );
}

function RecentSales({ sales }: { sales: DashboardView['recentSales'] }) {
  return (
    <Card as="section" className={styles.listCard}>
      <h2 className={styles.heading}>Recent Sales</h2>
      {sales.length === 0 && <Empty text="No recent sales." />}
      <ul className={styles.list}>
        {sales.map((sale) => (
          <li key={sale.transactionId} className={styles.item}>
            <div className={styles.itemText}>
              <p className={styles.itemTitle}>{sale.product}</p>
              <p className={styles.faint}>
                {sale.customerEmail} · {formatDate(sale.timestamp)}
              </p>
            </div>
            <div className={styles.itemNumbers}>
              <p className={sale.status === 'refunded' ? styles.struck : styles.gain}>+{formatMoney(sale.commissionAmount)}</p>
              <p className={styles.faint}>of {formatMoney(sale.amount)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function RecentCashouts({ cashouts }: { cashouts: DashboardView['recentCashouts'] }) {
  return (
    <Card as="section" className={styles.listCard}>
      <h2 className={styles.heading}>Recent Cashouts</h2>
      {cashouts.length === 0 && <Empty text="No recent cashouts." />}
      <ul className={styles.list}>
        {cashouts.map((cashout) => (
          <li key={cashout.id} className={styles.item}>
            <div className={styles.itemText}>
              <p className={styles.itemTitle}>{formatMoney(cashout.amount)}</p>
              <p className={styles.faint}>
                {paymentTypeLabels[cashout.paymentType]} · {formatDate(cashout.createdAt)}
              </p>
            </div>
            <StatusBadge status={cashout.status} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
