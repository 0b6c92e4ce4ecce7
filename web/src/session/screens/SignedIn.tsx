import { type ReactNode, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../api/api.ts';
import { accountOf } from '../session.ts';
import { useSession } from '../api/sessionSlice.ts';
import { AskAgain } from '../../ui/layout/Boundary.tsx';
import { ToLogin } from './ToLogin.tsx';
import { useAskAgain } from './useAskAgain.ts';
import { Toaster } from '../../ui/layout/Toaster.tsx';

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
    <ToLogin />
  );
}
