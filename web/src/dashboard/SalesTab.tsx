import type { SaleView } from '@framelift/contracts';
import { Receipt } from 'lucide-react';
import { formatDate, formatMoney } from '../lib/format.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { type Column, Table } from '../ui/lists/Table.tsx';
import styles from './dashboard.module.css';
import { useSalesInfiniteQuery } from './dashboardApi.ts';

const columns: Column<SaleView>[] = [
  { header: 'Product', cell: (sale) => sale.product },
  { header: 'Customer Email', cell: (sale) => sale.customerEmail },
  { header: 'Amount', cell: (sale) => formatMoney(sale.amount), numeric: true },
  { header: 'Commission', cell: (sale) => formatMoney(sale.commissionAmount), numeric: true },
  { header: 'Date', cell: (sale) => formatDate(sale.timestamp) },
  { header: 'Status', cell: (sale) => <StatusBadge status={sale.status} /> },
];

/** Every sale; the newest are there at once, older ones are asked for. */
export function SalesTab({ newest }: { newest: SaleView[] }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSalesInfiniteQuery();
  const sales = data?.pages.flatMap((page) => page.sales) ?? newest;
  return (
    <Card as="section" className={styles.tableCard}>
      {sales.length === 0 ? (
        <Empty icon={<Receipt />} text="No sales found." />
      ) : (
        <Table caption="Sales" columns={columns} rows={sales} keyOf={(sale) => sale.transactionId} />
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button size="small" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {isFetchingNextPage ? 'Loading...' : 'Show older sales'}
          </Button>
        </div>
      )}
    </Card>
  );
}
