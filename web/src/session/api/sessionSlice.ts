import type { SessionView } from '@framelift/contracts';
import { createSlice, type PayloadAction, type Store } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { keptSession, nobody, type Session } from '../session.ts';

export const sessionSlice = createSlice({
  name: 'session',
  initialState: keptSession.read,
  reducers: {
    /** Somebody signed in or up, or goes on with another token. */
    began: (_, { payload: { token, affiliate } }: PayloadAction<SessionView>) => ({ token, affiliate }),
    ended: () => nobody,
    /** Another tab began or ended one. */
    changedElsewhere: (_, { payload }: PayloadAction<Session>) => payload,
  },
});
const { changedElsewhere } = sessionSlice.actions;
export const { began, ended } = sessionSlice.actions;

export interface SessionState {
  session: Session;
}
export const useSession = (): Session => useSelector(({ session }: SessionState) => session);

/** Keeps on the device what begins and ends here, and takes over what another tab changed. */
export function keepSession(store: Store<SessionState>): void {
  let kept = store.getState().session;
  store.subscribe(() => {
    const { session } = store.getState();
    if (session !== kept) keptSession.write((kept = session));
  });
  globalThis.addEventListener?.('storage', () => store.dispatch(changedElsewhere(keptSession.read())));
}
