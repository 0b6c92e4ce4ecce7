import { CopyButton } from './CopyButton.tsx';
import styles from './CopyField.module.css';

interface Props {
  label: string;
  value: string;
  /** What the button says after copying. */
  copied: string;
  variant?: 'primary' | 'secondary';
}

/** A read-only text with a button that copies it. */
export function CopyField({ label, value, copied, variant = 'primary' }: Props) {
  return (
    <div className={styles.field}>
      <input className={styles.input} aria-label={label} value={value} readOnly onFocus={(event) => event.target.select()} />
      <CopyButton variant={variant} value={value} copied={copied} />
    </div>
  );
}
