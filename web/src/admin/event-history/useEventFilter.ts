import { useCallback, useMemo } from 'react';
import { useAddress } from '../useAddress.ts';
import { filterNames } from './eventHistoryApi.ts';

const names = [...filterNames, 'event'] as const;

/** The filter and the chosen event. */
export const useEventFilter = () => {
  const { texts, change } = useAddress(names);
  const { event, filter } = useMemo(() => {
    const { event: position, ...rest } = texts;
    return { event: position, filter: rest };
  }, [texts]);
  const clear = useCallback(() => change(Object.fromEntries(filterNames.map((name) => [name, '']))), [change]);
  const choose = useCallback((position: number | null) => change({ event: position ? String(position) : '' }), [change]);
  return { filter, chosen: Number(event) || null, change, clear, choose };
};
