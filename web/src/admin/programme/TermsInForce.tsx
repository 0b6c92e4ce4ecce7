import type { TermsView } from '@framelift/contracts';
import { formatPercent } from '../../lib/format.ts';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Columns } from '../../ui/layout/Stack.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import styles from './programme.module.css';
import { termsFacts, thresholdWords } from './termsWords.ts';

export function TermsInForce({ terms }: { terms: TermsView }) {
  return (
    <Columns>
      <TitledCard title="Tiers">
        <Facts
          as="rows"
          className={styles.facts}
          facts={terms.tiers.map(
            ({ name, threshold, rate }) =>
              [
                name,
                <span key={name} className={styles.step}>
                  <Faint as="span">{thresholdWords(threshold)}</Faint>
                  <span>{formatPercent(rate)}</span>
                </span>,
              ] as const,
          )}
        />
      </TitledCard>
      <TitledCard title="Rules">
        <Facts as="rows" facts={termsFacts(terms)} className={styles.facts} />
      </TitledCard>
    </Columns>
  );
}
