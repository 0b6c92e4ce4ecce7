import { euros, rules } from '@framelift/contracts/rules';
import { useSyncExternalStore } from 'react';
import { formatDate } from '../../lib/format.ts';
import styles from './premium.module.css';

const { priceCents, originalPriceCents, offerEndsAt } = rules.premium;

const never = () => () => {};

/** The price; the struck-through one only while the offer runs (DESIGN §8), which a prerendered page cannot know. */
export function Price() {
  const offerRuns = useSyncExternalStore(
    never,
    () => Date.now() <= Date.parse(offerEndsAt),
    () => false,
  );
  return (
    <div>
      <p className={styles.price}>
        {euros(priceCents)}
        {offerRuns && (
          <del className={styles.oldPrice}>
            <span className="visually-hidden">instead of </span>
            {euros(originalPriceCents)}
          </del>
        )}
      </p>
      <p className={styles.soft}>
        {offerRuns ? `One-time purchase. Limited offer until ${formatDate(offerEndsAt)}.` : 'One-time purchase'}
      </p>
    </div>
  );
}
