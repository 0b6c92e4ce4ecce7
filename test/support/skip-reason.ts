/** Titles of specs with optional prerequisites: without them, the titles say that the specs were skipped and why. */
export const skipReason =
  (missing: string | undefined) =>
  (title: string): string =>
    missing ? `${title} (skipped: ${missing})` : title;
