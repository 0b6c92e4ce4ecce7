import type { NotCreditedView } from '@framelift/contracts';
import { CircleSlash } from 'lucide-react';
import { formatDate, formatMoney } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { type Column, Table } from '../ui/lists/Table.tsx';
import styles from './dashboard.module.css';
import { useNotCreditedInfiniteQuery } from './ledgerApi.ts';

type Entry = NotCreditedView['entries'][number];

const columns: Column<Entry>[] = [
  { header: 'Date', cell: (entry) => formatDate(entry.timestamp) },
  { header: 'Transaction', cell: (entry) => entry.transactionId },
  { header: 'Paid', cell: (entry) => formatMoney(entry.amount), numeric: true },
  { header: 'Why it earned nothing', cell: (entry) => entry.reason },
];

/** Sales through the affiliate's link that earned nothing, each with its reason. */
export function NotCredited() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useNotCreditedInfiniteQuery();
  if (!data) return null;
  const entries = data.pages.flatMap((page) => page.entries);
  return (
    <Card as="section" className={styles.tableCard}>
      <h2 className={styles.tableTitle}>Not Credited</h2>
      {entries.length === 0 ? (
        <Empty icon={<CircleSlash />} text="Every sale through your link was credited." />
      ) : (
        <Table caption="Not credited" columns={columns} rows={entries} keyOf={(entry) => entry.transactionId} />
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button size="small" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {isFetchingNextPage ? 'Loading...' : 'Show older ones'}
          </Button>
        </div>
      )}
    </Card>
  );
}
