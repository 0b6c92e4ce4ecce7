import { euros } from '@framelift/contracts/rules';
import { Link } from 'react-router';
import { BuyNow } from '../../checkout/order/BuyNow.tsx';
import { Quantity, useQuantity } from '../../checkout/order/Quantity.tsx';
import { paths } from '../../lib/paths.ts';
import type { ShownProduct } from '../../lib/siteContent.ts';
import { Card } from '../../ui/Card.tsx';
import { Price } from '../Price.tsx';
import { useCoupon } from './coupon.ts';
import { CouponField } from './CouponField.tsx';
import styles from './product.module.css';

/** The price of a product, what changes it, and the button. */
export function Offer({ product, delivery, buyLabel }: { product: ShownProduct; delivery: string; buyLabel: string }) {
  const { code, setCode, said: found } = useCoupon();
  const { quantity, choose } = useQuantity(product);
  return (
    <Card as="section" className={styles.offer} aria-labelledby="offer">
      <h2 id="offer" className={styles.offerTitle}>
        {product.title}
      </h2>
      <Price product={product} />
      <Quantity product={product} quantity={quantity} onChoose={choose} />
      <CouponField code={code} onType={setCode} coupon={found} priceCents={product.priceCents * quantity} />
      <div className={styles.buy}>
        <p className={styles.short} aria-hidden="true">
          <strong>{euros(product.priceCents * quantity)}</strong> once
        </p>
        <BuyNow product={product} quantity={quantity} coupon={code} label={buyLabel} />
      </div>
      <p className={styles.soft}>
        {delivery && `${delivery} `}
        <Link to={paths.tos}>policies</Link>.
      </p>
    </Card>
  );
}
