import type { AdminActionsView } from '@framelift/contracts';
import { History } from 'lucide-react';
import { capitalised, formatDate, formatMoney } from '../lib/format.ts';
import { adminPath } from '../lib/paths.ts';
import { Empty } from '../ui/Empty.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { TableCard } from '../ui/layout/TitledCard.tsx';
import { type Column, Table } from '../ui/lists/Table.tsx';
import { useActionsQuery } from './adminApi.ts';
import { ListBody } from './ListBody.tsx';
import { ListTools } from './ListTools.tsx';
import { useList } from './useList.ts';
import { writtenLine } from './writtenLine.ts';

const sorts = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  actionType: 'Action',
  adminUsername: 'Admin',
  targetUsername: 'Target',
};

type Action = AdminActionsView['actions'][number];

const columns: Column<Action>[] = [
  { header: 'Action', cell: ({ actionType }) => capitalised(actionType.replaceAll('_', ' ')), phone: 'start' },
  {
    header: 'Who',
    cell: ({ adminUsername, targetUsername, internalNote }) =>
      [`by ${adminUsername}`, targetUsername && `target: ${targetUsername}`, writtenLine({ internalNote })].filter(Boolean).join(' · '),
    long: true,
    phone: 'below',
  },
  { header: 'Amount', cell: ({ amount }) => amount !== null && formatMoney(amount), numeric: true, phone: 'end' },
  { header: 'Date', cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>, numeric: true, phone: 'belowEnd' },
];

/** What admins did; a row leads to its event. */
export function ActionsTab() {
  const list = useList();
  const answer = useActionsQuery(list.asked);
  const actions = answer.data?.actions ?? [];
  return (
    <Stack as="section">
      <SectionTitle>Actions</SectionTitle>
      <ListTools list={list} search="Search action, admin or target" sorts={sorts} />
      <ListBody answer={answer} list={list} failure="Failed to fetch actions">
        <TableCard>
          {actions.length === 0 ? (
            <Empty icon={<History />} text="No actions logged." />
          ) : (
            <Table caption="Actions" columns={columns} rows={actions} keyOf={({ id }) => id} linkOf={({ id }) => adminPath('events', id)} />
          )}
        </TableCard>
      </ListBody>
    </Stack>
  );
}
