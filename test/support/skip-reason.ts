/** Titles of specs that need what may be missing: where it is, they say that they were skipped and why. */
export const skipReason =
  (missing: string | undefined) =>
  (title: string): string =>
    missing ? `${title} (skipped: ${missing})` : title;
