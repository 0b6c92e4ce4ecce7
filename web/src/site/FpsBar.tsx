import type { ReactNode } from 'react';
import styles from './FpsBar.module.css';

interface Props {
  label: string;
  note: string;
  /** Frames per second, and those of a whole bar. */
  fps: number;
  of: number;
  /** With Framelift. */
  lifted?: boolean;
  /** The numbers. */
  children: ReactNode;
}

/** Frames per second as a bar. Only its scale changes, so nothing around it moves. */
export function FpsBar({ label, note, fps, of, lifted, children }: Props) {
  return (
    <div className={lifted ? styles.lifted : undefined}>
      <div className={styles.head}>
        <p className={styles.label}>
          {label} <span className={styles.note}>{note}</span>
        </p>
        <p className={styles.value}>{children}</p>
      </div>
      <div className={styles.rail} aria-hidden="true">
        <span className={styles.bar} style={{ transform: `scaleX(${(fps / of).toFixed(3)})` }} />
      </div>
    </div>
  );
}
