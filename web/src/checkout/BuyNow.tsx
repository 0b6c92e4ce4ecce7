import { ShoppingCart } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './order/Checkout.module.css';
import { useCheckout } from './order/useCheckout.ts';

const CheckoutOverlay = lazy(() => import('./order/CheckoutOverlay.tsx').then((loaded) => ({ default: loaded.CheckoutOverlay })));

/** The button, what it is waiting for, and the store's page when it is there. */
export function BuyNow({ label = 'Buy Now' }: { label?: string }) {
  const captcha = useRef<HTMLDivElement>(null);
  const { isLoading, url, problem, start, close, dismiss } = useCheckout(captcha);
  return (
    <div className={styles.buy}>
      <Button variant="primary" size="large" disabled={isLoading} onClick={start}>
        <ShoppingCart aria-hidden />
        {isLoading ? 'Loading...' : label}
      </Button>
      <div ref={captcha} className={styles.captcha} />
      {problem && <Banner tone="error" text={problem} onDismiss={dismiss} />}
      {url && (
        <Suspense>
          <CheckoutOverlay url={url} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
