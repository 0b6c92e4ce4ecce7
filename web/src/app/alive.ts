/** On window: React has taken the page over. */
export const ALIVE = 'alive';

const EARLY = 'early';
export const markEarly = (): void => void (document.documentElement.dataset[EARLY] = '');
/** Whether early.ts runs in this page; a page under development has none. */
export const isEarlyHere = (): boolean => EARLY in document.documentElement.dataset;
