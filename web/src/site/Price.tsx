import { offerRuns } from '@framelift/contracts/offers';
import { euros } from '@framelift/contracts/rules';
import { useSyncExternalStore } from 'react';
import { formatDate } from '../lib/format.ts';
import type { ShownProduct } from '../lib/siteContent.ts';
import styles from './Price.module.css';

const never = () => () => {};

/** The price; the old one only while the offer runs (docs/rules.md#2-product-and-price), which a page rendered earlier cannot know. */
export function Price({ product }: { product: ShownProduct }) {
  const { priceCents, oldPriceCents, offerEndsAt, minQuantity, maxQuantity } = product;
  const isOffered = useSyncExternalStore(
    never,
    () => offerRuns(product, Date.now()),
    () => false,
  );
  const many = minQuantity === maxQuantity ? `${minQuantity}` : `${minQuantity} to ${maxQuantity}`;
  const purchase = minQuantity > 1 ? `One-time purchase of ${many}, at this price each` : 'One-time purchase';
  const until = offerEndsAt === null ? 'Limited offer' : `Limited offer until ${formatDate(offerEndsAt)}`;
  return (
    <div>
      <p className={styles.price}>
        {euros(priceCents)}
        {isOffered && (
          <del className={styles.oldPrice}>
            <span className="visually-hidden">instead of </span>
            {euros(oldPriceCents!)}
          </del>
        )}
      </p>
      <p className={styles.label}>{isOffered ? `${purchase}. ${until}.` : purchase}</p>
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
