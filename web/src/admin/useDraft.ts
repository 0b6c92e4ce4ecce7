import { useEffect, useRef, useState } from 'react';

const SETTLED_MS = 300;

/** What is being typed: it becomes the value once the typing rests, and follows a value that changes elsewhere. */
export const useDraft = (value: string, commit: (value: string) => void): [string, (draft: string) => void] => {
  const [draft, setDraft] = useState(value);
  const committed = useRef(value);
  useEffect(() => {
    if (value === committed.current) return;
    committed.current = value;
    setDraft(value);
  }, [value]);
  useEffect(() => {
    if (draft === committed.current) return;
    const timer = setTimeout(() => {
      committed.current = draft;
      commit(draft);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [draft, commit]);
  return [draft, setDraft];
};
