import { ChevronDown, UserRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './UserMenu.module.css';

/** The name of the account; behind it is its menu. */
export const UserButton = ({ username, ...rest }: { username: string } & ComponentProps<'button'>) => (
  <button type="button" className={styles.trigger} title={username} aria-haspopup="menu" {...rest}>
    <UserRound aria-hidden />
    <span className={styles.name}>{username}</span>
    <ChevronDown className={styles.chevron} aria-hidden />
  </button>
);
