import type { ReactNode } from 'react';
import styles from './Page.module.css';

/** The column of a page; `dense` is for working screens: less space above. */
export function Page({ narrow, dense, children }: { narrow?: boolean; dense?: boolean; children: ReactNode }) {
  return <div className={[styles.page, narrow && styles.narrow, dense && styles.dense].filter(Boolean).join(' ')}>{children}</div>;
}

interface HeaderProps {
  eyebrow?: string;
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}

/** The head of a page: what it is about, and what to do first. */
export function PageHeader({ eyebrow, title, lead, children }: HeaderProps) {
  return (
    <header className={styles.header}>
      {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
