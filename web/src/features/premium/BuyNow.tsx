import { ShoppingCart } from 'lucide-react';
import { useRef } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CheckoutOverlay } from './CheckoutOverlay.tsx';
import styles from './premium.module.css';
import { useCheckout } from './useCheckout.ts';

/** The button, what it is waiting for, and the store's page when it is there. */
export function BuyNow() {
  const captcha = useRef<HTMLDivElement>(null);
  const { isLoading, url, problem, start, close, dismiss } = useCheckout(captcha);
  return (
    <div className={styles.buy}>
      <Button variant="primary" size="large" disabled={isLoading} onClick={start}>
        <ShoppingCart aria-hidden />
        {isLoading ? 'Loading...' : 'Buy Now'}
      </Button>
      <div ref={captcha} className={styles.captcha} />
      {problem && <Banner tone="error" text={problem} onDismiss={dismiss} />}
      {url && <CheckoutOverlay url={url} onClose={close} />}
    </div>
  );
}
