import { History } from 'lucide-react';
import { capitalised, formatDate } from '../lib/format.ts';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import styles from './admin.module.css';
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
    <Card as="section" className={styles.block}>
      <h2 className={styles.heading}>Actions</h2>
      <ListTools list={list} search="Search action, admin or target" sorts={sorts} />
      <ListBody answer={answer} list={list} failure="Failed to fetch actions">
        {actions.length === 0 && <Empty icon={<History />} text="No actions logged." />}
        <ul className={styles.log}>
          {actions.map(({ id, actionType, adminUsername, targetUsername, createdAt }) => (
            <li key={id} className={styles.logEntry}>
              <div className={styles.logText}>
                <p className={styles.strong}>{capitalised(actionType.replaceAll('_', ' '))}</p>
                <p className={styles.soft}>
                  by {adminUsername}
                  {targetUsername && <> · target: {targetUsername}</>}
                </p>
              </div>
              <time className={styles.faint} dateTime={createdAt}>
                {formatDate(createdAt)}
              </time>
            </li>
          ))}
        </ul>
      </ListBody>
    </Card>
  );
}
