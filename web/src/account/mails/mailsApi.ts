import type { EmailBody, MailLinkBody, MailsBody, MailsView, UnsubscribedView } from '@framelift/contracts';
import { api } from '../../session/api/api.ts';

/** The token of a link decides for whom it acts, not the session. */
const byLink = { extraOptions: { withoutSession: true } };

const mailsApi = api.injectEndpoints({
  endpoints: (build) => ({
    mails: build.query<MailsView, void>({ query: () => 'account/mails', providesTags: ['Account'] }),
    chooseMails: build.mutation<void, MailsBody>({
      query: (body) => ({ url: 'account/mails', method: 'PUT', body }),
      async onQueryStarted(body, { dispatch, queryFulfilled }) {
        const shown = dispatch(mailsApi.util.updateQueryData('mails', undefined, (view) => void Object.assign(view, body)));
        await queryFulfilled.catch(shown.undo);
      },
    }),
    askEmail: build.mutation<void, EmailBody>({
      query: (body) => ({ url: 'account/email', method: 'POST', body }),
      invalidatesTags: ['Account'],
    }),
    confirmEmail: build.mutation<void, MailLinkBody>({
      query: (body) => ({ url: 'account/email/confirm', method: 'POST', body }),
      ...byLink,
      invalidatesTags: ['Account'],
    }),
    cancelEmailChange: build.mutation<void, MailLinkBody>({
      query: (body) => ({ url: 'account/email/cancel', method: 'POST', body }),
      ...byLink,
      invalidatesTags: ['Account'],
    }),
    unsubscribe: build.mutation<UnsubscribedView, MailLinkBody>({
      query: ({ token }) => ({ url: 'account/mails/unsubscribe', method: 'POST', params: { token } }),
      ...byLink,
      invalidatesTags: ['Account'],
    }),
  }),
});

export const {
  useMailsQuery,
  useChooseMailsMutation,
  useAskEmailMutation,
  useConfirmEmailMutation,
  useCancelEmailChangeMutation,
  useUnsubscribeMutation,
} = mailsApi;
