import { type ReactNode, useEffect } from 'react';
import { disclosure, listenForDisclosures } from './disclosures.ts';
import styles from './HoverMenu.module.css';

interface Props {
  label: ReactNode;
  /** Look of the trigger. */
  className?: string;
  /** Links; following one closes the menu. */
  children: ReactNode;
}

/** A menu of links that opens on hover, click or Enter, and closes on Escape, outside click or after the pointer or focus left. */
export function HoverMenu({ label, className, children }: Props) {
  useEffect(listenForDisclosures, []);
  return (
    <div className={styles.root} {...disclosure.hover}>
      <button type="button" className={className} aria-expanded="false">
        {label}
      </button>
      <div className={styles.panel}>{children}</div>
    </div>
  );
}
