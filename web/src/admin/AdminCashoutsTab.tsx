import type { AdminCashoutView } from '@framelift/contracts';
import { Wallet } from 'lucide-react';
import { formatDate } from '../lib/format.ts';
import { payTo, paymentTypeLabels } from '../lib/payment.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { AmountHead } from '../ui/layout/AmountHead.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { Faint, Soft } from '../ui/layout/Text.tsx';
import { Actions, Toolbar } from '../ui/layout/Toolbar.tsx';
import styles from './AdminCashoutsTab.module.css';
import { paidBeforeText, PayeeFlags } from './PayeeFlags.tsx';
import { useCashoutsQuery } from './adminApi.ts';
import { ListBody } from './ListBody.tsx';
import { ListTools } from './ListTools.tsx';
import { useList } from './useList.ts';

interface Props {
  onProcess: (cashout: AdminCashoutView) => void;
  onProof: (url: string) => void;
  /** Opens the payout runs. */
  onPayOut: () => void;
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
  approved: 'Approved, not paid',
  completed: 'Completed',
  rejected: 'Rejected',
  returned: 'Returned',
};

export function AdminCashoutsTab({ onProcess, onProof, onPayOut }: Props) {
  const list = useList();
  const answer = useCashoutsQuery(list.asked);
  const cashouts = answer.data?.cashouts ?? [];
  return (
    <Stack>
      <Toolbar>
        <SectionTitle>Cashouts</SectionTitle>
        <Button variant="primary" onClick={onPayOut}>
          Pay Out
        </Button>
      </Toolbar>
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
    </Stack>
  );
}

/** What an admin can do next with a cashout; the other states are final. */
const nextStep: Partial<Record<AdminCashoutView['status'], string>> = { pending: 'Process', approved: 'Mark as paid' };

function CashoutCard({ cashout, onProcess, onProof }: Omit<Props, 'onPayOut'> & { cashout: AdminCashoutView }) {
  const { amount, affiliate, paymentType, paymentDetails, createdAt, status, proofImageUrl, underReview, runId, checks, reason } = cashout;
  const inRun = checks !== null && runId !== null;
  const step = inRun ? undefined : nextStep[status];
  return (
    <Card as="li" className={styles.cashout}>
      <AmountHead amount={amount} status={underReview ? 'under review' : status} />
      <div>
        <p className={styles.who}>{affiliate.username}</p>
        <Soft>
          {paymentTypeLabels[paymentType]} · {payTo(paymentDetails)}
        </Soft>
        <Faint>{formatDate(createdAt)}</Faint>
        {reason && <Soft>Reason: {reason}</Soft>}
        {checks && <Faint>{paidBeforeText(checks)}</Faint>}
      </div>
      {checks && <PayeeFlags checks={checks} />}
      {inRun && <Badge tone="accent">In payout run</Badge>}
      {(step || proofImageUrl) && (
        <Actions end>
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
        </Actions>
      )}
    </Card>
  );
}
