import { History } from 'lucide-react';
import { capitalised, formatDate } from '../lib/format.ts';
import { Empty } from '../ui/Empty.tsx';
import { Entries, Entry } from '../ui/layout/Entries.tsx';
import { Faint, Soft } from '../ui/layout/Text.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import { useActionsQuery } from './adminApi.ts';
import { ListBody } from './ListBody.tsx';
import { ListTools } from './ListTools.tsx';
import { useList } from './useList.ts';

const sorts = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  actionType: 'Action',
  adminUsername: 'Admin',
  targetUsername: 'Target',
};

export function ActionsTab() {
  const list = useList();
  const answer = useActionsQuery(list.asked);
  const actions = answer.data?.actions ?? [];
  return (
    <TitledCard title="Actions">
      <ListTools list={list} search="Search action, admin or target" sorts={sorts} />
      <ListBody answer={answer} list={list} failure="Failed to fetch actions">
        {actions.length === 0 && <Empty icon={<History />} text="No actions logged." />}
        <Entries>
          {actions.map(({ id, actionType, adminUsername, targetUsername, createdAt }) => (
            <Entry
              key={id}
              title={capitalised(actionType.replaceAll('_', ' '))}
              aside={
                <Faint as="span">
                  <time dateTime={createdAt}>{formatDate(createdAt)}</time>
                </Faint>
              }
            >
              <Soft>
                by {adminUsername}
                {targetUsername && <> · target: {targetUsername}</>}
              </Soft>
            </Entry>
          ))}
        </Entries>
      </ListBody>
    </TitledCard>
  );
}
