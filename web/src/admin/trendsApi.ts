import type { AdminTrendsView } from '@framelift/contracts';
import type { TrendRange } from '@framelift/contracts/rules';
import { api } from '../session/api/api.ts';

const trendsApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminTrends: build.query<AdminTrendsView, TrendRange>({
      query: (range) => ({ url: 'admin/trends', params: { range } }),
      providesTags: ['Overview'],
    }),
  }),
});

export const { useAdminTrendsQuery } = trendsApi;
