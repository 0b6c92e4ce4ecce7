import type { LedgerView, OneAffiliateView } from '@framelift/contracts';
import { api, type Shown, shown } from '../../session/api/api.ts';
import { page } from '../../session/api/paging.ts';

/** One affiliate, and the log position it was read at, which an edit names as what its form was filled from. */
export type OneAffiliate = Shown<OneAffiliateView>;

const affiliateApi = api.injectEndpoints({
  endpoints: (build) => ({
    oneAffiliate: build.query<OneAffiliate, string>({
      query: (id) => `admin/affiliates/${encodeURIComponent(id)}`,
      transformResponse: shown<OneAffiliateView>,
      providesTags: ['Affiliates', 'Review'],
    }),
    affiliateLedger: build.query<LedgerView, { id: string; after: string }>({
      query: ({ id, after }) => page(`admin/affiliates/${encodeURIComponent(id)}/ledger`, { after }),
      providesTags: ['Ledger', 'Affiliates'],
    }),
  }),
});

export const { useOneAffiliateQuery, useAffiliateLedgerQuery } = affiliateApi;
