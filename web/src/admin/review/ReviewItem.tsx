import type { ReviewItemView } from '@framelift/contracts';
import { Link } from 'react-router';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { Actions, Between } from '../../ui/layout/Toolbar.tsx';
import styles from './review.module.css';
import { decisionWords, subjectWords } from './reviewWords.ts';

/** Where the facts behind it are shown. */
const linkOf = ({ kind, about, affiliate }: ReviewItemView): [to: string, text: string] =>
  ({
    sale: [adminPath('sales', undefined, { invoice: about }), 'Look at the sale'],
    cashout: [adminPath('cashouts', undefined, { search: about, status: 'all' }), 'Look at the cashout'],
    affiliate: [adminPath('affiliates', affiliate.id), 'Look at the affiliate'],
  })[kind] as [string, string];

/** One cashout, sale or affiliate with what was seen of it. */
export function ReviewItem({ item, onDecide }: { item: ReviewItemView; onDecide: () => void }) {
  const { kind, affiliate, amount, signals, held, decision } = item;
  const [to, text] = linkOf(item);
  return (
    <Card as="li" className={styles.item}>
      <Between>
        <div>
          <p className={styles.who}>{affiliate.username}</p>
          <Faint>
            {subjectWords[kind]}
            {amount !== null && ` · ${formatMoney(amount)}`}
          </Faint>
        </div>
        {held && <Badge tone="red">Held</Badge>}
        {!held && !decision && signals.every(({ alarm }) => !alarm) && <Badge>Warnings</Badge>}
      </Between>
      <ul className={styles.signals}>
        {signals.map(({ rule, position, title, evidence, alarm, happenedAt }) => (
          <li key={`${rule} ${position}`} className={styles.signal} data-alarm={alarm || undefined}>
            <p className={styles.title}>{title}</p>
            <p>{evidence}.</p>
            <Faint>{formatDate(happenedAt)}</Faint>
          </li>
        ))}
      </ul>
      {decision && (
        <Faint>
          {decisionWords[decision.decision].past} by {decision.by} on {formatDate(decision.decidedAt)}
          {decision.reason && `: ${decision.reason}`}
        </Faint>
      )}
      <div className={styles.end}>
        <Link className={styles.link} to={to}>
          {text}
        </Link>
        <Actions end>
          <Button size="small" aria-label={`Decide on ${affiliate.username}`} onClick={onDecide}>
            Decide
          </Button>
        </Actions>
      </div>
    </Card>
  );
}
