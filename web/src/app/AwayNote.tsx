import { useSyncExternalStore } from 'react';
import { isOffline } from '../lib/network/offline.ts';
import { isAway, onAway } from '../lib/network/untilBack.ts';
import styles from './AwayNote.module.css';

/** Over every page while something waits for the network. */
export function AwayNote() {
  const isShown = useSyncExternalStore(onAway, isAway, () => false);
  if (!isShown) return null;
  return (
    <p className={styles.note} role="alert">
      {isOffline()
        ? 'You are offline. This page continues by itself when you are back online.'
        : 'You are offline, or this site cannot be reached. Trying again…'}
    </p>
  );
}
