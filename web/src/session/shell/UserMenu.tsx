import { ChevronDown, LogOut, ShieldCheck, UserRound } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import menu from '../../ui/lists/Menu.module.css';
import styles from './UserMenu.module.css';

/** What concerns the account, under its name. */
export function UserMenu({ username, onLogout }: { username: string; onLogout: () => void }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={styles.trigger} title={username}>
        <UserRound aria-hidden />
        <span className={styles.name}>{username}</span>
        <ChevronDown className={styles.chevron} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.menu} align="end" sideOffset={8} collisionPadding={8}>
          <DropdownMenu.Item asChild className={menu.item}>
            <Link to={paths.account}>
              <UserRound aria-hidden />
              Account
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item asChild className={menu.item}>
            <Link to={`${paths.account}#two-factor`}>
              <ShieldCheck aria-hidden />
              Two-factor sign-in
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Separator className={menu.line} />
          <DropdownMenu.Item className={menu.item} onSelect={onLogout}>
            <LogOut aria-hidden />
            Log out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
