import type { ReactNode } from 'react';
import styles from './Blurred.module.css';

/** Something not everybody behind you should read: blurred until hovered or shown. */
export function Blurred({ shown, children }: { shown: boolean; children: ReactNode }) {
  return <span className={`${styles.secret} ${shown ? '' : styles.hidden}`}>{children}</span>;
}
