import type { NotificationView } from '@framelift/contracts';
import { useState } from 'react';
import { lazily } from '../ui/dialogs/lazily.ts';
import { OnReach } from '../ui/dialogs/OnReach.tsx';
import { Bell } from './Bell.tsx';
import { useReadAll } from './useReadAll.ts';

const NotificationList = lazily(() => import('./NotificationList.tsx').then((loaded) => loaded.NotificationList));

/** The bell with its count: opening it reads all of it, without a word where that fails. */
export function Notifications({ notifications }: { notifications: NotificationView[] }) {
  const readAll = useReadAll(notifications);
  const [newOnes, setNewOnes] = useState<string[]>([]);
  const unread = notifications.filter(({ isRead }) => !isRead).map(({ id }) => id);
  const onOpenChange = (isOpen: boolean) => {
    setNewOnes(isOpen ? unread : []);
    if (isOpen && unread.length) readAll();
  };
  return (
    <OnReach
      menu={NotificationList}
      props={{ notifications, newOnes, onOpenChange }}
      onOpen={() => onOpenChange(true)}
      renderButton={(reach) => <Bell unread={unread.length} {...reach} />}
    />
  );
}
