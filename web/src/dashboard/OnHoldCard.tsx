import type { AffiliateView } from '@framelift/contracts';
import { formatCount, formatDate, formatMoney } from '../lib/format.ts';
import { Card } from '../ui/Card.tsx';
import { Facts } from '../ui/layout/Facts.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import { Faint, Soft } from '../ui/layout/Text.tsx';
import styles from './OnHoldCard.module.css';

/** How many of the next releases are listed. */
const LISTED = 3;

/** What is earned but not available yet, and when it will be. */
export function OnHoldCard({ onHold, releases, underReviewAmount }: Pick<AffiliateView, 'onHold' | 'releases' | 'underReviewAmount'>) {
  const more = releases.length - LISTED;
  return (
    <Card as="section" className={styles.card}>
      <div className={styles.head}>
        <SectionTitle>On Hold</SectionTitle>
        <p className={styles.amount}>{formatMoney(onHold)}</p>
      </div>
      {releases.length === 0 ? (
        <Soft>Nothing on hold. New commissions appear here until their holding period is over.</Soft>
      ) : (
        <div className={styles.releases}>
          <Facts
            as="columns"
            facts={releases.slice(0, LISTED).map(({ date, amount }) => [`Available on ${formatDate(date)}`, formatMoney(amount)] as const)}
          />
          {more > 0 && (
            <Faint>
              Then {formatCount(more)} more {more === 1 ? 'day' : 'days'}
            </Faint>
          )}
        </div>
      )}
      {underReviewAmount > 0 && <Soft>{formatMoney(underReviewAmount)} more is under review by an admin.</Soft>}
    </Card>
  );
}
