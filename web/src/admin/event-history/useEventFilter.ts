import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { adminPath } from '../../lib/paths.ts';
import { usePlace } from '../../session/shell/usePlace.ts';
import { useAddress } from '../../session/useAddress.ts';
import { filterNames } from './eventHistoryApi.ts';

/** The filter and the chosen event. */
export const useEventFilter = () => {
  const { texts: filter, change } = useAddress(filterNames);
  const { search } = useLocation();
  const navigate = useNavigate();
  const clear = useCallback(() => change(Object.fromEntries(filterNames.map((name) => [name, '']))), [change]);
  const choose = useCallback(
    (position: number | null) =>
      void navigate(adminPath('events', position ?? undefined) + search, { replace: true, preventScrollReset: true }),
    [navigate, search],
  );
  return { filter, chosen: Number(usePlace().part) || null, change, clear, choose };
};
