const ALIVE = 'alive';

/** React has taken the page over. */
export function sayAlive(): void {
  document.documentElement.dataset[ALIVE] = '';
  window.dispatchEvent(new Event(ALIVE));
}
/** Once, or immediately where React was faster. */
export function whenAlive(act: () => void): void {
  if (ALIVE in document.documentElement.dataset) act();
  else window.addEventListener(ALIVE, act, { once: true });
}

const EARLY = 'early';
export const markEarly = (): void => void (document.documentElement.dataset[EARLY] = '');
/** Whether early.ts runs in this page; a page under development has none. */
export const isEarlyHere = (): boolean => EARLY in document.documentElement.dataset;
