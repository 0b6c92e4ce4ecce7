import { formatMoney } from '../../lib/format.ts';
import { StatusBadge } from '../Badge.tsx';
import styles from './layout.module.css';
import { Between } from './Toolbar.tsx';

/** The top of a cashout's card. Euros. */
export function AmountHead({ amount, status }: { amount: number; status: string }) {
  return (
    <Between>
      <p className={styles.amount}>{formatMoney(amount)}</p>
      <StatusBadge status={status} />
    </Between>
  );
}
