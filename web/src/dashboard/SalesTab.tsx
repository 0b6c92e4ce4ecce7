import type { SaleView } from '@framelift/contracts';
import { Receipt } from 'lucide-react';
import { formatDate, formatMoney } from '../lib/format.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { Faint } from '../ui/layout/Text.tsx';
import { TableCard } from '../ui/layout/TitledCard.tsx';
import { Empty } from '../ui/Empty.tsx';
import { type Column, Table } from '../ui/lists/Table.tsx';
import { useSalesInfiniteQuery } from './dashboardApi.ts';
import { MissingSales } from './missing-sales/MissingSales.tsx';
import { onHoldWords } from '../session/screens/onHold.ts';
import { ShowOlder } from './ShowOlder.tsx';

const columns: Column<SaleView>[] = [
  { header: 'Product', cell: (sale) => <Product sale={sale} /> },
  { header: 'Customer Email', cell: (sale) => sale.customerEmail },
  { header: 'Amount', cell: (sale) => formatMoney(sale.amount), numeric: true },
  { header: 'Commission', cell: (sale) => <Commission sale={sale} />, numeric: true },
  { header: 'Date', cell: (sale) => formatDate(sale.timestamp) },
  { header: 'Status', cell: (sale) => <StatusBadge status={sale.underReview ? 'under review' : sale.status} /> },
];

/** Every sale; the newest are there at once, older ones are asked for. */
export function SalesTab({ newest }: { newest: SaleView[] }) {
  const older = useSalesInfiniteQuery();
  const sales = older.data?.pages.flatMap((page) => page.sales) ?? newest;
  return (
    <Stack>
      <TableCard as="section">
        {sales.length === 0 ? (
          <Empty icon={<Receipt />} text="No sales found." />
        ) : (
          <Table caption="Sales" columns={columns} rows={sales} keyOf={(sale) => sale.transactionId} />
        )}
        <ShowOlder list={older} label="Show older sales" />
      </TableCard>
      <MissingSales />
    </Stack>
  );
}

/** What was sold, how the affiliate of the sale was found, and where the buyer came from. */
function Product({ sale: { product, attributedBy, code, campaign, landing, site } }: { sale: SaleView }) {
  const by = { coupon: code ? `by code ${code}` : 'by code', click: 'by link', hand: 'credited by hand' };
  const from = [landing && `to ${landing}`, site && `from ${site}`].filter(Boolean).join(' ');
  return (
    <div>
      {product}
      <Faint>{[by[attributedBy], campaign && `campaign ${campaign}`, from].filter(Boolean).join(' · ')}</Faint>
    </div>
  );
}

function Commission({ sale: { commissionAmount, availableAt, status, underReview } }: { sale: SaleView }) {
  const onHold = status === 'completed' && !underReview ? onHoldWords(availableAt) : null;
  return (
    <div>
      {formatMoney(commissionAmount)}
      {onHold && <Faint>{onHold}</Faint>}
    </div>
  );
}
