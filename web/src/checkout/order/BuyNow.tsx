import { ShoppingCart } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { lazily } from '../../ui/dialogs/lazily.ts';
import styles from './Checkout.module.css';
import { useCheckout } from './useCheckout.ts';

const CheckoutOverlay = lazily(() => import('./CheckoutOverlay.tsx').then((loaded) => loaded.CheckoutOverlay));

/** The button, what it is waiting for, and the store's page when it is there. `coupon`: a code that was entered. */
export function BuyNow({ label = 'Buy Now', coupon }: { label?: string; coupon?: string }) {
  const captcha = useRef<HTMLDivElement>(null);
  const { isLoading, opened, problem, start, close, dismiss } = useCheckout(captcha, coupon);
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
