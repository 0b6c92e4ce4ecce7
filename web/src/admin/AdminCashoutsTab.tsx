import type { AdminCashoutView } from '@framelift/contracts';
import { Wallet } from 'lucide-react';
import { formatDate, formatMoney } from '../lib/format.ts';
import { payTo, paymentTypeLabels } from '../lib/payment.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import styles from './admin.module.css';
import { useCashoutsQuery } from './adminApi.ts';
import { ListBody } from './ListBody.tsx';
import { ListTools } from './ListTools.tsx';
import { useList } from './useList.ts';

interface Props {
  onProcess: (cashout: AdminCashoutView) => void;
  onProof: (url: string) => void;
}

const sorts = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-amount': 'Highest amount',
  amount: 'Lowest amount',
  username: 'Username',
};
/** An approved one is still to be settled. */
const statuses = {
  '': 'All statuses',
  pending: 'Pending',
  approved: 'Approved, to be settled',
  completed: 'Completed',
  rejected: 'Rejected',
};

export function AdminCashoutsTab({ onProcess, onProof }: Props) {
  const list = useList();
  const answer = useCashoutsQuery(list.asked);
  const cashouts = answer.data?.cashouts ?? [];
  return (
    <div className={styles.stack}>
      <h2 className={styles.heading}>Cashouts</h2>
      <ListTools list={list} search="Search username, email or cashout id" sorts={sorts} statuses={statuses} />
      <ListBody answer={answer} list={list} failure="Failed to fetch cashouts">
        {cashouts.length === 0 && (
          <Card>
            <Empty icon={<Wallet />} text="No cashouts found." />
          </Card>
        )}
        <ul className={styles.cards}>
          {cashouts.map((cashout) => (
            <CashoutCard key={cashout.id} cashout={cashout} onProcess={onProcess} onProof={onProof} />
          ))}
        </ul>
      </ListBody>
    </div>
  );
}

/** What an admin can do next with a cashout; the other states are final. */
const nextStep: Partial<Record<AdminCashoutView['status'], string>> = { pending: 'Process', approved: 'Mark as paid' };

function CashoutCard({ cashout, onProcess, onProof }: Props & { cashout: AdminCashoutView }) {
  const { amount, affiliate, paymentType, paymentDetails, createdAt, status, proofImageUrl } = cashout;
  const step = nextStep[status];
  return (
    <Card as="li" className={styles.cashout}>
      <div className={styles.between}>
        <p className={styles.amount}>{formatMoney(amount)}</p>
        <StatusBadge status={status} />
      </div>
      <div>
        <p className={styles.strong}>{affiliate.username}</p>
        <p className={styles.soft}>
          {paymentTypeLabels[paymentType]} · {payTo(paymentDetails)}
        </p>
        <p className={styles.faint}>{formatDate(createdAt)}</p>
      </div>
      {(step || proofImageUrl) && (
        <div className={styles.cardActions}>
          {proofImageUrl && (
            <Button size="small" onClick={() => onProof(proofImageUrl)}>
              Proof Picture
            </Button>
          )}
          {step && (
            <Button size="small" variant="primary" onClick={() => onProcess(cashout)}>
              {step}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
