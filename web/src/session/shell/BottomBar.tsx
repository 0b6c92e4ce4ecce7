import { Ellipsis } from 'lucide-react';
import { Link } from 'react-router';
import styles from './BottomBar.module.css';
import type { ShellPlace } from './RailPlace.tsx';

/** The places that a phone shows below, under the thumb; More shows all. */
export function BottomBar({ places, open, onMore }: { places: ShellPlace[]; open: string | undefined; onMore: () => void }) {
  const isMore = !places.some(({ name }) => name === open);
  return (
    <nav className={styles.bar} aria-label="Main places">
      {places.map(({ name, label, to, icon }) => (
        <Link key={name} to={to} className={styles.place} aria-current={name === open ? 'page' : undefined}>
          {icon}
          {label}
        </Link>
      ))}
      <button type="button" className={styles.place} data-current={isMore || undefined} aria-haspopup="dialog" onClick={onMore}>
        <Ellipsis aria-hidden />
        More
      </button>
    </nav>
  );
}
