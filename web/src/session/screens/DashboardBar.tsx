import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useNamed } from '../../lib/siteContent.ts';
import { Button } from '../../ui/Button.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { OnReach } from '../../ui/dialogs/OnReach.tsx';
import { lazily } from '../../ui/dialogs/lazily.ts';
import { UserButton } from '../shell/UserButton.tsx';
import styles from './DashboardBar.module.css';
import { useLogout } from './useLogout.ts';

const UserMenu = lazily(() => import('../shell/UserMenu.tsx').then((loaded) => loaded.UserMenu));

interface Props {
  title: string;
  username: string;
  /** Opens the places on a phone. */
  menu?: ReactNode;
  children?: ReactNode;
}

/** The head of a dashboard, where the site's navigation is hidden: what to do from anywhere in it, and whose it is. */
export function DashboardBar({ title, username, menu, children }: Props) {
  const logout = useLogout();
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        {menu}
        <Link to={paths.home} className={styles.home} aria-label={useNamed('{name} home')}>
          <Logo />
        </Link>
        <h1 className={styles.title} title={title}>
          {title}
        </h1>
        <div className={styles.actions}>
          {children}
          <Button variant="ghost" icon aria-label="Logout" title="Log out" className={styles.logout} onClick={logout}>
            <LogOut aria-hidden />
          </Button>
          {username && (
            <OnReach
              menu={UserMenu}
              props={{ username, onLogout: () => void logout() }}
              renderButton={(reach) => <UserButton username={username} {...reach} />}
            />
          )}
        </div>
      </div>
    </header>
  );
}
