import type { PayoutRunView } from '@framelift/contracts';
import type { ReactNode } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { Soft } from '../../ui/layout/Text.tsx';
import styles from './payouts.module.css';
import { runCount, sumOf } from './runState.tsx';
import { SolanaPayment } from './SolanaPayment.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { BankFile } from './BankFile.tsx';
import { MadeFile } from './MadeFile.tsx';
import type { ShownRun } from './payoutsApi.ts';
import { PaypalPayment } from './PaypalPayment.tsx';

type Payments = PayoutRunView['cashouts'];

/** The file of each payer of an open run, with how many it pays and how much. */
export function PaymentFiles({ run }: { run: ShownRun }) {
  const of = (type: string) => run.cashouts.filter((payment) => payment.state === 'in' && payment.paymentType === type);
  const madeFor = (type: string) => run.files.find((file) => file.type === type);
  const [paypal, solana, bank] = [of('paypal'), of('solana'), of('bank')];
  return (
    <>
      {paypal.length > 0 && (
        <Payer name="PayPal" payments={paypal}>
          <PaypalPayment run={run} payments={paypal} made={madeFor('paypal')} />
        </Payer>
      )}
      {solana.length > 0 && (
        <Payer name="Solana" payments={solana}>
          <SolanaPayment run={run} payments={solana} made={madeFor('solana')} />
        </Payer>
      )}
      {bank.length > 0 && (
        <Payer name="Bank" payments={bank}>
          {run.fileRefused !== null && (
            <Banner tone="error" text={`Your bank refused the file: ${run.fileRefused}. Nothing of it was paid.`} />
          )}
          <WrittenNames payments={bank} />
          {madeFor('bank') ? <MadeFile run={run} file={madeFor('bank')!} payer="your bank" /> : <BankFile run={run} />}
        </Payer>
      )}
    </>
  );
}

/** Names that a bank's file writes in other letters, or cannot write at all. */
function WrittenNames({ payments }: { payments: Payments }) {
  const changed = payments.flatMap(({ affiliate, nameInFile }) => (nameInFile ? [`${affiliate.username} is “${nameInFile}”`] : []));
  const lost = payments.filter(({ nameInFile }) => nameInFile === '').map(({ affiliate }) => affiliate.username);
  return (
    <>
      {changed.length > 0 && <Soft>{`Names that banks cannot carry are written differently in the file: ${changed.join(', ')}.`}</Soft>}
      {lost.length > 0 && (
        <Banner tone="error" text={`No bank can carry the name of ${lost.join(', ')}. Ask for another name, or remove the cashout.`} />
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
