import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type EventFilter, filterNames } from './eventHistoryApi.ts';

/** The filter and the chosen event, kept in the address: a link shows the same to everybody. */
export const useEventFilter = () => {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])) as EventFilter, [params]);
  const chosen = Number(params.get('event')) || null;

  const change = useCallback(
    (changes: Partial<Record<keyof EventFilter | 'event', string>>, { push = false } = {}) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, text] of Object.entries(changes)) {
            if (text) after.set(name, text);
            else after.delete(name);
          }
          return after;
        },
        { replace: !push, preventScrollReset: true },
      ),
    [setParams],
  );
  const clear = useCallback(() => change(Object.fromEntries(filterNames.map((name) => [name, '']))), [change]);
  const choose = useCallback((position: number | null) => change({ event: position ? String(position) : '' }), [change]);
  return { filter, chosen, change, clear, choose };
};
