import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { api, tagTypes } from '../api/api.ts';
import type { store } from '../api/store.ts';

/** Asks again for all that is on the screen, and resolves once it was answered. */
export const useAskAgain = () => {
  const dispatch = useDispatch<typeof store.dispatch>();
  return useCallback(async () => {
    dispatch(api.util.invalidateTags([...tagTypes]));
    await Promise.all(dispatch(api.util.getRunningQueriesThunk()));
  }, [dispatch]);
};
