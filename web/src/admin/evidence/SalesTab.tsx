import { ShoppingBag } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Empty } from '../../ui/Empty.tsx';
import { Table } from '../../ui/lists/Table.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { ListBody } from '../ListBody.tsx';
import { ListTools } from '../ListTools.tsx';
import { useList } from '../useList.ts';
import { EvidenceDialog } from './EvidenceDialog.tsx';
import { useAdminSalesQuery } from './evidenceApi.ts';
import { Intents } from './Intents.tsx';
import { MissingSales } from './MissingSales.tsx';
import { MissingSalesBand } from './MissingSalesBand.tsx';
import { saleColumns } from './saleColumns.tsx';

const sorts = { '-createdAt': 'Newest first', createdAt: 'Oldest first', '-amount': 'Highest amount', amount: 'Lowest amount' };
const statuses = {
  '': 'All checkouts',
  credited: 'Credited',
  notCredited: 'Not credited',
  refunded: 'Refunded or reversed',
  attention: 'Partial refunds to look at',
  open: 'Not paid',
  intents: 'Never reached the store',
  missing: 'Missing sale claims',
};

/** Every checkout and what became of it, down to the evidence of one. */
export function SalesTab() {
  const list = useList();
  const [params, setParams] = useSearchParams();
  const opened = params.get('invoice');
  const show = (invoice: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (invoice) after.set('invoice', invoice);
        else after.delete('invoice');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Stack>
      <SectionTitle>Sales</SectionTitle>
      {list.asked.status !== 'missing' && <MissingSalesBand />}
      <ListTools list={list} search="Search transaction, affiliate or a buyer’s whole email" sorts={sorts} statuses={statuses} />
      {list.asked.status === 'intents' && <Intents list={list} />}
      {list.asked.status === 'missing' && <MissingSales list={list} />}
      {!['intents', 'missing'].includes(list.asked.status) && <Sales list={list} onOpen={show} />}
      {opened && <EvidenceDialog invoice={opened} onClose={() => show(null)} />}
    </Stack>
  );
}

function Sales({ list, onOpen }: { list: ReturnType<typeof useList>; onOpen: (invoice: string) => void }) {
  const answer = useAdminSalesQuery(list.asked);
  const sales = answer.data?.sales ?? [];
  return (
    <ListBody answer={answer} list={list} failure="Failed to fetch sales">
      <TableCard>
        {sales.length === 0 ? (
          <Empty icon={<ShoppingBag />} text="No sales found." />
        ) : (
          <Table caption="Sales" columns={saleColumns(onOpen)} rows={sales} keyOf={({ transactionId }) => transactionId} />
        )}
      </TableCard>
    </ListBody>
  );
}
