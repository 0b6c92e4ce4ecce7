import type { AccountView, ChangePasswordBody, RecoveryCodesView, SessionView, TotpCodeBody, TotpView } from '@framelift/contracts';
import { api } from '../session/api/api.ts';
import { began } from '../session/api/sessionSlice.ts';

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    account: build.query<AccountView, void>({ query: () => 'account', providesTags: ['Account'] }),
    /** Every other session ends; this one goes on with the token that is answered. */
    changePassword: build.mutation<SessionView, ChangePasswordBody>({
      query: (body) => ({ url: 'account/password', method: 'POST', body }),
      async onQueryStarted(_body, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (!answer) return;
        dispatch(began(answer.data));
        // Only now: the token of before opens nothing any more.
        dispatch(api.util.invalidateTags(['Account']));
      },
    }),
    beginTotp: build.mutation<TotpView, void>({ query: () => ({ url: 'account/totp', method: 'POST' }) }),
    turnTotpOn: build.mutation<RecoveryCodesView, TotpCodeBody>({
      query: (body) => ({ url: 'account/totp', method: 'PUT', body }),
      // An admin who had to is let in from now on: what was refused is asked for again.
      invalidatesTags: ['Account', 'Overview', 'Affiliates', 'Cashouts', 'Actions'],
    }),
    turnTotpOff: build.mutation<void, void>({ query: () => ({ url: 'account/totp', method: 'DELETE' }), invalidatesTags: ['Account'] }),
    renewRecoveryCodes: build.mutation<RecoveryCodesView, void>({
      query: () => ({ url: 'account/recovery-codes', method: 'POST' }),
      invalidatesTags: ['Account'],
    }),
  }),
});

export const {
  useAccountQuery,
  useChangePasswordMutation,
  useBeginTotpMutation,
  useTurnTotpOnMutation,
  useTurnTotpOffMutation,
  useRenewRecoveryCodesMutation,
} = accountApi;
