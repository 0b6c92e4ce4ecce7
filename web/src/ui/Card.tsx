import type { ReactNode } from 'react';
import styles from './Card.module.css';

interface Props {
  /** Names the element when a plain box says too little. */
  as?: 'div' | 'section' | 'article' | 'li';
  className?: string;
  'aria-labelledby'?: string;
  children: ReactNode;
}

/** A surface. */
export function Card({ as: Element = 'div', className, children, ...aria }: Props) {
  return (
    <Element {...aria} className={[styles.card, className].filter(Boolean).join(' ')}>
      {children}
    </Element>
  );
}
