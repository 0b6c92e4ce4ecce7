import { useEffect, useState } from 'react';

const SETTLED_MS = 200;

/** A text once the typing rests. */
export const useSettled = <T extends string | undefined>(text: T, restMs = SETTLED_MS): T => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), restMs);
    return () => clearTimeout(timer);
  }, [text, settled, restMs]);
  return settled;
};
