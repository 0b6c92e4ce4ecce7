import type { SaleView } from '@framelift/contracts';
import { writtenWords } from '@framelift/contracts/rules';
import { Receipt } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../session/api/api.ts';
import { formatDate, formatMoney } from '../lib/format.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { OneLine } from '../ui/layout/Text.tsx';
import { TableCard } from '../ui/layout/TitledCard.tsx';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import { Toolbar } from '../ui/layout/Toolbar.tsx';
import { useSettled } from '../ui/useSettled.ts';
import { type Column, Table } from '../ui/lists/Table.tsx';
import { allSales, useSalesFileMutation, useSalesInfiniteQuery } from './dashboardApi.ts';
import { DownloadCsv } from './DownloadCsv.tsx';
import { MissingSaleDialog } from './missing-sales/MissingSaleDialog.tsx';
import { SalesTools, salesName } from './SalesTools.tsx';
import { MissingSales } from './missing-sales/MissingSales.tsx';
import { onHoldWords } from '../session/screens/onHold.ts';
import { ShowOlder } from './ShowOlder.tsx';

const columns: Column<SaleView>[] = [
  { header: 'Product', cell: (sale) => <OneLine text={sale.product} about={sourceOf(sale)} />, long: true },
  { header: 'Customer Email', cell: (sale) => sale.customerEmail, long: true },
  { header: 'Amount', cell: (sale) => formatMoney(sale.amount), numeric: true },
  { header: 'Commission', cell: (sale) => formatMoney(sale.commissionAmount), numeric: true },
  { header: 'Date', cell: (sale) => formatDate(sale.timestamp) },
  {
    header: 'Status',
    cell: (sale) => <OneLine text={<StatusBadge status={sale.underReview ? 'under review' : sale.status} />} about={statusWords(sale)} />,
    long: true,
  },
];

/** Every sale, narrowed at will; the newest are there at once, older ones are asked for. */
export function SalesTab({ newest }: { newest: SaleView[] }) {
  const [filter, setFilter] = useState(allSales);
  const [isReporting, setReporting] = useState(false);
  const search = useSettled(filter.search.trim());
  const asked = { ...filter, search };
  const list = useSalesInfiniteQuery(asked);
  const [ask] = useSalesFileMutation();
  const isNarrowed = Object.values(asked).some(Boolean);
  // Those of another filter stay while these load, and not in their place.
  const data = list.isError ? list.currentData : list.data;
  const sales = data?.pages.flatMap((page) => page.sales) ?? (isNarrowed ? undefined : newest);
  return (
    <Stack>
      <Toolbar>
        <SectionTitle>Sales</SectionTitle>
        <Button onClick={() => setReporting(true)}>Report a Missing Sale</Button>
      </Toolbar>
      <TableCard as="section">
        <SalesTools filter={filter} onChange={setFilter}>
          <DownloadCsv name={salesName(asked)} ask={() => ask(asked).unwrap()} />
        </SalesTools>
        {!sales && list.isError && <Failed text={errorText(list.error, 'Failed to fetch sales')} onRetry={list.refetch} />}
        {!sales && !list.isError && <Loading text="Loading sales..." />}
        {sales?.length === 0 && (
          <Empty icon={<Receipt />} text="No sales found." hint={isNarrowed ? 'No sale matches these filters.' : undefined} />
        )}
        {sales && sales.length > 0 && <Table caption="Sales" columns={columns} rows={sales} keyOf={(sale) => sale.transactionId} />}
        <ShowOlder list={list} label="Show older sales" />
      </TableCard>
      <MissingSales />
      {isReporting && <MissingSaleDialog onClose={() => setReporting(false)} />}
    </Stack>
  );
}

/** How the affiliate of the sale was found, and where the buyer came from. */
function sourceOf({ attributedBy, code, campaign, landing, site }: SaleView): string {
  const by = { coupon: code ? `by code ${code}` : 'by code', click: 'by link', hand: 'credited by hand' };
  const from = [landing && `to ${landing}`, site && `from ${site}`].filter(Boolean).join(' ');
  return [by[attributedBy], campaign && `campaign ${campaign}`, from].filter(Boolean).join(' · ');
}

/** Why it has this status, and until when its commission is on hold. */
function statusWords({ reason, availableAt, status, underReview }: SaleView): string {
  const onHold = status === 'completed' && !underReview ? onHoldWords(availableAt) : null;
  return [onHold, reason && writtenWords(reason, false)].filter(Boolean).join(' · ');
}
