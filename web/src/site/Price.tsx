import { euros, rules } from '@framelift/contracts/rules';
import { useSyncExternalStore } from 'react';
import { formatDate } from '../lib/format.ts';
import styles from './Price.module.css';

const { priceCents, originalPriceCents, offerEndsAt } = rules.premium;

const never = () => () => {};

/** The price; the old one only while the offer runs (docs/rules.md#2-product-and-price), which a page rendered earlier cannot know. */
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
      <p className={styles.label}>
        {offerRuns ? `One-time purchase. Limited offer until ${formatDate(offerEndsAt)}.` : 'One-time purchase'}
      </p>
    </div>
  );
}

/** What costs nothing, in the same shape. */
export function FreePrice({ label }: { label: string }) {
  return (
    <div>
      <p className={styles.price}>Free</p>
      <p className={styles.label}>
        {euros(0)}. {label}
      </p>
    </div>
  );
}
