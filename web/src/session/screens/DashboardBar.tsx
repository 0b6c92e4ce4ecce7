import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { UserMenu } from '../shell/UserMenu.tsx';
import styles from './DashboardBar.module.css';
import { useLogout } from './useLogout.ts';

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
        <Link to={paths.home} className={styles.home} aria-label="Framelift home">
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
          {username && <UserMenu username={username} onLogout={() => void logout()} />}
        </div>
      </div>
    </header>
  );
}
