import type { PayoutRunView } from '@framelift/contracts';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { CheckRun } from './CheckRun.tsx';
import { PaymentFiles } from './PaymentFiles.tsx';
import styles from './payouts.module.css';
import { asShown, type ShownRun, useCancelPayoutRunMutation } from './payoutsApi.ts';
import { SettleDialog } from './SettleDialog.tsx';

/** An open run in three steps: check its cashouts, give the files to the payers, confirm what they paid. */
export function RunSteps({ run }: { run: ShownRun }) {
  const toast = useToast();
  const [dialog, setDialog] = useState<'settle' | 'cancel' | null>(null);
  const [cancel, cancelling] = useCommand(useCancelPayoutRunMutation());
  const close = () => setDialog(null);
  const cancelIt = async () => {
    close();
    const result = await cancel(asShown(run));
    if (!result.error) toast.success('Payout run cancelled. Its cashouts are back in the queue.');
  };
  return (
    <>
      {cancelling.error && <Banner tone="error" text={errorText(cancelling.error, 'Failed')} />}
      <ol className={styles.steps}>
        <Step title="Check">
          <CheckRun run={run} />
        </Step>
        <Step title="Pay">{run.needsApproval ? <Soft>After the approval.</Soft> : <PaymentFiles run={run} />}</Step>
        <Step title="Confirm">
          {run.needsApproval ? (
            <Soft>After the payment.</Soft>
          ) : (
            <>
              <Soft>{confirmText(run)}</Soft>
              {!isAwaited(run) && (
                <Actions>
                  <Button variant="primary" onClick={() => setDialog('settle')}>
                    Mark as paid
                  </Button>
                </Actions>
              )}
            </>
          )}
        </Step>
      </ol>
      {run.files.length === 0 && !run.atPaypal && (
        <Actions end>
          <Button variant="ghost" onClick={() => setDialog('cancel')}>
            Cancel run
          </Button>
        </Actions>
      )}
      {dialog === 'settle' && <SettleDialog run={run} onClose={close} />}
      {dialog === 'cancel' && (
        <Confirm
          title="Cancel run"
          question="Its cashouts go back to the queue."
          action="Cancel run"
          keep="Keep run"
          onConfirm={() => void cancelIt()}
          onCancel={close}
        />
      )}
    </>
  );
}

/** PayPal still has to say what became of its payments. */
const isAwaited = ({ batch }: PayoutRunView): boolean => batch !== null && ['sent', 'accepted'].includes(batch.state) && !batch.undecided;

const confirmText = (run: PayoutRunView): string => {
  if (!isAwaited(run)) return 'Once it is paid, enter the payer’s reference. Each cashout is then completed.';
  const others = run.cashouts.some(({ state, paymentType }) => state === 'in' && paymentType !== 'paypal');
  return others
    ? 'Once PayPal has finished and the other payments are made, mark the run as paid.'
    : 'PayPal confirms the payments by itself. Each cashout is then completed.';
};

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <div className={styles.stepBody}>
        <h3 className={styles.stepTitle}>{title}</h3>
        {children}
      </div>
    </li>
  );
}
