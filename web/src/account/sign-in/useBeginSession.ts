import type { SessionView } from '@framelift/contracts';
import { useDispatch } from 'react-redux';
import { api } from '../../session/api/api.ts';
import { session } from '../../session/session.ts';

/** Stores the session and forgets what the account before it had loaded. */
export const useBeginSession = () => {
  const dispatch = useDispatch();
  return (view: SessionView) => {
    session.begin(view);
    dispatch(api.util.resetApiState());
  };
};
