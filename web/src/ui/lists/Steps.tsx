import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { Soft } from '../layout/Text.tsx';
import styles from './Steps.module.css';

/** What to do first, in this order. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{children}</ol>;
}

interface Props {
  title: string;
  text: ReactNode;
  isDone?: boolean;
  /** What it takes, below the text. */
  more?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

export function Step({ title, text, isDone, more, children }: Props) {
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      {isDone ? <CircleCheck aria-label="Done" /> : <CircleDashed aria-hidden />}
      <div className={styles.what}>
        <p className={styles.title}>{title}</p>
        <Soft>{text}</Soft>
        {more}
      </div>
      {children}
    </li>
  );
}
