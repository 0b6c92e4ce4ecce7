import type { ReactNode } from 'react';
import styles from './layout.module.css';

interface Props {
  as?: 'p' | 'span' | 'output' | 'figcaption';
  children: ReactNode;
}

/** Text that explains. */
export function Soft({ as: Element = 'p', children }: Props) {
  return <Element className={styles.soft}>{children}</Element>;
}

/** Small text that may be overlooked. */
export function Faint({ as: Element = 'p', children }: Props) {
  return <Element className={styles.faint}>{children}</Element>;
}
