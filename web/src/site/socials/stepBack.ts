/** Whether the visitor came from a page of this site, and that page is in this tab's history: a new tab has none. */
export const canStepBack = (): boolean => {
  // The router numbers its entries: a later one was reached by a link of ours.
  const fromHere = ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0;
  if (!fromHere && !document.referrer.startsWith(`${window.location.origin}/`)) return false;
  return window.navigation?.canGoBack ?? window.history.length > 1;
};

/** To the page before this one, even if the framed page added entries to the history. */
export const stepBack = (): void => {
  if (window.navigation) window.navigation.back();
  else window.history.back();
};
