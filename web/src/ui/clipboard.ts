/** Copies a text; false when the browser does not let us. */
export const copy = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

/** How long a copy confirmation stays (docs/product.md#messages). */
export const COPIED_MS = 2000;
