import styles from './Progress.module.css';

/** How far something is, 0 to 100. */
export function Progress({ label, value }: { label: string; value: number }) {
  return <progress className={styles.progress} aria-label={label} max={100} value={Math.min(100, Math.max(0, value))} />;
}
