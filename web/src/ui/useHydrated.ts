import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** false in the server’s HTML and while React takes it over, true after that: for what only the browser knows. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
