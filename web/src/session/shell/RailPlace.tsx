import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../lib/format.ts';
import styles from './Rail.module.css';

export interface ShellPlace {
  name: string;
  label: string;
  to: string;
  icon: ReactNode;
  panel: ReactNode;
  /** Loads the panel's code, which would otherwise load when the place is opened. */
  preload?: () => void;
}

interface Props {
  id: string;
  place: ShellPlace;
  count: number;
  isOpen: boolean;
  /** The one that Tab reaches. */
  isReached: boolean;
  collapsed?: boolean;
  onChosen?: () => void;
}

/** One place in the rail: its name, and beside it how much waits there. */
export function RailPlace({ id, place: { label, to, icon, preload }, count, isOpen, isReached, collapsed, onChosen }: Props) {
  return (
    <>
      <Link
        to={to}
        id={id}
        role="tab"
        aria-selected={isOpen}
        aria-controls={isOpen ? 'place' : undefined}
        aria-describedby={count ? `${id}-count` : undefined}
        tabIndex={isReached ? 0 : -1}
        title={collapsed ? label : undefined}
        className={styles.place}
        onClick={onChosen}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {icon}
        <span className={collapsed ? 'visually-hidden' : styles.label}>{label}</span>
        {count > 0 && (
          <span className={styles.count} aria-hidden="true">
            {formatCount(count)}
          </span>
        )}
      </Link>
      {count > 0 && (
        <span id={`${id}-count`} hidden>
          {formatCount(count)} waiting
        </span>
      )}
    </>
  );
}
