import type { SupportedView } from '@framelift/contracts';
import { rules, shortEuros } from '@framelift/contracts/rules';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { TextField } from '../../ui/Field.tsx';
import styles from './CouponField.module.css';

interface Props {
  code: string;
  onType: (code: string) => void;
  coupon: SupportedView | undefined;
  /** Of all that is bought. */
  priceCents: number;
}

/** A price after a discount, as the store computes it. */
const discounted = (priceCents: number, percent: number): string => shortEuros(priceCents - Math.round((priceCents * percent) / 100));

/** The one field for a code, and whom it supports or why it does nothing (docs/rules.md#19-codes). */
export function CouponField({ code, onType, coupon: found, priceCents }: Props) {
  return (
    <div className={styles.coupon}>
      <TextField
        label="Creator code (optional)"
        value={code}
        onChange={(event) => onType(event.target.value)}
        maxLength={rules.username.maximum}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
      />
      <div className={styles.said}>
        {!found && 'Did a creator send you here? Enter their code to support them.'}
        <output>{found && <CouponMessage coupon={found} priceCents={priceCents} />}</output>
      </div>
    </div>
  );
}

function CouponMessage({ coupon: { supporting, discount, problem }, priceCents }: { coupon: SupportedView; priceCents: number }) {
  if (problem)
    return (
      <span className={styles.problem}>
        <CircleAlert aria-hidden />
        {problem}
      </span>
    );
  return (
    <span className={styles.fine}>
      <CircleCheck aria-hidden />
      Supporting {supporting}
      {discount !== null && ` · ${discount}% off: you pay ${discounted(priceCents, discount)}`}
    </span>
  );
}
