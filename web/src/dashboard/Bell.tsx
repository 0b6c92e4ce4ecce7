import { Bell as BellIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../ui/Button.tsx';
import styles from './Notifications.module.css';

/** How many notifications are unread; behind it they are. */
export const Bell = ({ unread, ...rest }: { unread: number } & ComponentProps<'button'>) => (
  <Button
    variant="ghost"
    icon
    className={styles.bell}
    aria-label={unread ? `Notifications, ${unread} unread` : 'Notifications'}
    aria-haspopup="dialog"
    {...rest}
  >
    <BellIcon aria-hidden />
    {unread > 0 && (
      <span className={styles.unread} aria-hidden="true">
        {unread}
      </span>
    )}
  </Button>
);
