import type { ReactNode } from 'react';
import styles from './layout.module.css';

interface Props {
  as?: 'div' | 'section';
  children: ReactNode;
}

/** Things below each other. */
export function Stack({ as: Element = 'div', children }: Props) {
  return <Element className={styles.stack}>{children}</Element>;
}

/** Cards beside each other, below each other where there is no room. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}
