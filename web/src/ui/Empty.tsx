import type { ReactNode } from 'react';
import styles from './states.module.css';

/** Says that there is nothing yet, and what to do about it. */
export function Empty({ icon, text, hint }: { icon?: ReactNode; text: string; hint?: string }) {
  return (
    <div className={styles.empty}>
      {icon && (
        <span className={styles.emptyIcon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles.emptyText}>{text}</p>
      {hint && <p>{hint}</p>}
    </div>
  );
}
