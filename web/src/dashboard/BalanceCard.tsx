import type { DashboardView } from '@framelift/contracts';
import { formatMoney } from '../lib/format.ts';
import { Figure } from '../session/why/Figure.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Faint } from '../ui/layout/Text.tsx';
import { Blurred } from '../ui/lists/Blurred.tsx';
import styles from './BalanceCard.module.css';
import { cashoutOffer } from './cashoutOffer.ts';
import { OnHold } from './OnHold.tsx';

interface Props {
  view: DashboardView;
  shown: boolean;
  onWithdraw: () => void;
}

/** What is available, the way to it, and what will be. */
export function BalanceCard({ view, shown, onWithdraw }: Props) {
  const { affiliate, terms } = view;
  const { toGo, isOffered } = cashoutOffer(view);
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <div>
          <p className={styles.label}>Current Balance</p>
          <p className={styles.balance}>
            <Blurred shown={shown}>
              <Figure figure="balance">{formatMoney(affiliate.balance)}</Figure>
            </Blurred>
          </p>
        </div>
        <div className={styles.withdraw}>
          <Button variant="primary" disabled={!isOffered} onClick={onWithdraw}>
            Withdraw
          </Button>
          {toGo > 0 && <Faint>{formatMoney(toGo)} to go</Faint>}
        </div>
      </div>
      {(affiliate.onHold > 0 || affiliate.underReviewAmount > 0 || terms.holdDays > 0) && (
        <OnHold onHold={affiliate.onHold} releases={affiliate.releases} underReviewAmount={affiliate.underReviewAmount} />
      )}
    </Card>
  );
}
