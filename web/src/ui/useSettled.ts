import { useEffect, useState } from 'react';

const SETTLED_MS = 200;

/** A text once the typing rests. */
export const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
};
