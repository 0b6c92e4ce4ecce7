import styles from './TierBadge.module.css';

interface Props {
  /** The id, which the colour follows from; tiers that an admin added are neutral. */
  tier: string;
  name: string;
}

export function TierBadge({ tier, name }: Props) {
  return (
    <span className={styles.badge} data-tier={tier}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M6 0.500 11.500 6 6 11.500 0.500 6Z" />
      </svg>
      {name}
    </span>
  );
}
