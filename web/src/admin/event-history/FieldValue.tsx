import { LockKeyhole } from 'lucide-react';
import { formatMoney, formatPercent } from '../../lib/format.ts';
import styles from './EventDetail.module.css';

interface Sealed {
  sealed: string;
  of: string;
}
const isSealed = (value: unknown): value is Sealed => typeof value === 'object' && value !== null && 'sealed' in value && 'of' in value;

/** Cents and basis points in readable form, next to the number in the log. */
const textOf = (name: string, value: unknown, isCents: boolean): string | null => {
  if (typeof value !== 'number') return null;
  if (isCents) return formatMoney(value / 100);
  return /Bps$|_bps$/.test(name) ? formatPercent(value / 100) : null;
};

interface Props {
  name: string;
  value: unknown;
  isCents?: boolean;
  /** Without the number in the log. */
  short?: boolean;
}

/** A field of an event or a row; a personal one stays sealed. */
export function FieldValue({ name, value, isCents = name.endsWith('Cents'), short }: Props) {
  if (isSealed(value))
    return (
      <span className={styles.sealed}>
        <LockKeyhole aria-hidden />
        Sealed with the key of {value.of}
      </span>
    );
  const words = textOf(name, value, isCents);
  if (words) return short ? words : `${words} (${String(value)})`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? 'none');
}
