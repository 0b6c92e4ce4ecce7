import type { ReviewBody, ReviewView } from '@framelift/contracts';
import { api } from '../../session/api/api.ts';
import { page } from '../../session/api/paging.ts';
import type { Listed } from '../adminApi.ts';

const changed = ['Review', 'Payouts', 'Cashouts', 'Sales', 'Overview', 'Affiliates', 'Actions', 'Events'] as const;

const reviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    review: build.query<ReviewView, Listed>({ query: (filter) => page('admin/review', filter), providesTags: ['Review'] }),
    decideReview: build.mutation<void, { id: string; body: ReviewBody }>({
      query: ({ id, body }) => ({ url: `admin/review/${encodeURIComponent(id)}`, method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
  }),
});

export const { useReviewQuery, useDecideReviewMutation } = reviewApi;
