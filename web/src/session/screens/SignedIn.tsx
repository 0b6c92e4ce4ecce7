import { type ReactNode, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { api } from '../api/api.ts';
import { useSession } from '../api/sessionSlice.ts';
import { AskAgain } from '../../ui/layout/Boundary.tsx';
import { useAskAgain } from './useAskAgain.ts';
import { Toaster } from '../../ui/layout/Toaster.tsx';

/** Whose a token is, as it says itself; a password change gives the same account another one. */
function accountOf(held: string): string {
  try {
    const payload = held.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    return String((JSON.parse(atob(payload)) as { sub?: unknown }).sub ?? held);
  } catch {
    return held;
  }
}

/** What only one account may see. Where its session ends, here or in another tab, the screen and all that was loaded for it go at once. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { token } = useSession();
  const dispatch = useDispatch();
  const account = token && accountOf(token);
  const shown = useRef(account);
  useEffect(() => {
    if (shown.current !== account) dispatch(api.util.resetApiState());
    shown.current = account;
  }, [account, dispatch]);
  const askAgain = useAskAgain();
  return account ? (
    <AskAgain key={account} value={askAgain}>
      <Toaster>{children}</Toaster>
    </AskAgain>
  ) : (
    <Navigate to={paths.login} replace />
  );
}
