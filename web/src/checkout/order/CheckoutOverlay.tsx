// oxlint-disable react/iframe-missing-sandbox -- a sandbox breaks payment pages: bank pop-ups, wallets, the way back
import { ArrowRight, ExternalLink } from 'lucide-react';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { LazyDialog } from '../../ui/dialogs/LazyDialog.tsx';
import styles from './Checkout.module.css';
import type { Opened } from './order.ts';

/** The store's page in an overlay, with a link to open it in a tab. If it cannot be framed, the notice before it. */
export function CheckoutOverlay({ url, sameTab, notice, onClose }: Opened & { onClose: () => void }) {
  if (sameTab)
    return (
      <LazyDialog title="Checkout" onClose={onClose}>
        <p className={styles.notice}>{notice}</p>
        <ButtonAnchor className={styles.newTab} variant="primary" href={url}>
          Continue to payment
          <ArrowRight aria-hidden />
        </ButtonAnchor>
      </LazyDialog>
    );
  return (
    <LazyDialog title="Checkout" onClose={onClose} wide>
      {notice && <p className={styles.notice}>{notice}</p>}
      <iframe className={styles.checkout} src={url} title="Checkout" allow="payment" />
      <ButtonAnchor className={styles.newTab} variant="ghost" size="small" href={url} target="_blank" rel="noreferrer" onClick={onClose}>
        <ExternalLink aria-hidden />
        Open in a new tab
      </ButtonAnchor>
    </LazyDialog>
  );
}
