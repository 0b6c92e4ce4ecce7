import type { PayoutRunView } from '@framelift/contracts';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { formatCount, formatDate, formatMoney } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { TableCard, TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Actions, Toolbar } from '../../ui/layout/Toolbar.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { payeeColumns } from './payeeColumns.tsx';
import { mayBePaid, PaymentState } from './PaymentState.tsx';
import { type ShownRun, usePayoutRunQuery, useRemoveFromPayoutRunMutation } from './payoutsApi.ts';
import { payoutScreens } from './methods/payoutScreens.ts';
import { ReturnDialog } from './ReturnDialog.tsx';
import { RunBadge, runName } from './runState.tsx';
import { RunSteps } from './RunSteps.tsx';
import { SettledRun } from './SettledRun.tsx';
import { UnknownRun } from './UnknownRun.tsx';
import { UnmatchedPayments } from './UnmatchedPayments.tsx';

interface Props {
  id: string;
  onBack: () => void;
}
type Payment = PayoutRunView['cashouts'][number];

/** One payout run: what is in it, what is to be done next, and what became of each payment. */
export function PayoutRun({ id, onBack }: Props) {
  const { data, error, isFetching, refetch } = usePayoutRunQuery(id);
  return (
    <Stack>
      <Toolbar>
        <SectionTitle>Payout run</SectionTitle>
        <Button onClick={onBack}>Back to payouts</Button>
      </Toolbar>
      {error && !data && !isFetching && <Failed text={errorText(error, 'Failed to fetch the payout run')} onRetry={refetch} />}
      {!data && isFetching && <Loading text="Loading payout run..." />}
      {data && <Run run={data} />}
    </Stack>
  );
}

function Run({ run }: { run: ShownRun }) {
  const [returning, setReturning] = useState<Payment | null>(null);
  const [remove, removing] = useCommand(useRemoveFromPayoutRunMutation());
  const actions = (payment: Payment) => {
    const about = payment.affiliate.username;
    if (mayBePaid(run, payment)) return null;
    if (run.state === 'open' && payment.state === 'in')
      return (
        <Button
          size="small"
          aria-label={`Remove ${about}`}
          disabled={removing.isLoading}
          onClick={() => remove({ id: run.id, cashoutId: payment.cashoutId })}
        >
          Remove
        </Button>
      );
    if (payment.state !== 'paid') return null;
    const ofPayer = payoutScreens[payment.paymentType].api?.actions(run, payment);
    if (ofPayer) return ofPayer;
    return (
      <Button size="small" aria-label={`Payment of ${about} was returned`} onClick={() => setReturning(payment)}>
        Returned
      </Button>
    );
  };
  return (
    <>
      <TitledCard title={runName(run)} beside={<RunBadge run={run} />}>
        <Facts as="columns" facts={factsOf(run)} />
        {run.state === 'open' && (run.outcomeUnknown ? <UnknownRun run={run} /> : <RunSteps run={run} />)}
        {run.state === 'settled' && <SettledRun run={run} />}
      </TitledCard>
      <UnmatchedPayments runId={run.id} />
      <TableCard>
        <Table caption="Payments" columns={columnsWith(run, actions)} rows={run.cashouts} keyOf={({ cashoutId }) => cashoutId} />
      </TableCard>
      {returning && <ReturnDialog runId={run.id} payment={returning} onClose={() => setReturning(null)} />}
    </>
  );
}

const columnsWith = (run: PayoutRunView, actions: (payment: Payment) => ReactNode): Column<Payment>[] => [
  ...payeeColumns,
  { header: 'State', cell: (payment) => <PaymentState run={run} payment={payment} /> },
  { header: 'Actions', cell: (payment) => <Actions end>{actions(payment)}</Actions> },
];

const factsOf = (run: PayoutRunView) =>
  [
    ['Started', `${formatDate(run.startedAt)} by ${run.startedBy}`],
    ...(run.approvedBy ? [['Approved by', run.approvedBy] as const] : []),
    ...(run.settledAt ? [['Paid', formatDate(run.settledAt)] as const] : []),
    ...(run.reference ? [['Reference', run.reference] as const] : []),
    ...(run.state === 'settled' && run.batch?.fee ? [['PayPal fee', formatMoney(run.batch.fee)] as const] : []),
    ...(run.returned.count ? [['Returned', `${formatCount(run.returned.count)}, ${formatMoney(run.returned.amount)}`] as const] : []),
  ] as const;
