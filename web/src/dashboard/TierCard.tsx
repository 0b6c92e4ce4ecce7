import type { AffiliateView } from '@framelift/contracts';
import { formatMoney, formatPercent } from '../lib/format.ts';
import { Figure } from '../session/why/Figure.tsx';
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
          [
            'Total Generated',
            <Figure key="generated" figure="generated">
              {formatMoney(totalGenerated)}
            </Figure>,
          ],
        ]}
      />
      <div className={styles.tierProgress}>
        <Between>
          <span>{tierName}</span>
          {nextTierName && <span>{nextTierName}</span>}
        </Between>
        <Progress label="Progress to next tier" value={nextTierName ? progressToNextTier : 100} />
        {nextTierName ? (
          <Faint>
            <Figure figure="to-next-tier">{`${salesNeededForNextTier} more sale(s) needed for next tier`}</Figure>
          </Faint>
        ) : (
          <Faint>You&apos;ve reached the maximum tier!</Faint>
        )}
      </div>
    </Card>
  );
}
