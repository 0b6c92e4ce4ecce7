import type {
  CurrencyRateBody,
  CurrencyRatesView,
  TermsBody,
  TermsHistoryView,
  TermsPreviewProgressView,
  TermsPreviewView,
} from '@framelift/contracts';
import { api } from '../../session/api/api.ts';

const termsApi = api.injectEndpoints({
  endpoints: (build) => ({
    terms: build.query<TermsHistoryView, void>({ query: () => 'admin/terms', providesTags: ['Terms'] }),
    /** `position`: of the terms that the form was filled from, so that terms set since are not overwritten. */
    setTerms: build.mutation<void, { body: TermsBody; position: number }>({
      query: ({ body, position }) => ({ url: 'admin/terms', method: 'PUT', body, headers: { 'Edit-Base': String(position) } }),
      invalidatesTags: ['Terms', 'Affiliates', 'Actions', 'Events'],
    }),
    currencyRates: build.query<CurrencyRatesView, void>({ query: () => 'admin/currency-rates', providesTags: ['Terms'] }),
    setCurrencyRate: build.mutation<void, CurrencyRateBody>({
      query: (body) => ({ url: 'admin/currency-rates', method: 'POST', body }),
      invalidatesTags: ['Terms', 'Actions', 'Events'],
    }),
    previewTerms: build.mutation<TermsPreviewView, TermsBody>({ query: (body) => ({ url: 'admin/terms/preview', method: 'POST', body }) }),
    previewProgress: build.query<TermsPreviewProgressView, void>({ query: () => 'admin/terms/preview' }),
  }),
});

export const {
  useCurrencyRatesQuery,
  useSetCurrencyRateMutation,
  useTermsQuery,
  useSetTermsMutation,
  usePreviewTermsMutation,
  usePreviewProgressQuery,
} = termsApi;
