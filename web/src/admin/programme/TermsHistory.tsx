import type { TermsHistoryView } from '@framelift/contracts';
import { Link } from 'react-router';
import { formatCount, formatMoment } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { Entries, Entry } from '../../ui/layout/Entries.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import styles from './programme.module.css';
import { termsChanges } from './termsWords.ts';

/** Who set which terms when, as what each of them changed; the newest first. */
export function TermsHistory({ view: { history, first } }: { view: TermsHistoryView }) {
  return (
    <TitledCard title="History" tight>
      <Entries>
        {history.map(({ position, recordedAt, by, terms }, i) => (
          <Entry key={position} title={`Set by ${by}`}>
            <ul className={styles.changes}>
              {termsChanges(history[i + 1]?.terms ?? first, terms).map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
            <Faint>
              <time dateTime={recordedAt}>{formatMoment(recordedAt)}</time>
              {' · '}
              <Link to={adminPath('events', position)}>Event #{formatCount(position)}</Link>
            </Faint>
          </Entry>
        ))}
        <Entry title="The first terms">
          <Faint>{history.length === 0 ? 'No changes yet.' : 'In effect since the start.'}</Faint>
        </Entry>
      </Entries>
    </TitledCard>
  );
}
