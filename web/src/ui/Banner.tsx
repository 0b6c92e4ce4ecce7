import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import styles from './Banner.module.css';

interface Props {
  tone: 'success' | 'error' | 'info';
  text: string;
  /** A link to where to fix it. */
  link?: ReactNode;
  onDismiss?: () => void;
  /** Goes away by itself after this long (ms). */
  lasts?: number;
}

/** A success message stays for 3 s (docs/product.md#messages). */
export const BANNER_MS = 3000;

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

export function Banner({ tone, text, link, onDismiss, lasts }: Props) {
  // An effect event: the timer starts once, not again with each render of the parent.
  const dismiss = useEffectEvent(() => onDismiss?.());
  useEffect(() => {
    if (!lasts) return;
    const timer = setTimeout(dismiss, lasts);
    return () => clearTimeout(timer);
  }, [lasts]);

  const Icon = icons[tone];
  return (
    <div className={`${styles.banner} ${styles[tone]}`} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon className={styles.icon} size={18} aria-hidden />
      <span>
        {text}
        {link && <> {link}</>}
      </span>
      {onDismiss && (
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <X size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}
