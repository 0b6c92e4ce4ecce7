import { ScrollText } from 'lucide-react';
import { ledgerColumns } from '../../session/screens/ledgerColumns.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { Table } from '../../ui/lists/Table.tsx';
import { ListBody } from '../ListBody.tsx';
import { useList } from '../useList.ts';
import { useAffiliateLedgerQuery } from './affiliateApi.ts';

/** Every cent of the account, as its owner sees it. */
export function AffiliateLedger({ id }: { id: string }) {
  const list = useList();
  const answer = useAffiliateLedgerQuery({ id, after: list.asked.after });
  const entries = answer.data?.entries ?? [];
  return (
    <ListBody answer={answer} list={list} failure="Failed to fetch the ledger">
      <TableCard>
        {entries.length === 0 ? (
          <Empty icon={<ScrollText />} text="No entries found." />
        ) : (
          <Table caption="Ledger" columns={ledgerColumns} rows={entries} keyOf={({ position }) => String(position)} />
        )}
      </TableCard>
    </ListBody>
  );
}
