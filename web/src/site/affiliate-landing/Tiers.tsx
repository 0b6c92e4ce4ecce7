import type { PublicTermsView } from '@framelift/contracts';
import { formatCount, formatPercent } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import styles from './tiers.module.css';

export function Tiers({ tiers }: Pick<PublicTermsView, 'tiers'>) {
  const highest = Math.max(...tiers.map(({ rate }) => rate));
  return (
    <ol className={styles.tiers}>
      {tiers.map(({ tier, name, rate, threshold }) => (
        <Card as="li" key={tier} className={styles.tier}>
          <span className={styles.level} style={{ height: `${(rate / highest) * 100}%` }} aria-hidden="true" />
          <h3 className={styles.name}>{name}</h3>
          <p className={styles.rate}>{formatPercent(rate)}</p>
          <p className={styles.from}>{threshold === 0 ? 'From your first sale' : `From ${formatCount(threshold)} sales`}</p>
        </Card>
      ))}
    </ol>
  );
}
