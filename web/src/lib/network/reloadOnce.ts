/** Within this time after it was loaded again, a page does not load itself once more (ms). */
const SETTLED_MS = 10_000;

/** A deployment takes away the code that an open tab has not loaded: loads the page again, once. @returns false: that did not help before */
export function reloadOnce(): boolean {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (loaded?.type === 'reload' && performance.now() < SETTLED_MS) return false;
  window.location.reload();
  return true;
}
