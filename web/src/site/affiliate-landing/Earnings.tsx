import type { PublicTermsView } from '@framelift/contracts';
import { commissionCents } from '@framelift/contracts/books';
import { euros } from '@framelift/contracts/rules';
import { useId, useState } from 'react';
import { formatCount, formatPercent } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import styles from './earnings.module.css';

const MOST_SALES = 200;
const FIRST_SALES = 50;

/** What so many sales a month earn under the terms in force, at the rate of the tier that so many sales reach. */
export function Earnings({ tiers, priceCents }: Pick<PublicTermsView, 'tiers'> & { priceCents: number }) {
  const id = useId();
  const [sales, setSales] = useState(FIRST_SALES);
  const { rate } = tiers.findLast(({ threshold }) => threshold <= sales) ?? tiers[0]!;
  const earned = commissionCents(sales * priceCents, Math.round(rate * 100));
  return (
    <Card className={styles.earnings}>
      <label htmlFor={id}>Sales a month</label>
      <input
        id={id}
        className={styles.slider}
        type="range"
        min={1}
        max={MOST_SALES}
        value={sales}
        onChange={(event) => setSales(event.target.valueAsNumber)}
      />
      <output htmlFor={id} className={styles.result}>
        {formatCount(sales)} {sales === 1 ? 'sale' : 'sales'} a month at {formatPercent(rate)} = <strong>{euros(earned)}</strong>
      </output>
    </Card>
  );
}
