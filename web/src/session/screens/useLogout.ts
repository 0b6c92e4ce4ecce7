import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { api } from '../api/api.ts';
import { paths } from '../../lib/paths.ts';
import { wayBack } from '../wayBack.ts';
import { ended, useSession } from '../api/sessionSlice.ts';

/** Ends the session at the server; whether it hears of it or not, this device is signed out. */
const tellServer = (token: string): void =>
  // Outside the store, which is emptied next, and kept alive when the page goes away.
  void fetch('/api/account/logout', { method: 'POST', headers: { Authorization: `Bearer ${token}` }, keepalive: true }).catch(() => {});

/** Clears token and data, forgets what was loaded with them, and goes to the login (docs/product.md#affiliate-dashboard). */
export const useLogout = () => {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { token } = useSession();
  return async () => {
    if (token) tellServer(token);
    dispatch(ended());
    await navigate(paths.login);
    dispatch(api.util.resetApiState());
    // The next person begins at the start.
    wayBack.forget();
  };
};
