import type { NotCreditedView } from '@framelift/contracts';
import { CircleSlash } from 'lucide-react';
import { formatAmount, formatDate, formatMoney } from '../lib/format.ts';
import { TableCard } from '../ui/layout/TitledCard.tsx';
import { errorText } from '../session/api/api.ts';
import { Failed } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Empty } from '../ui/Empty.tsx';
import { type Column, Table } from '../ui/lists/Table.tsx';
import { useNotCreditedInfiniteQuery } from './ledgerApi.ts';
import { WithIds } from '../ui/layout/Text.tsx';
import { ShowOlder } from './ShowOlder.tsx';

type Entry = NotCreditedView['entries'][number];

const columns: Column<Entry>[] = [
  { header: 'Date', cell: (entry) => formatDate(entry.timestamp) },
  { header: 'Transaction', cell: (entry) => <WithIds text={entry.transactionId} />, long: true },
  {
    header: 'Paid',
    cell: ({ amount, foreign }) => (foreign ? formatAmount(foreign.amount, foreign.currency) : formatMoney(amount)),
    numeric: true,
  },
  { header: 'Reason', cell: (entry) => entry.reason, long: true },
];

/** Sales through the affiliate's link that earned nothing, each with its reason. */
export function NotCredited() {
  const sales = useNotCreditedInfiniteQuery();
  const { error, isLoading, refetch } = sales;
  if (isLoading) return <Loading text="Loading sales..." />;
  if (!sales.data) return <Failed text={errorText(error, 'Failed to fetch sales')} onRetry={refetch} />;
  const entries = sales.data.pages.flatMap((page) => page.entries);
  return (
    <TableCard as="section">
      {entries.length === 0 ? (
        <Empty icon={<CircleSlash />} text="All sales through your link were credited." />
      ) : (
        <Table caption="Not credited" columns={columns} rows={entries} keyOf={(entry) => entry.transactionId} />
      )}
      <ShowOlder list={sales} label="Show older" />
    </TableCard>
  );
}
