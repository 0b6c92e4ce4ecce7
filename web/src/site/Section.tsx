import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

interface Props {
  /** Where others may scroll to. */
  id?: string;
  eyebrow?: string;
  /** Empty: it has no heading. */
  title: string;
  lead?: ReactNode;
  /** Beside the heading on wide screens instead of above its content. */
  beside?: boolean;
  center?: boolean;
  children: ReactNode;
}

/** One thought of a page: a heading and what belongs to it. */
export function Section({ id, eyebrow, title, lead, beside, center, children }: Props) {
  const own = useId();
  const heading = id ?? own;
  return (
    <section
      id={id}
      aria-labelledby={title ? `${heading}-title` : undefined}
      className={[styles.section, beside && styles.beside, center && styles.center].filter(Boolean).join(' ')}
    >
      {(eyebrow || title || lead) && (
        <div className={styles.head}>
          {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
          {title && (
            <h2 className={styles.title} id={`${heading}-title`}>
              {title}
            </h2>
          )}
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
      )}
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** The sections of a page below its hero. */
export function Sections({ children }: { children: ReactNode }) {
  return <div className={styles.sections}>{children}</div>;
}
