import type {
  CurrencyRateBody,
  CurrencyRatesView,
  FourEyesBody,
  SetTermsBody,
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
    setTerms: build.mutation<TermsSetView, SetTermsBody>({
      query: (body) => ({ url: 'admin/terms', method: 'PUT', body }),
      invalidatesTags: ['Terms', 'Affiliates', 'Actions', 'Events'],
    }),
    approveFourEyes: build.mutation<void, FourEyesBody>({
      query: (body) => ({ url: 'admin/terms/four-eyes/approve', method: 'POST', body }),
      invalidatesTags: ['Terms', 'Actions', 'Events'],
    }),
    refuseFourEyes: build.mutation<void, FourEyesBody>({
      query: (body) => ({ url: 'admin/terms/four-eyes/refuse', method: 'POST', body }),
      invalidatesTags: ['Terms', 'Actions', 'Events'],
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
  useApproveFourEyesMutation,
  useRefuseFourEyesMutation,
  usePreviewTermsMutation,
  usePreviewProgressQuery,
} = termsApi;
