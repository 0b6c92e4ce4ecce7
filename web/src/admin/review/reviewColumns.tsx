import type { ReviewDecision, ReviewItemView } from '@framelift/contracts';
import { Link } from 'react-router';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import type { Column } from '../../ui/lists/Table.tsx';
import { AffiliateLink } from '../AffiliateLink.tsx';
import { ChosenBox } from '../ChosenBar.tsx';
import { writtenLine } from '../writtenLine.ts';
import styles from './review.module.css';
import { decisionWords, subjectWords } from './reviewWords.ts';
import { choicesFor } from './useDecide.ts';

type Item = ReviewItemView;

/** Where the facts behind it are shown. */
const linkTo = ({ kind, about, affiliate }: Item): string =>
  ({
    sale: adminPath('sales', undefined, { invoice: about }),
    cashout: adminPath('cashouts', about),
    affiliate: adminPath('affiliates', affiliate.id),
  })[kind];

interface Acts {
  isIn: (item: Item) => boolean;
  onChoose: (item: Item, on: boolean) => void;
  onDecide: (decision: ReviewDecision, item: Item) => void;
}

/** One cashout, sale or affiliate with what was seen of it, and the decisions that fit. */
export const reviewColumns = ({ isIn, onChoose, onDecide }: Acts): Column<Item>[] => [
  {
    header: 'Select',
    cell: (item) => (
      <ChosenBox
        label={`Select ${subjectWords[item.kind].toLowerCase()} of ${item.affiliate.username}`}
        isIn={isIn(item)}
        onChoose={(on) => onChoose(item, on)}
      />
    ),
  },
  { header: 'Affiliate', cell: ({ affiliate }) => <AffiliateLink affiliate={affiliate} /> },
  { header: 'About', cell: (item) => <Link to={linkTo(item)}>{subjectWords[item.kind]}</Link>, long: true },
  { header: 'At stake', cell: ({ amount }) => (amount === null ? '–' : formatMoney(amount)), numeric: true },
  { header: 'Seen', cell: (item) => <Seen item={item} /> },
  {
    header: 'Decide',
    cell: (item) => (
      <div className={styles.decide}>
        {choicesFor([item]).map((decision) => {
          const { label, short } = decisionWords[decision];
          const about = `${label}: ${subjectWords[item.kind].toLowerCase()} of ${item.affiliate.username}`;
          return (
            <Button
              key={decision}
              size="small"
              variant={decision === 'fine' ? 'secondary' : 'ghost'}
              aria-label={about}
              onClick={() => onDecide(decision, item)}
            >
              {short}
            </Button>
          );
        })}
      </div>
    ),
  },
];

/** One line of what was seen, which unfolds to all of it: every sign, and what was decided. */
function Seen({ item: { signals, held, decision } }: { item: Item }) {
  const seen = [
    ...(held || decision ? [<Decided key="decision" held={held} decision={decision} />] : []),
    ...signals.map(({ rule, position, title, evidence, alarm, happenedAt }) => (
      <span key={`${rule} ${position}`}>
        <Badge tone={alarm ? 'yellow' : 'grey'}>{title}</Badge> <span title={formatDate(happenedAt)}>{evidence}.</span>
      </span>
    )),
  ];
  const [first, ...others] = seen;
  return (
    <div className={styles.seen}>
      <details>
        <summary>
          <span>{first}</span>{' '}
          {others.length > 0 && (
            <Faint as="span">
              +{others.length}
              <span className="visually-hidden"> more</span>
            </Faint>
          )}
        </summary>
        {others.length > 0 && (
          <ul className={styles.signals}>
            {others.map((other) => (
              <li key={other.key}>{other}</li>
            ))}
          </ul>
        )}
      </details>
    </div>
  );
}

function Decided({ held, decision }: Pick<Item, 'held' | 'decision'>) {
  return (
    <span>
      {held && <Badge tone="red">Held</Badge>}{' '}
      {decision && (
        <Faint as="span">
          {decisionWords[decision.decision].past} by {decision.by} on {formatDate(decision.decidedAt)}
          {(decision.reason || decision.internalNote) && `: ${writtenLine(decision)}`}
        </Faint>
      )}
    </span>
  );
}
