import type { DashboardView } from '@framelift/contracts';
import { Eye, EyeOff, Share2 } from 'lucide-react';
import { formatMoney } from '../lib/format.ts';
import { Blurred } from '../ui/lists/Blurred.tsx';
import { Button } from '../ui/Button.tsx';
import { LiveMark } from '../session/screens/LiveMark.tsx';
import { Notifications } from './Notifications.tsx';
import styles from './DashboardActions.module.css';

interface Props {
  view: DashboardView;
  balanceShown: boolean;
  live: boolean;
  onToggleBalance: () => void;
  onShare: () => void;
}

/** What an affiliate does from anywhere: look at the balance, share, read notifications. */
export function DashboardActions({ view, balanceShown, live, onToggleBalance, onShare }: Props) {
  return (
    <>
      <LiveMark connected={live} />
      <span className={styles.barBalance}>
        <Blurred shown={balanceShown}>{formatMoney(view.affiliate.balance)}</Blurred>
      </span>
      <Button
        variant="ghost"
        icon
        aria-label={balanceShown ? 'Hide balance' : 'Show balance'}
        aria-pressed={balanceShown}
        onClick={onToggleBalance}
      >
        {balanceShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </Button>
      <Button variant="ghost" icon aria-label="Share link" onClick={onShare}>
        <Share2 aria-hidden />
      </Button>
      <Notifications notifications={view.notifications} />
    </>
  );
}
