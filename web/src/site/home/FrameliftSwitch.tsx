import { useBrand } from '../../lib/siteContent.ts';
import { flips } from './flipOnce.ts';
import styles from './FrameliftSwitch.module.css';

/** Off or on: a checkbox, which style sheets around it follow. It turns itself on once (flipOnce). */
export function FrameliftSwitch() {
  return (
    <label className={styles.switch}>
      {useBrand().name}
      {/* A checkbox says itself whether it is checked. */}
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props */}
      <input type="checkbox" role="switch" {...flips} className={styles.input} />
      <span className={styles.state} aria-hidden="true">
        <span>off</span>
        <span>on</span>
      </span>
    </label>
  );
}
