import { ShoppingCart } from 'lucide-react';
import { Suspense, useRef } from 'react';
import type { ShownProduct } from '../../lib/siteContent.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { lazily } from '../../ui/dialogs/lazily.ts';
import styles from './Checkout.module.css';
import { useCheckout } from './useCheckout.ts';

const CheckoutOverlay = lazily(() => import('./CheckoutOverlay.tsx').then((loaded) => loaded.CheckoutOverlay));

interface Props {
  product: ShownProduct;
  quantity: number;
  label?: string;
  /** A code that was entered. */
  coupon?: string;
}

/** The button, what it is waiting for, and the store's page when it is there. */
export function BuyNow({ product, quantity, label = 'Buy Now', coupon }: Props) {
  const captcha = useRef<HTMLDivElement>(null);
  const { isLoading, opened, problem, start, close, dismiss } = useCheckout(captcha, { product, quantity, coupon });
  return (
    <div className={styles.buy}>
      <Button variant="primary" size="large" disabled={isLoading} onClick={start}>
        <ShoppingCart aria-hidden />
        {isLoading ? 'Loading...' : label}
      </Button>
      <div ref={captcha} className={styles.captcha} />
      {problem && <Banner tone="error" text={problem} onDismiss={dismiss} />}
      {opened && (
        <Suspense>
          <CheckoutOverlay {...opened} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
