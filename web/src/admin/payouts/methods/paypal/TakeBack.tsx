import type { PayoutRunView } from '@framelift/contracts';
import { useState } from 'react';
import { formatMoney } from '../../../../lib/format.ts';
import { errorText } from '../../../../session/api/api.ts';
import { useCommand } from '../../../../session/api/useCommand.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Confirm } from '../../../../ui/dialogs/Confirm.tsx';
import { useToast } from '../../../../ui/layout/Toaster.tsx';
import { useTakeBackPaymentMutation } from '../../payoutsApi.ts';

interface Props {
  runId: string;
  payment: PayoutRunView['cashouts'][number];
}

/** Takes back a payment that PayPal holds for its recipient. */
export function TakeBack({ runId, payment: { cashoutId, amount, affiliate } }: Props) {
  const toast = useToast();
  const [asks, setAsks] = useState(false);
  const [takeBack, { isLoading }] = useCommand(useTakeBackPaymentMutation());
  const takeItBack = async () => {
    setAsks(false);
    const result = await takeBack({ id: runId, cashoutId });
    if (result.error) toast.error(errorText(result.error, 'Failed to take the payment back'));
    else toast.success(`${formatMoney(amount)} returned to the balance of ${affiliate.username}.`);
  };
  return (
    <>
      <Button size="small" aria-label={`Take back the payment of ${affiliate.username}`} disabled={isLoading} onClick={() => setAsks(true)}>
        Take back
      </Button>
      {asks && (
        <Confirm
          title="Take back"
          question={`PayPal cancels the payment, and ${formatMoney(amount)} will return to the balance of ${affiliate.username}. Without it, PayPal waits 30 days for the recipient.`}
          action="Take back"
          keep="Wait"
          onConfirm={() => void takeItBack()}
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  );
}
