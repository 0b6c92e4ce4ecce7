import type { SignalView } from '@framelift/contracts';
import { Link } from 'react-router';
import { formatDate } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import styles from './AffiliatePage.module.css';

/** What looks wrong about an affiliate; it is decided in Review. */
export function WorthALook({ signals }: { signals: readonly SignalView[] }) {
  return (
    <TitledCard title="Worth a look" beside={<Link to={adminPath('review')}>Decide in Review</Link>} tight>
      <ul className={styles.signals}>
        {signals.map(({ rule, position, title, evidence, alarm, happenedAt }) => (
          <li key={`${rule} ${position}`}>
            <Badge tone={alarm ? 'yellow' : 'grey'}>{title}</Badge>
            <span>{evidence}.</span>
            <Faint as="span">{formatDate(happenedAt)}</Faint>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
