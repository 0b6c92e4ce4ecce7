import type { AdminAffiliatesView, AdminCashoutsView, AdminSalesView } from '@framelift/contracts';
import { api } from '../../session/api/api.ts';
import { page } from '../../session/api/paging.ts';

/** How many of a kind are offered. */
const OFFERED = 5;

/** The first few of each list that match a text. */
const findApi = api.injectEndpoints({
  endpoints: (build) => ({
    findAffiliates: build.query<AdminAffiliatesView, string>({
      query: (search) => page('admin/affiliates', { search }, OFFERED),
      providesTags: ['Affiliates'],
    }),
    findSales: build.query<AdminSalesView, string>({
      query: (search) => page('admin/sales', { search }, OFFERED),
      providesTags: ['Sales'],
    }),
    findCashouts: build.query<AdminCashoutsView, string>({
      query: (search) => page('admin/cashouts', { search }, OFFERED),
      providesTags: ['Cashouts'],
    }),
  }),
});

export const { useFindAffiliatesQuery, useFindSalesQuery, useFindCashoutsQuery } = findApi;
