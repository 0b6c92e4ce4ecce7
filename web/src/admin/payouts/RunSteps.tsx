import type { PayoutRunView } from '@framelift/contracts';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { formatMoney } from '../../lib/format.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { ProofDialog } from '../../session/screens/ProofDialog.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { useApprovePayoutRunMutation, useCancelPayoutRunMutation } from './payoutsApi.ts';
import { ReportDialog } from './ReportDialog.tsx';
import { SettleDialog } from './SettleDialog.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';

/** What an admin does next with a run. */
export function RunSteps({ run }: { run: PayoutRunView }) {
  const toast = useToast();
  const [dialog, setDialog] = useState<'settle' | 'cancel' | 'report' | 'proof' | null>(null);
  const [approve, approving] = useApprovePayoutRunMutation();
  const [cancel, cancelling] = useCancelPayoutRunMutation();
  const { confirmed, passwordDialog } = useConfirmed();
  const error = approving.error ?? cancelling.error;
  const approveIt = async () => {
    const result = await confirmed(() => approve(run.id));
    if (!result.error) toast.success('Payout run approved successfully!');
  };
  const cancelIt = async () => {
    setDialog(null);
    const result = await cancel(run.id);
    if (!result.error) toast.success('Payout run cancelled. Its cashouts are back in the queue.');
  };
  const close = () => setDialog(null);
  return (
    <>
      {error && <Banner tone="error" text={errorText(error, 'Failed')} />}
      {run.needsApproval && (
        <Soft>{`A run of ${formatMoney(run.amount)} needs a second admin. Any admin except ${run.startedBy} can approve it.`}</Soft>
      )}
      {run.state === 'open' && (
        <Actions>
          {run.needsApproval ? (
            <Button variant="primary" disabled={approving.isLoading} onClick={approveIt}>
              Approve run
            </Button>
          ) : (
            <Button variant="primary" onClick={() => setDialog('settle')}>
              Mark as paid
            </Button>
          )}
          <Button onClick={() => setDialog('cancel')}>Cancel run</Button>
        </Actions>
      )}
      {run.state === 'settled' && (
        <Actions>
          <Button onClick={() => setDialog('report')}>Upload the payer’s report</Button>
          {run.proofImageUrl && <Button onClick={() => setDialog('proof')}>Proof Picture</Button>}
        </Actions>
      )}
      {dialog === 'settle' && <SettleDialog run={run} onClose={close} />}
      {dialog === 'proof' && run.proofImageUrl && <ProofDialog url={run.proofImageUrl} onClose={close} />}
      {dialog === 'report' && <ReportDialog runId={run.id} onClose={close} />}
      {dialog === 'cancel' && (
        <Confirm
          title="Cancel run"
          question="Its cashouts go back to the queue. Make sure the payment file has not been used."
          action="Cancel run"
          keep="Keep run"
          onConfirm={cancelIt}
          onCancel={close}
        />
      )}
      {passwordDialog}
    </>
  );
}
