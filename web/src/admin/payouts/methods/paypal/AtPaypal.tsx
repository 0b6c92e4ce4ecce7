import type { PayoutBatchView } from '@framelift/contracts';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../../../lib/format.ts';
import { useCommand } from '../../../../session/api/useCommand.ts';
import { errorText } from '../../../../session/api/api.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Confirm } from '../../../../ui/dialogs/Confirm.tsx';
import { Soft } from '../../../../ui/layout/Text.tsx';
import { Actions } from '../../../../ui/layout/Toolbar.tsx';
import { useDiscardPaymentFileMutation } from '../../payoutsApi.ts';
import { runCount } from '../../runState.tsx';

const progress = ({ state, problem, undecided }: PayoutBatchView): string => {
  if (state === 'processed') return 'PayPal has finished these payments.';
  if (state === 'accepted') return 'PayPal has accepted them and is working on them.';
  if (undecided)
    return 'PayPal never confirmed them and is not asked again. Look for this run in your PayPal account. If it was paid, mark the run as paid. If not, say so here.';
  return problem
    ? `${problem} It is not known yet whether they were paid. PayPal is asked again under the same id, so nobody is paid twice.`
    : 'PayPal has not answered yet.';
};

/** What PayPal was asked to pay, and what it said. */
export function AtPaypal({ runId, batch }: { runId: string; batch: PayoutBatchView }) {
  const [asks, setAsks] = useState(false);
  const [discard, { error, isLoading }] = useCommand(useDiscardPaymentFileMutation());
  const discardIt = () => {
    setAsks(false);
    void discard({ id: runId, hash: batch.hash });
  };
  const { count, amount, fee, sentAt, sentBy, batchId, problem, undecided } = batch;
  return (
    <>
      {error && <Banner tone="error" text={errorText(error, 'Failed')} />}
      <Soft>{`Sent to PayPal ${formatDate(sentAt)} by ${sentBy}: ${runCount(count)}, ${formatMoney(amount)}.`}</Soft>
      {problem || undecided ? <Banner tone="error" text={progress(batch)} /> : <Soft>{progress(batch)}</Soft>}
      {batchId && <Soft>{`PayPal’s batch: ${batchId}${fee === null ? '' : ` · fee ${formatMoney(fee)}`}`}</Soft>}
      {undecided && (
        <Actions>
          <Button variant="ghost" disabled={isLoading} onClick={() => setAsks(true)}>
            PayPal did not pay
          </Button>
        </Actions>
      )}
      {asks && (
        <Confirm
          title="PayPal did not pay"
          question="Make sure that your PayPal account shows no payment of this run. A payment that was made all the same is paid twice."
          action="PayPal did not pay"
          keep="Not sure"
          onConfirm={discardIt}
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  );
}
