import type { ReactNode } from 'react';
import styles from './CallToAction.module.css';
import { FrameBars } from './FrameBars.tsx';

/** The end of a page: one sentence and what to do about it. Dark in both themes. */
export function CallToAction({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <section className={`night ${styles.band}`} aria-label={title}>
      <FrameBars />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.actions}>{children}</div>
    </section>
  );
}
