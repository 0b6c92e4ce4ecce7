import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import styles from './Stat.module.css';

/** One number and what it counts. */
export function Stat({ label, value, icon }: { label: string; value: ReactNode; icon?: ReactNode }) {
  return (
    <Card className={styles.stat}>
      <p className={styles.label}>
        {icon}
        {label}
      </p>
      <p className={styles.value}>{value}</p>
    </Card>
  );
}

/** Numbers beside each other, as many as fit. */
export function Stats({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
