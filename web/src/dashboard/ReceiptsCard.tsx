import type { OwnReceiptsView } from '@framelift/contracts';
import { receiptPath } from '@framelift/contracts/receipts';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../lib/format.ts';
import { errorText } from '../session/api/api.ts';
import { useCommand } from '../session/api/useCommand.ts';
import { useReceiptsQuery, useWithdrawReceiptMutation } from '../session/receipts/receiptsApi.ts';
import { receiptWords } from '../session/receipts/receiptWords.ts';
import { useWhy } from '../session/why/useWhy.ts';
import { Button } from '../ui/Button.tsx';
import { Confirm } from '../ui/dialogs/Confirm.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Entries, Entry } from '../ui/layout/Entries.tsx';
import { Faint } from '../ui/layout/Text.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import { useToast } from '../ui/layout/Toaster.tsx';
import { Actions } from '../ui/layout/Toolbar.tsx';

type Receipt = OwnReceiptsView['receipts'][number];

/** The month so many before this one, UTC: 2026-05. */
const monthBefore = (count: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 7);
};

/** The numbers that the affiliate published, and the way to publish one. */
export function ReceiptsCard() {
  const { data } = useReceiptsQuery();
  const { open } = useWhy();
  const toast = useToast();
  const [chosen, setChosen] = useState<Receipt | null>(null);
  const [withdraw] = useCommand(useWithdrawReceiptMutation());
  if (!data || (!data.allowed && !data.receipts.length)) return null;

  const remove = async ({ id }: Receipt) => {
    setChosen(null);
    const { error } = await withdraw(id);
    if (error) toast.error(errorText(error, 'Failed to withdraw the receipt'));
    else toast.success('Receipt withdrawn.');
  };

  return (
    <TitledCard title="Receipts" tight>
      {data.allowed ? (
        <Faint>Public pages with one number of yours. Open a number to share it.</Faint>
      ) : (
        <Faint>The program has switched receipts off. Nobody can open these pages.</Faint>
      )}
      {data.receipts.length === 0 && <Empty icon={<ReceiptText />} text="No receipts yet." />}
      <Entries>
        {data.receipts.map((receipt) => (
          <ReceiptItem key={receipt.id} receipt={receipt} onWithdraw={() => setChosen(receipt)} />
        ))}
      </Entries>
      {data.allowed && (
        <Actions>
          <Button size="small" onClick={() => open('paid')}>
            Paid out so far
          </Button>
          <Button size="small" onClick={() => open('earned', monthBefore(0))}>
            Earned this month
          </Button>
          <Button size="small" onClick={() => open('earned', monthBefore(1))}>
            Earned last month
          </Button>
        </Actions>
      )}
      {chosen && (
        <Confirm
          title="Withdraw Receipt"
          question="Its page is gone at once, for everyone who has the link."
          action="Withdraw"
          onConfirm={() => void remove(chosen)}
          onCancel={() => setChosen(null)}
        />
      )}
    </TitledCard>
  );
}

function ReceiptItem({ receipt, onWithdraw }: { receipt: Receipt; onWithdraw: () => void }) {
  const { amount, what } = receiptWords(receipt);
  return (
    <Entry
      title={
        <a href={receiptPath(receipt.id)} target="_blank" rel="noreferrer">
          {amount}
        </a>
      }
      aside={
        <Button size="small" variant="ghost" aria-label={`Withdraw ${amount}, ${what}`} onClick={onWithdraw}>
          Withdraw
        </Button>
      }
    >
      <Faint>
        {what} · {receipt.name}
      </Faint>
      <Faint>
        Shared on {formatDate(receipt.sharedAt)}
        {receipt.onPage && ' · may be on the page about the program'}
      </Faint>
    </Entry>
  );
}
