import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** false in prerendered HTML and while React takes it over, true after that: for what only the browser knows. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
