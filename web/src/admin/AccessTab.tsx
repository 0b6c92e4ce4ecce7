import type { AccessesView } from '@framelift/contracts';
import { KeyRound } from 'lucide-react';
import { formatMoment } from '../lib/format.ts';
import { Badge } from '../ui/Badge.tsx';
import { Empty } from '../ui/Empty.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { Soft } from '../ui/layout/Text.tsx';
import { TableCard } from '../ui/layout/TitledCard.tsx';
import { type Column, Table } from '../ui/lists/Table.tsx';
import { useAccessesQuery } from './adminApi.ts';
import { ListBody } from './ListBody.tsx';
import { useList } from './useList.ts';

type Access = AccessesView['accesses'][number];

const kinds: Record<Access['kind'], [string, 'green' | 'red' | 'grey']> = {
  signedIn: ['Signed in', 'green'],
  refused: ['Refused', 'red'],
  read: ['Read', 'grey'],
};

const columns: Column<Access>[] = [
  { header: 'Date', cell: ({ recordedAt }) => formatMoment(recordedAt) },
  { header: 'What', cell: ({ kind }) => <Badge tone={kinds[kind][1]}>{kinds[kind][0]}</Badge> },
  {
    header: 'Who',
    cell: ({ accountId, username, keyName }) => (keyName ? `API key ${keyName}` : (username ?? accountId ?? '–')),
    long: true,
  },
  { header: 'Whose data', cell: ({ about }) => about ?? '–', long: true },
  { header: 'Call', cell: ({ call }) => call, long: true },
  { header: 'Answer', cell: ({ status }) => status, numeric: true },
  { header: 'From', cell: ({ from }) => from, long: true },
];

/** Who came in, who was kept out, and which admin or API key read whose data. */
export function AccessTab() {
  const list = useList();
  const answer = useAccessesQuery(list.asked, { refetchOnMountOrArgChange: true });
  const accesses = answer.data?.accesses ?? [];
  return (
    <Stack as="section">
      <SectionTitle>Access</SectionTitle>
      <Soft>
        Sign-ins, refusals and every read of personal data by an admin or an API key, kept for 12 months. “From” is anonymised: the same
        value means the same address.
      </Soft>
      <ListBody answer={answer} list={list} failure="Failed to fetch the access record">
        <TableCard>
          {accesses.length === 0 ? (
            <Empty icon={<KeyRound />} text="Nothing recorded." />
          ) : (
            <Table caption="Access" columns={columns} rows={accesses} keyOf={({ id }) => id} />
          )}
        </TableCard>
      </ListBody>
    </Stack>
  );
}
