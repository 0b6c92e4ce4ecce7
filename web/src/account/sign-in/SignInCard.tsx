import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import styles from './SignInCard.module.css';

interface Props {
  title: string;
  lead: string;
  /** Links to the other ways in. */
  below?: ReactNode;
  children: ReactNode;
}

/** The frame of the login and registration forms. */
export function SignInCard({ title, lead, below, children }: Props) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </header>
      <Card>{children}</Card>
      {below && <div className={styles.below}>{below}</div>}
    </div>
  );
}
