import type { DashboardView, PaymentMethodView } from '@framelift/contracts';
import { CreditCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../session/api/api.ts';
import { payTo, paymentTypeLabels } from '../lib/payment.ts';
import { Badge } from '../ui/Badge.tsx';
import type { Notice } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Confirm } from '../ui/dialogs/Confirm.tsx';
import { Empty } from '../ui/Empty.tsx';
import { useConfirmed } from '../session/screens/useConfirmed.tsx';
import { AccountInformation } from './AccountInformation.tsx';
import styles from './dashboard.module.css';
import { useDeletePaymentMethodMutation } from './dashboardApi.ts';

interface Props {
  view: DashboardView;
  /** Without a method: add one. */
  onEdit: (method?: PaymentMethodView) => void;
  onNotice: (notice: Notice) => void;
}

export function SettingsTab({ view, onEdit, onNotice }: Props) {
  const [deleting, setDeleting] = useState<string | null>(null);
  const [deleteMethod] = useDeletePaymentMethodMutation();

  const { confirmed, passwordDialog } = useConfirmed();

  const remove = async (id: string) => {
    setDeleting(null);
    const { error } = await confirmed(() => deleteMethod(id));
    onNotice(
      error
        ? { tone: 'error', text: errorText(error, 'Failed to delete payment method') }
        : { tone: 'success', text: 'Payment method deleted successfully!' },
    );
  };

  return (
    <div className={styles.columns}>
      <Card as="section" className={styles.listCard}>
        <div className={styles.between}>
          <h2 className={styles.heading}>Payment Methods</h2>
          <Button size="small" onClick={() => onEdit()}>
            <Plus aria-hidden />
            Add
          </Button>
        </div>
        {view.paymentMethods.length === 0 && (
          <Empty icon={<CreditCard />} text="No payment methods added." hint="Add a payment method to receive cashouts." />
        )}
        <ul className={styles.list}>
          {view.paymentMethods.map((method) => (
            <MethodItem key={method.id} method={method} onEdit={() => onEdit(method)} onDelete={() => setDeleting(method.id)} />
          ))}
        </ul>
      </Card>
      <AccountInformation affiliate={view.affiliate} />
      {deleting && (
        <Confirm
          title="Delete Payment Method"
          question="Are you sure you want to delete this payment method?"
          action="Delete"
          onConfirm={() => void remove(deleting)}
          onCancel={() => setDeleting(null)}
        />
      )}
      {passwordDialog}
    </div>
  );
}

function MethodItem({ method, onEdit, onDelete }: { method: PaymentMethodView; onEdit: () => void; onDelete: () => void }) {
  const label = `${paymentTypeLabels[method.paymentType]} ${payTo(method.paymentDetails)}`;
  return (
    <li className={styles.item}>
      <div className={styles.itemText}>
        <p className={styles.itemTitle}>{paymentTypeLabels[method.paymentType]}</p>
        <p className={styles.faint}>{payTo(method.paymentDetails)}</p>
        <p className={styles.badges}>
          {method.isPrimary && <Badge tone="accent">Primary</Badge>}
          {method.isVerified && <Badge tone="green">Verified</Badge>}
        </p>
      </div>
      <div className={styles.itemActions}>
        <Button size="small" aria-label={`Edit ${label}`} onClick={onEdit}>
          Edit
        </Button>
        <Button size="small" variant="danger" aria-label={`Delete ${label}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
}
