import { useSyncExternalStore } from 'react';
import { paths } from '../lib/paths.ts';
import { wayIn } from './session.ts';

/** Another tab logs in or out. */
const subscribe = (changed: () => void) => {
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
};

/** Where a person gets in; the server’s HTML only knows the login. */
export const useWayIn = (): string => useSyncExternalStore(subscribe, wayIn, () => paths.login);
