import type { PaymentProps } from '../screen.ts';
import { Download, Send } from 'lucide-react';
import { useState } from 'react';
import { formatMoney } from '../../../../lib/format.ts';
import { errorText } from '../../../../session/api/api.ts';
import { useCommand } from '../../../../session/api/useCommand.ts';
import { useConfirmed } from '../../../../session/screens/useConfirmed.tsx';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Confirm } from '../../../../ui/dialogs/Confirm.tsx';
import { SelectField } from '../../../../ui/Field.tsx';
import { Soft } from '../../../../ui/layout/Text.tsx';
import { useToast } from '../../../../ui/layout/Toaster.tsx';
import { Actions } from '../../../../ui/layout/Toolbar.tsx';
import { AtPaypal } from './AtPaypal.tsx';
import { MadeFile } from '../../MadeFile.tsx';
import { asShown, type ShownRun, useSendPayoutRunMutation } from '../../payoutsApi.ts';
import { runCount, sumOf } from '../../runState.tsx';
import { useFile } from '../../useFile.tsx';

/** The PayPal payments of an open run: paid now through PayPal's API where that is set up, or by a file. */
export function PaypalPayment({ run, payments, made }: PaymentProps) {
  const { batch } = run;
  if (run.atPaypal && batch) return <AtPaypal runId={run.id} batch={batch} />;
  if (made) return <MadeFile run={run} file={made} payer="PayPal" />;
  return (
    <>
      {batch?.problem && batch.state === 'refused' && <Banner tone="error" text={`Nothing was paid. ${batch.problem}`} />}
      {run.payNow && <PayNow run={run} payments={payments} />}
      <PaypalFile run={run} />
    </>
  );
}

function PayNow({ run, payments }: { run: ShownRun; payments: PaymentProps['payments'] }) {
  const toast = useToast();
  const [asks, setAsks] = useState(false);
  const [send, { error, isLoading }] = useCommand(useSendPayoutRunMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const sendIt = async () => {
    setAsks(false);
    const result = await confirmed(() => send(asShown(run)));
    if (!result.error) toast.success('Sent to PayPal. The run shows what PayPal says about each payment.');
  };
  const sum = formatMoney(sumOf(payments));
  return (
    <>
      {error && <Banner tone="error" text={errorText(error, 'Failed to send the payments')} />}
      <Soft>{`Pay ${runCount(payments.length)} with ${sum} from your PayPal balance. PayPal adds its fee.`}</Soft>
      <Actions>
        <Button variant="primary" disabled={isLoading} onClick={() => setAsks(true)}>
          <Send aria-hidden />
          {isLoading ? 'Sending...' : 'Pay now'}
        </Button>
      </Actions>
      {asks && (
        <Confirm
          title="Pay now"
          question={`PayPal pays ${sum} for ${runCount(payments.length)} from your balance, plus its fee. This cannot be undone. PayPal pays a run only once, however often it is sent.`}
          action="Pay now"
          keep="Do not pay"
          onConfirm={() => void sendIt()}
          onCancel={() => setAsks(false)}
        />
      )}
      {passwordDialog}
    </>
  );
}

function PaypalFile({ run }: { run: ShownRun }) {
  const [decimal, setDecimal] = useState<'point' | 'comma'>('point');
  const { make, isLoading, problem } = useFile(run, `payments-paypal-${run.id}.csv`);
  return (
    <>
      {problem}
      <Soft>{`${run.payNow ? 'Or give' : 'Give'} this file to PayPal’s mass payments, then come back and mark the run as paid.`}</Soft>
      <SelectField
        label="Amounts are written as"
        value={decimal}
        onChange={(event) => setDecimal(event.target.value === 'comma' ? 'comma' : 'point')}
      >
        <option value="point">100.50</option>
        <option value="comma">100,50</option>
      </SelectField>
      <Actions>
        <Button disabled={isLoading} onClick={() => void make({ type: 'paypal', decimal })}>
          <Download aria-hidden />
          Download for PayPal
        </Button>
      </Actions>
    </>
  );
}
