import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** Texts kept in the address by name, so that a link shows the same to everybody; an empty text is not there. `names` never change. */
export const useAddress = <Name extends string>(names: readonly Name[]) => {
  const [params, setParams] = useSearchParams();
  const texts = useMemo(
    () => Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>,
    [names, params],
  );
  const change = useCallback(
    (changes: Partial<Record<Name, string>>, { push = false, state }: { push?: boolean; state?: unknown } = {}) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, text] of Object.entries<string | undefined>(changes)) {
            if (text) after.set(name, text);
            else after.delete(name);
          }
          return after;
        },
        { replace: !push, preventScrollReset: true, state },
      ),
    [setParams],
  );
  return { texts, change };
};
