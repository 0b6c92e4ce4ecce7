import { type ReactNode, useId } from 'react';
import { Card } from '../ui/Card.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import styles from './account.module.css';

interface Props {
  icon: ReactNode;
  title: string;
  /** Beside the title: the state it is in. */
  mark?: ReactNode;
  lead: ReactNode;
  children: ReactNode;
}

/** One subject of the account: its name and state on top, its actions below. */
export function Section({ icon, title, mark, lead, children }: Props) {
  const id = useId();
  return (
    <Card as="section" className={styles.section} aria-labelledby={id}>
      <header className={styles.header}>
        <span className={styles.icon}>{icon}</span>
        <div>
          <div className={styles.titleRow}>
            <SectionTitle id={id}>{title}</SectionTitle>
            {mark}
          </div>
          <p className={styles.lead}>{lead}</p>
        </div>
      </header>
      {children}
    </Card>
  );
}
