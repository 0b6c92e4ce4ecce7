import type { NotificationView } from '@framelift/contracts';
import { BellOff, CheckCheck } from 'lucide-react';
import { formatDate } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Empty } from '../ui/Empty.tsx';
import styles from './dashboard.module.css';
import { useReadAllNotificationsMutation, useReadNotificationMutation } from './dashboardApi.ts';

/** Failures to mark something read are silently ignored (docs/product.md#fallbacks). */
export function NotificationsDialog({ notifications, onClose }: { notifications: NotificationView[]; onClose: () => void }) {
  const [readAll] = useReadAllNotificationsMutation();
  const [readOne] = useReadNotificationMutation();
  const unread = notifications.some(({ isRead }) => !isRead);
  return (
    <Dialog title="Notifications" onClose={onClose}>
      {unread && (
        <Button size="small" className={styles.readAll} onClick={() => readAll()}>
          <CheckCheck aria-hidden />
          Mark All Read
        </Button>
      )}
      {notifications.length === 0 && <Empty icon={<BellOff />} text="No notifications." />}
      <ul className={styles.list}>
        {notifications.map((notification) => (
          <li key={notification.id} className={`${styles.item} ${notification.isRead ? '' : styles.new}`}>
            <div className={styles.itemText}>
              <p className={styles.itemTitle}>{notification.title}</p>
              <p className={styles.soft}>{notification.message}</p>
              <p className={styles.faint}>{formatDate(notification.createdAt)}</p>
            </div>
            {!notification.isRead && (
              <Button size="small" variant="ghost" aria-label={`Mark read: ${notification.title}`} onClick={() => readOne(notification.id)}>
                Mark Read
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
