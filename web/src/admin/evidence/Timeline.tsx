import type { EvidenceStep } from '@framelift/contracts';
import { BadgeCheck, CircleSlash, Coins, FileText, LockOpen, MousePointerClick, Redo2, Scale, ShoppingCart, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatMoment } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import styles from './Timeline.module.css';

const looks: Record<EvidenceStep['kind'], [title: string, icon: ReactNode]> = {
  visit: ['Visit', <MousePointerClick key="i" aria-hidden />],
  checkout: ['Checkout', <ShoppingCart key="i" aria-hidden />],
  invoice: ['Invoice', <FileText key="i" aria-hidden />],
  credited: ['Sale', <BadgeCheck key="i" aria-hidden />],
  notCredited: ['Sale', <CircleSlash key="i" aria-hidden />],
  released: ['Hold released', <LockOpen key="i" aria-hidden />],
  reversed: ['Reversal', <Undo2 key="i" aria-hidden />],
  restored: ['Sale restored', <Redo2 key="i" aria-hidden />],
  dispute: ['Dispute', <Scale key="i" aria-hidden />],
  partialRefund: ['Partial refund', <Coins key="i" aria-hidden />],
};

/** What happened, step by step, each with the event that says so. */
export function Timeline({ steps }: { steps: readonly EvidenceStep[] }) {
  return (
    <ol className={styles.timeline} aria-label="Timeline">
      {steps.map(({ kind, happenedAt, text, position }) => (
        <li key={`${kind} ${position ?? happenedAt}`} className={styles.step} data-kind={kind}>
          <span className={styles.icon}>{looks[kind][1]}</span>
          <div className={styles.said}>
            <p className={styles.title}>{looks[kind][0]}</p>
            <p className={styles.text}>{text}</p>
            <p className={styles.when}>
              <time dateTime={happenedAt}>{formatMoment(happenedAt)}</time>
              {position !== null && (
                <>
                  {' · '}
                  <Link to={adminPath('events', position)}>Event #{formatCount(position)}</Link>
                </>
              )}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
