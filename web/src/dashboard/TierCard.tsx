import type { AffiliateView } from '@framelift/contracts';
import { formatMoney, formatPercent } from '../lib/format.ts';
import { Card } from '../ui/Card.tsx';
import { Facts } from '../ui/layout/Facts.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import { Faint } from '../ui/layout/Text.tsx';
import { Between } from '../ui/layout/Toolbar.tsx';
import { Progress } from '../ui/Progress.tsx';
import { TierBadge } from '../ui/lists/TierBadge.tsx';
import styles from './TierCard.module.css';
import { earnedRate } from './earnedRate.ts';

export function TierCard({ affiliate }: { affiliate: AffiliateView }) {
  const { tier, tierName, nextTierName, salesNeededForNextTier, progressToNextTier, totalGenerated } = affiliate;
  return (
    <Card as="section" className={styles.tier}>
      <div className={styles.tierHead}>
        <SectionTitle>Your Tier</SectionTitle>
        <TierBadge tier={tier} name={tierName} />
      </div>
      <Facts
        as="columns"
        className={styles.facts}
        facts={[
          ['Commission Rate', formatPercent(earnedRate(affiliate))],
          ['Total Generated', formatMoney(totalGenerated)],
        ]}
      />
      <div className={styles.tierProgress}>
        <Between>
          <span>{tierName}</span>
          {nextTierName && <span>{nextTierName}</span>}
        </Between>
        <Progress label="Progress to next tier" value={nextTierName ? progressToNextTier : 100} />
        <Faint>{nextTierName ? `${salesNeededForNextTier} more sale(s) needed for next tier` : "You've reached the maximum tier!"}</Faint>
      </div>
    </Card>
  );
}
