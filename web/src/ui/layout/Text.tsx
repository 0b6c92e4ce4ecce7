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

/** One line, cut with an ellipsis where there is no room; all of it shows when somebody points at it. */
export function CutLine({ text }: { text: string }) {
  return (
    <span className={styles.cut} title={text}>
      {text}
    </span>
  );
}

/** A text and, faintly after it, more about it, as the cell of a `long` column: what is cut shows when somebody points at it. */
export function OneLine({ text, about }: { text: ReactNode; about?: string | null | undefined }) {
  const whole = [typeof text === 'string' && text, about].filter(Boolean).join(' · ');
  return (
    <span title={whole || undefined}>
      {text} {about && <Faint as="span">{shortened(about)}</Faint>}
    </span>
  );
}

/** A text whose long ids lose their middle; all of it shows when somebody points at it. */
export function WithIds({ text }: { text: string }) {
  const short = shortened(text);
  return short === text ? text : <span title={text}>{short}</span>;
}
