import type { AffiliateView } from '@framelift/contracts';
import { formatCount, formatDate, formatMoney } from '../lib/format.ts';
import { Figure } from '../session/why/Figure.tsx';
import { Facts } from '../ui/layout/Facts.tsx';
import { SectionTitle } from '../ui/layout/SectionTitle.tsx';
import { Faint, Soft } from '../ui/layout/Text.tsx';
import { Between } from '../ui/layout/Toolbar.tsx';
import styles from './BalanceCard.module.css';

/** How many of the next releases are listed. */
const LISTED = 3;

/** What is earned but not available yet, and when it will be. */
export function OnHold({ onHold, releases, underReviewAmount }: Pick<AffiliateView, 'onHold' | 'releases' | 'underReviewAmount'>) {
  const more = releases.length - LISTED;
  return (
    <section className={styles.hold}>
      <Between>
        <SectionTitle>On Hold</SectionTitle>
        <p className={styles.held}>
          <Figure figure="on-hold">{formatMoney(onHold)}</Figure>
        </p>
      </Between>
      {releases.length === 0 ? (
        <Soft>Nothing on hold. New commissions appear here until their holding period is over.</Soft>
      ) : (
        <>
          <Facts
            as="pairs"
            facts={releases.slice(0, LISTED).map(({ date, amount }) => [`Available on ${formatDate(date)}`, formatMoney(amount)] as const)}
          />
          {more > 0 && (
            <Faint>
              Then {formatCount(more)} more {more === 1 ? 'day' : 'days'}
            </Faint>
          )}
        </>
      )}
      {underReviewAmount > 0 && (
        <Soft>
          <Figure figure="under-review">{formatMoney(underReviewAmount)}</Figure> more is under review by an admin.
        </Soft>
      )}
    </section>
  );
}
