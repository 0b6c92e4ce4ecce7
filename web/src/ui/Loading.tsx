import styles from './states.module.css';

/** Says what is being waited for. */
export function Loading({ text }: { text: string }) {
  return (
    <output className={styles.state}>
      <span className={styles.bars} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      {text}
    </output>
  );
}
