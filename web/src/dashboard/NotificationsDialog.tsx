import type { NotificationView } from '@framelift/contracts';
import { BellOff, CheckCheck } from 'lucide-react';
import { formatDate } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Entries, Entry } from '../ui/layout/Entries.tsx';
import { Faint, Soft } from '../ui/layout/Text.tsx';
import { Actions } from '../ui/layout/Toolbar.tsx';
import { Empty } from '../ui/Empty.tsx';
import { useReadAllNotificationsMutation, useReadNotificationMutation } from './dashboardApi.ts';

/** Failures to mark something read are silently ignored (docs/product.md#fallbacks). */
export function NotificationsDialog({ notifications, onClose }: { notifications: NotificationView[]; onClose: () => void }) {
  const [readAll] = useReadAllNotificationsMutation();
  const [readOne] = useReadNotificationMutation();
  const unread = notifications.some(({ isRead }) => !isRead);
  return (
    <Dialog title="Notifications" onClose={onClose}>
      {unread && (
        <Actions>
          <Button size="small" onClick={() => readAll()}>
            <CheckCheck aria-hidden />
            Mark All Read
          </Button>
        </Actions>
      )}
      {notifications.length === 0 && <Empty icon={<BellOff />} text="No notifications." />}
      <Entries>
        {notifications.map(({ id, title, message, createdAt, isRead }) => (
          <Entry
            key={id}
            title={title}
            isNew={!isRead}
            aside={
              !isRead && (
                <Button size="small" variant="ghost" aria-label={`Mark read: ${title}`} onClick={() => readOne(id)}>
                  Mark Read
                </Button>
              )
            }
          >
            <Soft>{message}</Soft>
            <Faint>{formatDate(createdAt)}</Faint>
          </Entry>
        ))}
      </Entries>
    </Dialog>
  );
}
