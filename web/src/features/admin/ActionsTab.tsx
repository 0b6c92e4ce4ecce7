import type { AdminActionView } from '@framelift/contracts';
import { History } from 'lucide-react';
import { capitalised, formatDate } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { Empty } from '../../ui/Empty.tsx';
import styles from './admin.module.css';

export function ActionsTab({ actions }: { actions: AdminActionView[] }) {
  return (
    <Card as="section" className={styles.block}>
      <h2 className={styles.heading}>Actions</h2>
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
    </Card>
  );
}
