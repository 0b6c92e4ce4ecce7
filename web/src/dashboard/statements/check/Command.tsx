import type { ReactNode } from 'react';
import { CopyField } from '../../../ui/CopyField.tsx';
import { Soft } from '../../../ui/layout/Text.tsx';
import styles from './check.module.css';

/** A command for a terminal, and what it does. */
export function Command({ text, label, value }: { text: ReactNode; label: string; value: string }) {
  return (
    <div className={styles.command}>
      <Soft>{text}</Soft>
      <CopyField label={label} variant="secondary" value={value} copied="Copied!" />
    </div>
  );
}
