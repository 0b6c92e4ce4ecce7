import type { PayoutRunView } from '@framelift/contracts';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import styles from './payouts.module.css';
import { runCount, sumOf } from './runState.tsx';
import { SolanaPayment } from './SolanaPayment.tsx';
import { BankFile } from './BankFile.tsx';
import { MadeFile } from './MadeFile.tsx';
import { useFile } from './useFile.tsx';

type Payments = PayoutRunView['cashouts'];

/** The file of each payer of an open run, with how many it pays and how much. */
export function PaymentFiles({ run }: { run: PayoutRunView }) {
  const of = (type: string) => run.cashouts.filter((payment) => payment.state === 'in' && payment.paymentType === type);
  const madeFor = (type: string) => run.files.find((file) => file.type === type);
  const [paypal, solana, bank] = [of('paypal'), of('solana'), of('bank')];
  return (
    <>
      {paypal.length > 0 && (
        <Payer name="PayPal" payments={paypal}>
          {madeFor('paypal') ? <MadeFile runId={run.id} file={madeFor('paypal')!} payer="PayPal" /> : <PaypalFile runId={run.id} />}
        </Payer>
      )}
      {solana.length > 0 && (
        <Payer name="Solana" payments={solana}>
          <SolanaPayment runId={run.id} payments={solana} made={madeFor('solana')} />
        </Payer>
      )}
      {bank.length > 0 && (
        <Payer name="Bank" payments={bank}>
          {madeFor('bank') ? <MadeFile runId={run.id} file={madeFor('bank')!} payer="your bank" /> : <BankFile runId={run.id} />}
        </Payer>
      )}
    </>
  );
}

function Payer({ name, payments, children }: { name: string; payments: Payments; children: ReactNode }) {
  return (
    <section className={styles.payer} aria-label={name}>
      <h4>{`${name} · ${runCount(payments.length)} · ${formatMoney(sumOf(payments))}`}</h4>
      {children}
    </section>
  );
}

function PaypalFile({ runId }: { runId: string }) {
  const [decimal, setDecimal] = useState('point');
  const { download, isLoading, problem } = useFile(runId, `payments-paypal-${runId}.csv`);
  return (
    <>
      {problem}
      <Soft>Give this file to PayPal’s mass payments, then come back and mark the run as paid.</Soft>
      <SelectField label="Amounts are written as" value={decimal} onChange={(event) => setDecimal(event.target.value)}>
        <option value="point">100.50</option>
        <option value="comma">100,50</option>
      </SelectField>
      <Actions>
        <Button disabled={isLoading} onClick={() => void download({ type: 'paypal', decimal })}>
          <Download aria-hidden />
          Download for PayPal
        </Button>
      </Actions>
    </>
  );
}
