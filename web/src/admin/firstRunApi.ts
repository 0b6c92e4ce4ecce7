import type { FirstRunView, SkipStepBody, TestMailBody } from '@framelift/contracts';
import { api } from '../session/api/api.ts';

/** What an admin does before the first sale. Publishing, registering and buying complete steps. */
export const { useFirstRunQuery, useSkipStepMutation, useSendTestMailMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    firstRun: build.query<FirstRunView, void>({
      query: () => 'admin/first-run',
      providesTags: ['FirstRun', 'Site', 'Sales', 'Affiliates'],
    }),
    skipStep: build.mutation<void, SkipStepBody>({
      query: (body) => ({ url: 'admin/first-run/skip', method: 'POST', body }),
      invalidatesTags: ['FirstRun'],
    }),
    sendTestMail: build.mutation<void, TestMailBody>({
      query: (body) => ({ url: 'admin/first-run/test-mail', method: 'POST', body }),
      invalidatesTags: ['FirstRun'],
    }),
  }),
});
