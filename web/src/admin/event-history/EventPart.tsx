import type { ReactNode } from 'react';
import styles from './EventDetail.module.css';

/** One part of what there is to know of an event. `label`: its name where the title says too little. */
export function EventPart({ title, label = title, children }: { title: string; label?: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={label}>
      <h3 className={styles.partTitle}>{title}</h3>
      {children}
    </section>
  );
}
