import type { BreakdownBy, BreakdownView } from '@framelift/contracts';
import type { TrendRange } from '@framelift/contracts/rules';
import { api } from '../../session/api/api.ts';
import { file } from '../../session/api/file.ts';

/** The breakdown of clicks and sales, and its period. */
export interface BreakdownQuery {
  by: BreakdownBy;
  range: TrendRange;
}

const performanceApi = api.injectEndpoints({
  endpoints: (build) => ({
    breakdown: build.query<BreakdownView, BreakdownQuery>({
      query: (params) => ({ url: 'affiliate/breakdown', params }),
      providesTags: ['Trends'],
    }),
    breakdownFile: build.mutation<string, BreakdownQuery>({ query: (filter) => file('affiliate/breakdown.csv', { ...filter }) }),
  }),
});

export const { useBreakdownQuery, useBreakdownFileMutation } = performanceApi;
