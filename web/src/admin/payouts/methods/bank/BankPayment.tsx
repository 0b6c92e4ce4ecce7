import { Banner } from '../../../../ui/Banner.tsx';
import { Soft } from '../../../../ui/layout/Text.tsx';
import { MadeFile } from '../../MadeFile.tsx';
import type { PaymentProps, PayoutScreen } from '../screen.ts';
import { BankFile } from './BankFile.tsx';

/** The bank payments of an open run: a file, and what the bank said of the one before. */
function BankPayment({ run, payments, made }: PaymentProps) {
  return (
    <>
      {run.fileRefused !== null && <Banner tone="error" text={`Your bank refused the file: ${run.fileRefused}. Nothing of it was paid.`} />}
      <WrittenNames payments={payments} />
      {made ? <MadeFile run={run} file={made} payer="your bank" answer="Upload the bank’s answer" /> : <BankFile run={run} />}
    </>
  );
}

/** Names that a bank's file writes in other letters, or cannot write at all. */
function WrittenNames({ payments }: Pick<PaymentProps, 'payments'>) {
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

export const bankScreen: PayoutScreen = { name: 'Bank', Payment: BankPayment };
