import { CopyButton } from './CopyButton.tsx';
import styles from './CopyField.module.css';

interface Props {
  label: string;
  value: string;
  /** What the button says after copying. */
  copied: string;
}

/** A read-only text with a button that copies it. */
export function CopyField({ label, value, copied }: Props) {
  return (
    <div className={styles.field}>
      <input className={styles.input} aria-label={label} value={value} readOnly onFocus={(event) => event.target.select()} />
      <CopyButton variant="primary" value={value} copied={copied} />
    </div>
  );
}
