import type { UnmatchedPaymentView } from '@framelift/contracts';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { AffiliateLink } from '../AffiliateLink.tsx';
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx';
import { useUnmatchedPaymentsQuery } from './payoutsApi.ts';
import { unmatchedAmount } from './runState.tsx';

const columnsWith = (acknowledge: (payment: UnmatchedPaymentView) => void): Column<UnmatchedPaymentView>[] => [
  { header: 'Seen', cell: ({ seenAt }) => formatDate(seenAt) },
  { header: 'Amount', cell: unmatchedAmount, numeric: true },
  { header: 'Paid to', cell: ({ payTo }) => payTo ?? '–' },
  {
    header: 'Affiliate',
    cell: ({ affiliate, cashoutId }) => (
      <>
        {affiliate ? <AffiliateLink affiliate={affiliate} /> : 'None we know'}
        {cashoutId && <Faint>cashout {cashoutId}</Faint>}
      </>
    ),
  },
  {
    header: 'PayPal item',
    cell: ({ itemId, batchId }) => (
      <>
        <code>{itemId}</code>
        <Faint>batch {batchId}</Faint>
      </>
    ),
  },
  {
    header: 'State',
    cell: ({ result }) => (result === 'completed' ? <Badge tone="red">Paid</Badge> : <Badge tone="yellow">Not claimed yet</Badge>),
  },
  {
    header: 'Actions',
    cell: (payment) => (
      <Button size="small" aria-label={`Acknowledge ${payment.itemId}`} onClick={() => acknowledge(payment)}>
        Acknowledge
      </Button>
    ),
  },
];

/** Payments at PayPal that no payout run has: of one run's batch, or all. Nothing while there are none. */
export function UnmatchedPayments({ runId }: { runId?: string }) {
  const { data } = useUnmatchedPaymentsQuery();
  const [chosen, setChosen] = useState<UnmatchedPaymentView | null>(null);
  const payments = data?.payments.filter((payment) => !runId || payment.runId === runId) ?? [];
  if (!payments.length) return null;
  return (
    <TitledCard title="Payments without a payout run">
      <Soft>
        PayPal has these payments, and no payout run does: the run or the cashout may have been lost. Nothing is booked. Look them up in
        your PayPal account before you pay the same people again.
      </Soft>
      <Table
        caption="Payments without a payout run"
        columns={columnsWith(setChosen)}
        rows={payments}
        keyOf={({ runId: run, itemId }) => `${run} ${itemId}`}
      />
      {data?.next && <Soft>There are more. They are listed once these are acknowledged.</Soft>}
      {chosen && <AcknowledgeDialog payment={chosen} onClose={() => setChosen(null)} />}
    </TitledCard>
  );
}
