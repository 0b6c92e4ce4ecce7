import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Boundary } from '../../ui/layout/Boundary.tsx';
import { Loading } from '../../ui/Loading.tsx';
import styles from './Shell.module.css';

/** The open place. A link that led here from inside another place took the focus along: it continues here. */
export function Panel({ name, children }: { name: string | undefined; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current === name) return;
    shown.current = name;
    window.scrollTo({ top: 0, behavior: 'instant' });
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [name]);
  const titled = name ? { 'aria-labelledby': `rail-${name}` } : { 'aria-label': 'Page Not Found' };
  return (
    <div ref={panel} id="place" role="tabpanel" {...titled} tabIndex={0} className={styles.panel}>
      <Boundary key={name}>
        <Suspense fallback={<Loading text="Loading..." />}>{children}</Suspense>
      </Boundary>
    </div>
  );
}
