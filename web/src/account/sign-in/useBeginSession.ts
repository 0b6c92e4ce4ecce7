import type { SessionView } from '@framelift/contracts';
import { useDispatch } from 'react-redux';
import { api } from '../../session/api/api.ts';
import { began } from '../../session/api/sessionSlice.ts';

/** Stores the session and forgets what the account before it had loaded. */
export const useBeginSession = () => {
  const dispatch = useDispatch();
  return (view: SessionView) => {
    dispatch(began(view));
    dispatch(api.util.resetApiState());
  };
};
