import type { MissingSaleView } from '@framelift/contracts';
import { SearchCheck } from 'lucide-react';
import { formatDate } from '../../lib/format.ts';
import { MissingSaleBadge } from '../../session/screens/MissingSaleBadge.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { OneLine } from '../../ui/layout/Text.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { useMissingSalesInfiniteQuery } from '../dashboardApi.ts';
import { ShowOlder } from '../ShowOlder.tsx';

const columns: Column<MissingSaleView>[] = [
  { header: 'Bought on', cell: ({ boughtOn }) => formatDate(`${boughtOn}T12:00`) },
  { header: 'Details', cell: ({ invoice, customerEmail }) => [invoice, customerEmail].filter(Boolean).join(' · '), long: true },
  { header: 'Reported', cell: ({ reportedAt }) => formatDate(reportedAt) },
  {
    header: 'Answer',
    cell: (missing) => <OneLine text={<MissingSaleBadge state={missing.state} />} about={answerOf(missing)} />,
    long: true,
  },
];

/** Purchases that the affiliate reported as missing, and what became of them. */
export function MissingSales() {
  const list = useMissingSalesInfiniteQuery();
  const missing = list.data?.pages.flatMap((page) => page.missingSales) ?? [];
  return (
    <Stack>
      <SectionTitle>Missing Sales</SectionTitle>
      {list.data && (
        <TableCard as="section">
          {missing.length === 0 ? (
            <Empty
              icon={<SearchCheck />}
              text="No missing sales reported."
              hint="A sale is missing from the list? Report it, and we’ll look into it."
            />
          ) : (
            <Table caption="Missing sales" columns={columns} rows={missing} keyOf={({ id }) => id} />
          )}
          <ShowOlder list={list} label="Show older" />
        </TableCard>
      )}
    </Stack>
  );
}

const answerOf = ({ transactionId, reason }: MissingSaleView) => [transactionId, reason].filter(Boolean).join(' · ');
