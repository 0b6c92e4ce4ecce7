/** Titles of specs that need what may be missing: where it is, they say that they were skipped and why. */
export const titledUnless =
  (missing: string | undefined) =>
  (title: string): string =>
    missing ? `${title} (skipped: ${missing})` : title;
