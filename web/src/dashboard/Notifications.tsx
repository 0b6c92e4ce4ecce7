import type { NotificationView } from '@framelift/contracts';
import { Bell, BellOff, CheckCheck } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId, useState } from 'react';
import { formatDate } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Entries, Entry } from '../ui/layout/Entries.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import { Soft } from '../ui/layout/Text.tsx';
import { Between } from '../ui/layout/Toolbar.tsx';
import { useReadAllNotificationsMutation, useReadNotificationMutation } from './dashboardApi.ts';
import styles from './Notifications.module.css';

/** The bell with its count, and behind it what there is to read by day: opening it reads all of it, without a word where that fails. */
export function Notifications({ notifications }: { notifications: NotificationView[] }) {
  const id = useId();
  const [readAll] = useReadAllNotificationsMutation();
  const unread = notifications.filter(({ isRead }) => !isRead);
  /** What was unread when it opened stays marked until it closes. */
  const [newOnes, setNewOnes] = useState<string[]>([]);
  const open = (isOpen: boolean) => {
    setNewOnes(isOpen ? unread.map((each) => each.id) : []);
    if (isOpen && unread.length) void readAll();
  };
  const label = unread.length ? `Notifications, ${unread.length} unread` : 'Notifications';
  return (
    <Popover.Root onOpenChange={open}>
      <Popover.Trigger asChild>
        <Button variant="ghost" icon className={styles.bell} aria-label={label}>
          <Bell aria-hidden />
          {unread.length > 0 && (
            <span className={styles.unread} aria-hidden="true">
              {unread.length}
            </span>
          )}
        </Button>
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
            {unread.length > 0 && (
              <Button size="small" variant="ghost" onClick={() => readAll()}>
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
  const [readOne] = useReadNotificationMutation();
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
