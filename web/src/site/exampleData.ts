import { useContext, useSyncExternalStore } from 'react';
import { KnownAnswersContext } from '../lib/known.ts';

let seen = false;
const listeners = new Set<() => void>();

/** Some answer said that its numbers, names or pictures are made up. */
export const sawExampleData = (): void => {
  seen = true;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether this page shows example data. */
export const useExampleData = (): boolean => {
  const isKnown = Object.values(useContext(KnownAnswersContext)).some(({ example }) => example);
  const isSeen = useSyncExternalStore(
    subscribe,
    () => seen,
    () => false,
  );
  return isKnown || isSeen;
};
