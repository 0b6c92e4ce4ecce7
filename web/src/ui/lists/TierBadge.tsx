import type { Tier } from '@framelift/contracts/rules';
import { capitalised } from '../../lib/format.ts';
import styles from './TierBadge.module.css';

export function TierBadge({ tier }: { tier: Tier }) {
  return (
    <span className={`${styles.badge} ${styles[tier]}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M6 0.500 11.500 6 6 11.500 0.500 6Z" />
      </svg>
      {capitalised(tier)}
    </span>
  );
}
