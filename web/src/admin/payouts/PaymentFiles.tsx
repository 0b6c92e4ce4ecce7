import type { PayoutRunView } from '@framelift/contracts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { SolanaFile } from './SolanaFile.tsx';
import { useFile } from './useFile.tsx';

/** The files that the payers of an open run are given. */
export function PaymentFiles({ run }: { run: PayoutRunView }) {
  const of = (type: string) => run.cashouts.filter((payment) => payment.state === 'in' && payment.paymentType === type);
  const [paypal, solana] = [of('paypal'), of('solana')];
  return (
    <>
      {paypal.length > 0 && <PaypalFile runId={run.id} />}
      {solana.length > 0 && <SolanaFile runId={run.id} payments={solana} />}
    </>
  );
}

function PaypalFile({ runId }: { runId: string }) {
  const [decimal, setDecimal] = useState('point');
  const { download, isLoading, problem } = useFile(runId, `payments-paypal-${runId}.csv`);
  return (
    <TitledCard title="PayPal">
      {problem}
      <Soft>Give this file to PayPal’s mass payments, then come back and mark the run as paid.</Soft>
      <SelectField label="Amounts are written as" value={decimal} onChange={(event) => setDecimal(event.target.value)}>
        <option value="point">100.50</option>
        <option value="comma">100,50</option>
      </SelectField>
      <Actions>
        <Button disabled={isLoading} onClick={() => download({ type: 'paypal', decimal })}>
          <Download aria-hidden />
          Download for PayPal
        </Button>
      </Actions>
    </TitledCard>
  );
}
