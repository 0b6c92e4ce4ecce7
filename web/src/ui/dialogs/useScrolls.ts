import { useCallback, useState } from 'react';

/** For a box around one element: whether that element is too high for it, so that the box scrolls. */
export const useScrolls = () => {
  const [scrolls, setScrolls] = useState(false);
  const box = useCallback((element: HTMLElement | null) => {
    if (!element?.firstElementChild) return undefined;
    const observer = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return { box, scrolls };
};
