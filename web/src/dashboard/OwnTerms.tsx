import type { DashboardView } from '@framelift/contracts';
import { formatDays, formatMoney, formatPercent } from '../lib/format.ts';
import { Facts } from '../ui/layout/Facts.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import styles from './AccountInformation.module.css';
import { earnedRate } from './earnedRate.ts';

/** The programme's terms as they are for this affiliate. */
export function OwnTerms({ view: { affiliate, terms } }: { view: DashboardView }) {
  const facts = [
    ['Commission Rate', formatPercent(earnedRate(affiliate))],
    ['Minimum Cashout', formatMoney(terms.minimumCashout)],
    ['Holding Period', terms.holdDays > 0 ? formatDays(terms.holdDays) : 'None'],
    ['Attribution Window', formatDays(terms.windowDays)],
    ...(terms.textsVersion ? [['Accepted Policies', `Version ${terms.textsVersion}`] as const] : []),
  ] as const;
  return (
    <TitledCard title="Your Terms" tight>
      <Facts as="pairs" facts={facts} className={styles.account} />
    </TitledCard>
  );
}
