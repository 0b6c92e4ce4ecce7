import { rules, toPercent } from '@framelift/contracts/rules';
import { capitalised, formatPercent } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import styles from './tiers.module.css';

const highest = Math.max(...rules.tiers.map(({ rateBps }) => rateBps));

export function Tiers() {
  return (
    <ol className={styles.tiers}>
      {rules.tiers.map(({ tier, fromSales, rateBps }) => (
        <Card as="li" key={tier} className={styles.tier}>
          <span className={styles.level} style={{ height: `${(rateBps / highest) * 100}%` }} aria-hidden="true" />
          <h3 className={styles.name}>{capitalised(tier)}</h3>
          <p className={styles.rate}>{formatPercent(toPercent(rateBps))}</p>
          <p className={styles.from}>{fromSales === 0 ? 'From your first sale' : `From ${fromSales} sales`}</p>
        </Card>
      ))}
    </ol>
  );
}
