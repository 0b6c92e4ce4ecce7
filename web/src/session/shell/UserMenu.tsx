import { LogOut, ShieldCheck, UserRound } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import menu from '../../ui/lists/Menu.module.css';
import { UserButton } from './UserButton.tsx';

/** What concerns the account, under its name. */
export function UserMenu({ username, onLogout }: { username: string; onLogout: () => void }) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>
        <UserButton username={username} />
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
