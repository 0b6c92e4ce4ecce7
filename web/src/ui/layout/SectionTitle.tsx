import styles from './layout.module.css';

/** The heading of a part of a screen. */
export function SectionTitle({ id, children }: { id?: string; children: string }) {
  return (
    <h2 id={id} className={styles.title}>
      {children}
    </h2>
  );
}
