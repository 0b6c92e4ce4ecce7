import { type ComponentType, lazy } from 'react';
import { reloadOnce } from '../../lib/reloadOnce.ts';

/**
 * A component whose code loads when it is needed. If it is gone, the page is loaded again at the address it has, once; where that did
 * not help, the error is the page's.
 */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const Component = lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      if (!reloadOnce()) throw error;
      return new Promise<never>(() => {});
    }
  });
  /** Loads the code of something that is about to be opened. */
  return Object.assign(Component, { preload: () => void load().catch(() => {}) });
};
