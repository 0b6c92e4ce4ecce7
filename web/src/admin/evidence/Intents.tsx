import type { IntentView } from '@framelift/contracts';
import { ShoppingCart } from 'lucide-react';
import { formatMoment } from '../../lib/format.ts';
import { Empty } from '../../ui/Empty.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { ListBody } from '../ListBody.tsx';
import type { List } from '../useList.ts';
import { useIntentsQuery } from './evidenceApi.ts';

export const intentColumns: Column<IntentView>[] = [
  { header: 'Requested', cell: ({ createdAt }) => formatMoment(createdAt) },
  { header: 'Affiliate', cell: ({ affiliate }) => affiliate?.username ?? '–', long: true },
  { header: 'Referred', cell: ({ referredAt }) => (referredAt ? formatMoment(referredAt) : '–') },
  { header: 'Visit', cell: ({ visitId }) => visitId ?? '–', long: true },
];

/** Checkouts somebody asked for that have no invoice: the store did not answer, or refused. */
export function Intents({ list }: { list: List }) {
  const answer = useIntentsQuery(list.asked.after);
  const intents = answer.data?.intents ?? [];
  return (
    <ListBody answer={answer} list={list} failure="Failed to fetch checkouts">
      <TableCard>
        {intents.length === 0 ? (
          <Empty icon={<ShoppingCart />} text="All checkouts reached the store." />
        ) : (
          <Table
            caption="Checkouts that never reached the store"
            columns={intentColumns}
            rows={intents}
            keyOf={({ checkoutId }) => checkoutId}
          />
        )}
      </TableCard>
    </ListBody>
  );
}
