import type { CashoutView, DashboardView } from '@framelift/contracts';
import { rules, toEuros } from '@framelift/contracts/rules';
import { Wallet } from 'lucide-react';
import { formatDate, formatMoney } from '../lib/format.ts';
import { payTo, paymentTypeLabels } from '../lib/payment.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import styles from './dashboard.module.css';

interface Props {
  view: DashboardView;
  onRequest: () => void;
  onProof: (url: string) => void;
}

export function CashoutsTab({ view, onRequest, onProof }: Props) {
  const minimum = toEuros(rules.minimumCashoutCents);
  const tooLittle = view.affiliate.balance < minimum;
  return (
    <div className={styles.stack}>
      <div className={styles.sectionHead}>
        <h2 className={styles.heading}>Cashouts</h2>
        <div className={styles.sectionActions}>
          {tooLittle && <span className={styles.faint}>(€{minimum}+ required)</span>}
          <Button variant="primary" disabled={tooLittle} onClick={onRequest}>
            Request Cashout
          </Button>
        </div>
      </div>
      {view.recentCashouts.length === 0 ? (
        <Card>
          <Empty icon={<Wallet />} text="No cashouts found." />
        </Card>
      ) : (
        <ul className={styles.cards}>
          {view.recentCashouts.map((cashout) => (
            <CashoutCard key={cashout.id} cashout={cashout} onProof={onProof} />
          ))}
        </ul>
      )}
    </div>
  );
}

function CashoutCard({ cashout, onProof }: { cashout: CashoutView; onProof: Props['onProof'] }) {
  const proof = cashout.proofImageUrl;
  return (
    <Card as="li" className={styles.cashout}>
      <div className={styles.between}>
        <p className={styles.amount}>{formatMoney(cashout.amount)}</p>
        <StatusBadge status={cashout.status} />
      </div>
      <p className={styles.soft}>
        {paymentTypeLabels[cashout.paymentType]} · {payTo(cashout.paymentDetails)}
      </p>
      <div className={styles.between}>
        <p className={styles.faint}>{formatDate(cashout.createdAt)}</p>
        {proof && (
          <Button size="small" onClick={() => onProof(proof)}>
            Proof Picture
          </Button>
        )}
      </div>
    </Card>
  );
}
