import type { OverviewView } from '@framelift/contracts';
import { Clock, Coins, ShoppingBag, UserPlus, Users, Wallet } from 'lucide-react';
import { formatCount, formatMoney } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Stat, Stats } from '../ui/Stat.tsx';
import { AdminTrends } from './AdminTrends.tsx';
import styles from './admin.module.css';

interface Props {
  overview: OverviewView['overview'];
  onCreate: () => void;
  onCashouts: () => void;
}

export function AdminOverviewTab({ overview, onCreate, onCashouts }: Props) {
  const status = [
    ['Active Affiliates', formatCount(overview.activeAffiliates)],
    ['Total Clicks', formatCount(overview.totalClicks)],
    ['Outstanding Balance', formatMoney(overview.totalOutstandingBalance)],
    ['Total Paid Out', formatMoney(overview.totalPaidOut)],
  ] as const;
  return (
    <div className={styles.stack}>
      <Stats>
        <Stat label="Total Affiliates" icon={<Users aria-hidden />} value={formatCount(overview.totalAffiliates)} />
        <Stat label="Total Revenue" icon={<Coins aria-hidden />} value={formatMoney(overview.totalRevenue)} />
        <Stat label="Pending Cashouts" icon={<Clock aria-hidden />} value={formatCount(overview.pendingCashouts)} />
        <Stat label="Total Sales" icon={<ShoppingBag aria-hidden />} value={formatCount(overview.totalSales)} />
      </Stats>
      <AdminTrends />
      <div className={styles.columns}>
        <Card as="section" className={styles.block}>
          <h2 className={styles.heading}>System Status</h2>
          <dl className={styles.facts}>
            {status.map(([label, value]) => (
              <div key={label} className={styles.fact}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card as="section" className={styles.block}>
          <h2 className={styles.heading}>Quick Actions</h2>
          <div className={styles.quick}>
            <Button variant="primary" onClick={onCreate}>
              <UserPlus aria-hidden />
              Create New Affiliate
            </Button>
            <Button onClick={onCashouts}>
              <Wallet aria-hidden />
              Process Cashouts
            </Button>
          </div>
        </Card>
      </div>
    </div>
  );
}
