import type { ReactNode } from 'react';
import { FrameBars } from './FrameBars.tsx';
import styles from './Hero.module.css';

interface Props {
  eyebrow?: ReactNode;
  title: string;
  lead: ReactNode;
  /** What to do first. */
  actions?: ReactNode;
  /** Below them, in small: what decides. */
  facts?: ReactNode;
  /** The home page speaks louder, and its instrument replaces the bars. */
  large?: boolean;
  /** Next to the words on wide screens. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** The head of a public page, as wide as the window. */
export function Hero({ eyebrow, title, lead, actions, facts, large, aside, children }: Props) {
  return (
    <header className={[styles.hero, large && styles.large, aside && styles.split].filter(Boolean).join(' ')}>
      {!large && <FrameBars />}
      <div className={styles.inner}>
        <div className={styles.words}>
          {eyebrow && <div className={styles.eyebrow}>{eyebrow}</div>}
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {actions && <div className={styles.actions}>{actions}</div>}
          {facts}
        </div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </header>
  );
}
