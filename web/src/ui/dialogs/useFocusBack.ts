import { useState } from 'react';

/** What has the focus; an item of a menu goes with it, so its button. */
const focusedNow = (): Element | null => {
  const element = document.activeElement;
  const button = element?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : element;
};

/** Returns the focus to the element that had it when a dialog opened: Radix returns it to a trigger, and our dialogs have none. */
export const useFocusBack = () => {
  const [opener] = useState(() => (typeof document === 'undefined' ? null : focusedNow()));
  return (closing: Event) => {
    closing.preventDefault();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
};
