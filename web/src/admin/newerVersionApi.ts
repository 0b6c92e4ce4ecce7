import type { DismissVersionBody, NewerVersionView } from '@framelift/contracts';
import { api } from '../session/api/api.ts';

export const { useNewerVersionQuery, useDismissVersionMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    newerVersion: build.query<NewerVersionView, void>({ query: () => 'admin/newer-version', providesTags: ['NewerVersion'] }),
    dismissVersion: build.mutation<void, DismissVersionBody>({
      query: (body) => ({ url: 'admin/newer-version/dismiss', method: 'POST', body }),
      invalidatesTags: ['NewerVersion'],
    }),
  }),
});
