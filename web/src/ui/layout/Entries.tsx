import type { ReactNode } from 'react';
import styles from './Entries.module.css';

/** Entries below each other, a line between them. */
export function Entries({ children }: { children: ReactNode }) {
  return <ul className={styles.entries}>{children}</ul>;
}

interface Props {
  title: ReactNode;
  /** Shown at the end of its line. */
  aside?: ReactNode;
  /** It has not been read yet. */
  isNew?: boolean;
  children: ReactNode;
}

export function Entry({ title, aside, isNew, children }: Props) {
  return (
    <li className={styles.entry} data-new={isNew || undefined}>
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
      {aside}
    </li>
  );
}
