import type { AffiliateView } from '@framelift/contracts';
import { capitalised, formatMoney, formatPercent } from '../lib/format.ts';
import { Card } from '../ui/Card.tsx';
import { Progress } from '../ui/Progress.tsx';
import { TierBadge } from '../ui/lists/TierBadge.tsx';
import styles from './dashboard.module.css';
import { earnedRate } from './earnedRate.ts';

export function TierCard({ affiliate }: { affiliate: AffiliateView }) {
  const { tier, nextTier, salesNeededForNextTier, progressToNextTier, totalGenerated } = affiliate;
  return (
    <Card as="section" className={styles.tier}>
      <div className={styles.tierHead}>
        <h2 className={styles.heading}>Your Tier</h2>
        <TierBadge tier={tier} />
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Commission Rate</dt>
          <dd>{formatPercent(earnedRate(affiliate))}</dd>
        </div>
        <div>
          <dt>Total Generated</dt>
          <dd>{formatMoney(totalGenerated)}</dd>
        </div>
      </dl>
      <div className={styles.tierProgress}>
        <div className={styles.between}>
          <span>{capitalised(tier)}</span>
          {nextTier && <span>{capitalised(nextTier)}</span>}
        </div>
        <Progress label="Progress to next tier" value={nextTier ? progressToNextTier : 100} />
        <p className={styles.faint}>
          {nextTier ? `${salesNeededForNextTier} more sale(s) needed for next tier` : "You've reached the maximum tier!"}
        </p>
      </div>
    </Card>
  );
}
