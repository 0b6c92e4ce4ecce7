import { type ComponentType, lazy } from 'react';

/** Within this time after it was loaded again, a page does not load itself once more (ms). */
const SETTLED_MS = 10_000;

/**
 * A component whose code loads when it is needed. A deployment takes away the code that an open tab has not loaded: the page is then
 * loaded again at the address it has, once; where that did not help, the error is the page's.
 */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const Component = lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      if (loaded?.type === 'reload' && performance.now() < SETTLED_MS) throw error;
      location.reload();
      return new Promise<never>(() => {});
    }
  });
  /** Loads the code of something that is about to be opened. */
  return Object.assign(Component, { preload: () => void load().catch(() => {}) });
};
