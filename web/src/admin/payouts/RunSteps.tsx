import type { PayoutRunView } from '@framelift/contracts';
import { PAYMENT_TYPES } from '@framelift/contracts/payout-methods';
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
import { payoutScreens } from './methods/payoutScreens.ts';
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
  const awaited = awaitedOf(run);
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
              <Soft>{awaited ?? 'Once it is paid, enter the payer’s reference. Each cashout is then completed.'}</Soft>
              {awaited === undefined && (
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

/** What a payer still has to say; undefined: an admin may mark the run as paid. */
const awaitedOf = (run: PayoutRunView): string | undefined =>
  PAYMENT_TYPES.map((type) => payoutScreens[type].api?.awaited(run)).find((text) => text !== undefined);

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
