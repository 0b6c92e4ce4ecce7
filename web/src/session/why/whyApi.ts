import type { WhyView } from '@framelift/contracts';
import { api } from '../api/api.ts';
import { endless, page } from '../api/paging.ts';
import { isMonth } from '@framelift/contracts/time';
import type { Asked } from './useWhy.ts';

const whyApi = api.injectEndpoints({
  endpoints: (build) => ({
    why: build.infiniteQuery<WhyView, Asked, string>({
      infiniteQueryOptions: endless,
      query: ({ queryArg: { figure, of, at }, pageParam: after }) =>
        page(`why/${figure}`, { ...(isMonth(of) ? { range: of } : { of }), at, after }),
      providesTags: ['Why'],
    }),
  }),
});

export const { useWhyInfiniteQuery } = whyApi;
