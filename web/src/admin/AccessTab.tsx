import type { AccessesView } from '@framelift/contracts';
import { KeyRound } from 'lucide-react';
import { formatMoment } from '../lib/format.ts';
import { Badge } from '../ui/Badge.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { type Column, Table } from '../ui/lists/Table.tsx';
import styles from './admin.module.css';
import { useAccessesQuery } from './adminApi.ts';
import { ListBody } from './ListBody.tsx';
import { useList } from './useList.ts';

type Access = AccessesView['accesses'][number];

const kinds: Record<Access['kind'], [string, 'green' | 'red' | 'grey']> = {
  'signed in': ['Signed in', 'green'],
  refused: ['Refused', 'red'],
  read: ['Read', 'grey'],
};

const columns: Column<Access>[] = [
  { header: 'Date', cell: ({ at }) => formatMoment(at) },
  { header: 'What', cell: ({ kind }) => <Badge tone={kinds[kind][1]}>{kinds[kind][0]}</Badge> },
  { header: 'Who', cell: ({ accountId }) => accountId ?? '–' },
  { header: 'Whose data', cell: ({ about }) => about ?? '–' },
  { header: 'Call', cell: ({ call }) => call },
  { header: 'Answer', cell: ({ status }) => status, numeric: true },
  { header: 'From', cell: ({ from }) => from },
];

/** Who came in, who was kept out, and which admin read whose data. */
export function AccessTab() {
  const list = useList();
  const answer = useAccessesQuery(list.asked, { refetchOnMountOrArgChange: true });
  const accesses = answer.data?.accesses ?? [];
  return (
    <section className={styles.stack}>
      <h2 className={styles.heading}>Access</h2>
      <p className={styles.soft}>
        Sign-ins, refusals and every read of somebody’s data by an admin, kept for 12 months. “From” is the same for the same address, and
        is no address.
      </p>
      <ListBody answer={answer} list={list} failure="Failed to fetch the access record">
        <Card className={styles.tableCard}>
          {accesses.length === 0 ? (
            <Empty icon={<KeyRound />} text="Nothing recorded." />
          ) : (
            <Table caption="Access" columns={columns} rows={accesses} keyOf={({ id }) => id} />
          )}
        </Card>
      </ListBody>
    </section>
  );
}
