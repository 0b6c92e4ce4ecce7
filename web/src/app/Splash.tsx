import { Logo } from '../ui/Logo.tsx';
import styles from './Splash.module.css';

/** 600 ms per unit plus 500 ms; two and a half units are the 2 s of the intro (docs/product.md#every-page). */
const SPLASH_MS = 600 * 2.5 + 500;

/**
 * Runs before the first paint: the splash shows on the first load on a device only. It lies over the rendered page and
 * ends by CSS, so nothing waits for it. Without storage it stays away rather than coming back each time.
 */
export const splashScript = `try{if(!localStorage.getItem('splashSeen')&&!matchMedia('(prefers-reduced-motion: reduce)').matches){localStorage.setItem('splashSeen','1');document.documentElement.dataset.splash='';setTimeout(function(){delete document.documentElement.dataset.splash},${SPLASH_MS})}}catch(e){}`;

export function Splash() {
  return (
    <div className={styles.splash} aria-hidden="true">
      <div className={styles.mark}>
        <Logo />
        <span className={styles.bar} />
      </div>
    </div>
  );
}
