import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useLogout } from './useLogout.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './DashboardBar.module.css';
import { Logo } from '../../ui/Logo.tsx';

interface Props {
  title: string;
  subtitle: string;
  /** Few actions leave room for the way home on a phone. */
  roomy?: boolean;
  children: ReactNode;
}

/** The head of a dashboard, where the site's navigation is hidden: whose it is, and what to do from anywhere in it. */
export function DashboardBar({ title, subtitle, roomy, children }: Props) {
  const logout = useLogout();
  return (
    <header className={[styles.bar, roomy && styles.roomy].filter(Boolean).join(' ')}>
      <div className={styles.inner}>
        <Link to={paths.home} className={styles.home} aria-label="Framelift home">
          <Logo />
        </Link>
        <div className={styles.who}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.subtitle}>{subtitle}</p>
        </div>
        <div className={styles.actions}>
          {children}
          <Button size="small" aria-label="Logout" onClick={logout}>
            <LogOut aria-hidden />
            <span className={styles.logoutText}>Logout</span>
          </Button>
        </div>
      </div>
    </header>
  );
}
