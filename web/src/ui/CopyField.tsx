import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { COPIED_MS, copy } from '../lib/clipboard.ts';
import { Button } from './Button.tsx';
import styles from './CopyField.module.css';

interface Props {
  label: string;
  value: string;
  /** What the button says after copying. */
  copied: string;
}

/** A read-only text with a button that copies it. */
export function CopyField({ label, value, copied }: Props) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  return (
    <div className={styles.field}>
      <input className={styles.input} aria-label={label} value={value} readOnly onFocus={(event) => event.target.select()} />
      <Button variant="primary" onClick={async () => setCopied(await copy(value))}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        <span aria-live="polite">{isCopied ? copied : 'Copy'}</span>
      </Button>
    </div>
  );
}
