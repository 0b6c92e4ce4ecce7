import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { Soft } from '../../../../ui/layout/Text.tsx';
import { Actions } from '../../../../ui/layout/Toolbar.tsx';
import { PayoutAccountDialog } from './PayoutAccountDialog.tsx';
import { type ShownRun, usePayoutAccountQuery } from '../../payoutsApi.ts';
import { useFile } from '../../useFile.tsx';

/** The file for the seller's bank, and the account that pays it. */
export function BankFile({ run }: { run: ShownRun }) {
  const { data: account } = usePayoutAccountQuery();
  const [changes, setChanges] = useState(false);
  const { make, isLoading, problem } = useFile(run, `payments-bank-${run.id}.xml`);
  if (!account) return null;
  return (
    <>
      {problem}
      <Soft>
        {account.iban
          ? `Paid from ${account.iban}, ${account.name}. Upload this file in your online banking, then come back and mark the run as paid.`
          : 'Set the account that pays. It is written into the file for your bank.'}
      </Soft>
      <Actions>
        {account.iban && (
          <Button disabled={isLoading} onClick={() => void make({ type: 'bank' })}>
            <Download aria-hidden />
            Download for your bank
          </Button>
        )}
        <Button variant={account.iban ? 'ghost' : 'primary'} onClick={() => setChanges(true)}>
          {account.iban ? 'Change account' : 'Set account'}
        </Button>
      </Actions>
      {changes && <PayoutAccountDialog account={account} onClose={() => setChanges(false)} />}
    </>
  );
}
