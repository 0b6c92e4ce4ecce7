import type { ReactNode } from 'react';
import styles from './layout.module.css';

/** What something is on the left, what can be done about it on the right; below each other where there is no room. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={styles.toolbar}>{children}</div>;
}

/** Two things at the ends of one line. */
export function Between({ children }: { children: ReactNode }) {
  return <div className={styles.between}>{children}</div>;
}

/** Buttons beside each other. `end`: of a row or card, close together at its end. */
export function Actions({ end, children }: { end?: boolean; children: ReactNode }) {
  return (
    <div className={styles.actions} data-end={end || undefined}>
      {children}
    </div>
  );
}

/** A field and what can be done with its value, beside it where there is room. */
export function FieldActions({ field, children }: { field: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.choice}>
      {field}
      <Actions>{children}</Actions>
    </div>
  );
}
