import type { DashboardView, PaymentMethodView } from '@framelift/contracts';
import { CreditCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { payoutMethods } from '@framelift/contracts/payout-methods';
import { errorText } from '../session/api/api.ts';
import { useCommand } from '../session/api/useCommand.ts';
import { payTo } from '../lib/payment.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Entries, Entry } from '../ui/layout/Entries.tsx';
import { Columns, Stack } from '../ui/layout/Stack.tsx';
import { CutLine, Faint } from '../ui/layout/Text.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import { Actions } from '../ui/layout/Toolbar.tsx';
import { Confirm } from '../ui/dialogs/Confirm.tsx';
import { Empty } from '../ui/Empty.tsx';
import { useConfirmed } from '../session/screens/useConfirmed.tsx';
import { BillingCard } from './statements/BillingCard.tsx';
import { AccountInformation } from './AccountInformation.tsx';
import { OwnTerms } from './OwnTerms.tsx';
import { ReceiptsCard } from './ReceiptsCard.tsx';
import styles from './SettingsTab.module.css';
import { useDeletePaymentMethodMutation } from './dashboardApi.ts';
import { useToast } from '../ui/layout/Toaster.tsx';

interface Props {
  view: DashboardView;
  /** Without a method: add one. */
  onEdit: (method?: PaymentMethodView) => void;
}

export function SettingsTab({ view, onEdit }: Props) {
  const toast = useToast();
  const [deleting, setDeleting] = useState<string | null>(null);
  const [deleteMethod] = useCommand(useDeletePaymentMethodMutation());

  const { confirmed, passwordDialog } = useConfirmed();

  const remove = async (id: string) => {
    setDeleting(null);
    const { error } = await confirmed(() => deleteMethod(id));
    if (error) toast.error(errorText(error, 'Failed to delete payment method'));
    else toast.success('Payment method deleted successfully!');
  };

  return (
    <Columns>
      <Stack>
        <TitledCard
          title="Payment Methods"
          tight
          beside={
            <Button size="small" onClick={() => onEdit()}>
              <Plus aria-hidden />
              Add
            </Button>
          }
        >
          {view.paymentMethods.length === 0 && (
            <Empty icon={<CreditCard />} text="No payment methods added." hint="Add a payment method to receive cashouts." />
          )}
          <Entries>
            {view.paymentMethods.map((method) => (
              <MethodItem key={method.id} method={method} onEdit={() => onEdit(method)} onDelete={() => setDeleting(method.id)} />
            ))}
          </Entries>
        </TitledCard>
        <AccountInformation affiliate={view.affiliate} />
        <OwnTerms view={view} />
      </Stack>
      <Stack>
        <BillingCard />
        <ReceiptsCard />
      </Stack>
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
    </Columns>
  );
}

function MethodItem({ method, onEdit, onDelete }: { method: PaymentMethodView; onEdit: () => void; onDelete: () => void }) {
  const label = `${payoutMethods[method.paymentType].name} ${payTo(method.paymentDetails)}`;
  return (
    <Entry
      title={payoutMethods[method.paymentType].name}
      aside={
        <Actions end>
          <Button size="small" aria-label={`Edit ${label}`} onClick={onEdit}>
            Edit
          </Button>
          <Button size="small" variant="ghost" aria-label={`Delete ${label}`} onClick={onDelete}>
            Delete
          </Button>
        </Actions>
      }
    >
      <Faint>
        <CutLine text={payTo(method.paymentDetails)} />
      </Faint>
      <p className={styles.badges}>
        {method.isPrimary && <Badge tone="accent">Primary</Badge>}
        {method.isVerified && <Badge tone="green">Verified</Badge>}
      </p>
    </Entry>
  );
}
