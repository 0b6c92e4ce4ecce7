import { useState } from 'react';

/** Returns the focus to the element that had it when a dialog opened: Radix returns it to a trigger, and our dialogs have none. */
export const useFocusBack = () => {
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
  return (closing: Event) => {
    closing.preventDefault();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
};
