import type { PayoutRunsView } from '@framelift/contracts';
import { Banknote } from 'lucide-react';
import { formatCount, formatDate, formatMoney } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { Toolbar } from '../../ui/layout/Toolbar.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { ListBody } from '../ListBody.tsx';
import { useList } from '../useList.ts';
import { usePayoutRunsQuery } from './payoutsApi.ts';
import { Bookkeeping } from './Bookkeeping.tsx';
import { RunBadge } from './runState.tsx';
import { UnmatchedPayments } from './UnmatchedPayments.tsx';

type Run = PayoutRunsView['runs'][number];

const columns: Column<Run>[] = [
  { header: 'Started', cell: ({ startedAt }) => formatDate(startedAt), phone: 'start' },
  { header: 'By', cell: ({ startedBy }) => startedBy, long: true, phone: 'below' },
  { header: 'Cashouts', cell: ({ count }) => formatCount(count), numeric: true },
  { header: 'Total', cell: ({ amount }) => formatMoney(amount), numeric: true, phone: 'end' },
  { header: 'Reference', cell: ({ reference }) => reference ?? '–', long: true },
  { header: 'State', cell: (run) => <RunBadge run={run} />, phone: 'belowEnd' },
];

/** Every payout run, the newest first; a row opens it. */
export function RunList() {
  const list = useList();
  const answer = usePayoutRunsQuery(list.asked.after);
  const runs = answer.data?.runs ?? [];
  return (
    <Stack>
      <Toolbar>
        <SectionTitle>Payouts</SectionTitle>
        <ButtonLink variant="primary" to={adminPath('cashouts')}>
          New payout run
        </ButtonLink>
      </Toolbar>
      <UnmatchedPayments />
      <ListBody answer={answer} list={list} failure="Failed to fetch payout runs">
        <TableCard>
          {runs.length === 0 ? (
            <Empty icon={<Banknote />} text="No payout runs yet." hint="A run pays many cashouts with one file and one reference." />
          ) : (
            <Table
              caption="Payout runs"
              columns={columns}
              rows={runs}
              keyOf={({ id }) => id}
              linkOf={({ id }) => adminPath('payouts', id)}
            />
          )}
        </TableCard>
      </ListBody>
      <Bookkeeping />
    </Stack>
  );
}
