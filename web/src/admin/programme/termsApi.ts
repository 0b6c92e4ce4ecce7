import type {
  CurrencyRateBody,
  CurrencyRatesView,
  TermsBody,
  TermsHistoryView,
  TermsPreviewProgressView,
  TermsPreviewView,
  TermsSetView,
} from '@framelift/contracts';
import { api } from '../../session/api/api.ts';

const termsApi = api.injectEndpoints({
  endpoints: (build) => ({
    terms: build.query<TermsHistoryView, void>({ query: () => 'admin/terms', providesTags: ['Terms'] }),
    /** `position`: of the terms that the form was filled from, so that terms set since are not overwritten. */
    setTerms: build.mutation<TermsSetView, { body: TermsBody; position: number }>({
      query: ({ body, position }) => ({ url: 'admin/terms', method: 'PUT', body, headers: { 'Edit-Base': String(position) } }),
      invalidatesTags: ['Terms', 'Affiliates', 'Actions', 'Events'],
    }),
    approveFourEyes: build.mutation<void, number>({
      query: (position) => ({ url: 'admin/terms/four-eyes/approve', method: 'POST', headers: { 'Edit-Base': String(position) } }),
      invalidatesTags: ['Terms', 'Actions', 'Events'],
    }),
    refuseFourEyes: build.mutation<void, number>({
      query: (position) => ({ url: 'admin/terms/four-eyes/refuse', method: 'POST', headers: { 'Edit-Base': String(position) } }),
      invalidatesTags: ['Terms', 'Actions', 'Events'],
    }),
    currencyRates: build.query<CurrencyRatesView, void>({ query: () => 'admin/currency-rates', providesTags: ['Terms'] }),
    setCurrencyRate: build.mutation<void, { body: CurrencyRateBody; position: number }>({
      query: ({ body, position }) => ({ url: 'admin/currency-rates', method: 'POST', body, headers: { 'Edit-Base': String(position) } }),
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
  useApproveFourEyesMutation,
  useRefuseFourEyesMutation,
  usePreviewTermsMutation,
  usePreviewProgressQuery,
} = termsApi;
