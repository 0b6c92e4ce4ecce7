import { ShoppingBag } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Empty } from '../../ui/Empty.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { Table } from '../../ui/lists/Table.tsx';
import { ListBody } from '../ListBody.tsx';
import type { List } from '../useList.ts';
import { useAdminSalesQuery } from './evidenceApi.ts';
import { saleColumns } from './saleColumns.tsx';

const ofOne = saleColumns.filter(({ header }) => header !== 'Affiliate');

/** The checkouts of a list, or of one affiliate's; a row opens its evidence. */
export function SalesFound({ list, affiliate }: { list: List; affiliate?: string }) {
  const [params] = useSearchParams();
  const answer = useAdminSalesQuery({ ...list.asked, affiliate });
  const sales = answer.data?.sales ?? [];
  const linkOf = (invoice: string) => `?${new URLSearchParams({ ...Object.fromEntries(params), invoice }).toString()}`;
  return (
    <ListBody answer={answer} list={list} failure="Failed to fetch sales">
      <TableCard>
        {sales.length === 0 ? (
          <Empty
            icon={<ShoppingBag />}
            text="No sales found."
            hint={list.asked.search ? 'To find a buyer, enter the whole e-mail address.' : undefined}
          />
        ) : (
          <Table
            caption="Sales"
            columns={affiliate ? ofOne : saleColumns}
            rows={sales}
            keyOf={({ transactionId }) => transactionId}
            linkOf={({ transactionId }) => linkOf(transactionId)}
          />
        )}
      </TableCard>
    </ListBody>
  );
}
