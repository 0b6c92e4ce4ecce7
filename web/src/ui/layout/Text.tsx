import type { ReactNode } from 'react';
import { shortened } from '../../lib/format.ts';
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

/** A text whose long ids lose their middle; all of it shows when somebody points at it. */
export function WithIds({ text }: { text: string }) {
  const short = shortened(text);
  return short === text ? text : <span title={text}>{short}</span>;
}
