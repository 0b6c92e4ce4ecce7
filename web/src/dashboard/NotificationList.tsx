import type { NotificationView } from '@framelift/contracts';
import { BellOff, CheckCheck } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId } from 'react';
import { formatDate } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Entries, Entry } from '../ui/layout/Entries.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import { Soft } from '../ui/layout/Text.tsx';
import { Between } from '../ui/layout/Toolbar.tsx';
import { Bell } from './Bell.tsx';
import { useReadNotificationMutation } from './dashboardApi.ts';
import styles from './Notifications.module.css';
import { useCommand } from '../session/api/useCommand.ts';
import { useReadAll } from './useReadAll.ts';

interface Props {
  notifications: NotificationView[];
  /** Ids of what was unread when it opened: it stays marked until it closes. */
  newOnes: readonly string[];
  onOpenChange: (isOpen: boolean) => void;
}

/** The bell, and what there is to read by day. */
export function NotificationList({ notifications, newOnes, onOpenChange }: Props) {
  const id = useId();
  const readAll = useReadAll(notifications);
  const unread = notifications.filter(({ isRead }) => !isRead).length;
  return (
    <Popover.Root defaultOpen onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>
        <Bell unread={unread} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.popover}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-labelledby={id}
          // It scrolls, also by keyboard.
          tabIndex={0}
          onOpenAutoFocus={focusAll}
        >
          <Between>
            <SectionTitle id={id}>Notifications</SectionTitle>
            {unread > 0 && (
              <Button size="small" variant="ghost" onClick={readAll}>
                <CheckCheck aria-hidden />
                Mark All Read
              </Button>
            )}
          </Between>
          {notifications.length === 0 && <Empty icon={<BellOff />} text="No notifications." />}
          {[...byDay(notifications)].map(([day, ofDay]) => (
            <section key={day} aria-label={day}>
              <p className={styles.day}>{day}</p>
              <Entries>
                {ofDay.map((each) => (
                  <Notification key={each.id} notification={each} isNew={!each.isRead || newOnes.includes(each.id)} />
                ))}
              </Entries>
            </section>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Its first button goes when all is read, and would take the focus along. */
const focusAll = (event: Event) => {
  event.preventDefault();
  (event.currentTarget as HTMLElement).focus();
};

const byDay = (notifications: NotificationView[]) => {
  const days = new Map<string, NotificationView[]>();
  for (const each of notifications) {
    const day = formatDate(each.createdAt);
    days.set(day, [...(days.get(day) ?? []), each]);
  }
  return days;
};

function Notification({ notification: { id, title, message, isRead }, isNew }: { notification: NotificationView; isNew: boolean }) {
  const [readOne] = useCommand(useReadNotificationMutation());
  const mark = !isRead && (
    <Button size="small" variant="ghost" aria-label={`Mark read: ${title}`} onClick={() => readOne(id)}>
      Mark Read
    </Button>
  );
  return (
    <Entry title={title} isNew={isNew} aside={mark}>
      <Soft>{message}</Soft>
    </Entry>
  );
}
