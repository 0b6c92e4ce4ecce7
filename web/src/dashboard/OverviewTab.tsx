import type { DashboardView } from '@framelift/contracts';
import { payoutMethods } from '@framelift/contracts/payout-methods';
import { Suspense } from 'react';
import { formatDate, formatMoney } from '../lib/format.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { lazily } from '../ui/dialogs/lazily.ts';
import { Empty } from '../ui/Empty.tsx';
import { Entries, Entry } from '../ui/layout/Entries.tsx';
import { Columns, Stack } from '../ui/layout/Stack.tsx';
import { Faint } from '../ui/layout/Text.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import { CodesCard } from './sharing/CodesCard.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { Figures } from './Figures.tsx';
import { isFresh } from './isFresh.ts';
import styles from './OverviewTab.module.css';
import { LinkCard } from './sharing/LinkCard.tsx';
import { TierCard } from './TierCard.tsx';

const FirstSteps = lazily(() => import('./FirstSteps.tsx').then((loaded) => loaded.FirstSteps));

/** How many recent sales the overview shows (docs/product.md#affiliate-dashboard). */
const RECENT = 5;

interface Props {
  view: DashboardView;
  balanceShown: boolean;
  onShare: () => void;
  onWithdraw: () => void;
  onAddMethod: () => void;
}

export function OverviewTab({ view, balanceShown, onShare, onWithdraw, onAddMethod }: Props) {
  const { affiliate, terms } = view;
  return (
    <Stack>
      {isFresh(view) && (
        <Suspense>
          <FirstSteps view={view} onAddMethod={onAddMethod} />
        </Suspense>
      )}
      <div className={styles.top}>
        <BalanceCard view={view} shown={balanceShown} onWithdraw={onWithdraw} />
        <LinkCard username={affiliate.username} windowDays={terms.windowDays} onShare={onShare} />
      </div>
      {!isFresh(view) && <Figures view={view} />}
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
              {payoutMethods[cashout.paymentType].name} · {formatDate(cashout.createdAt)}
            </Faint>
          </Entry>
        ))}
      </Entries>
    </TitledCard>
  );
}
