import type {
  AdminMissingSalesView,
  AdminSalesView,
  CreditMissingSaleBody,
  CreditSaleBody,
  EvidenceView,
  IntentsView,
  MissingSaleCandidatesView,
  RefuseMissingSaleBody,
  ReleaseHoldBody,
  ReverseSaleBody,
} from '@framelift/contracts';
import { api } from '../../session/api/api.ts';
import { page } from '../../session/api/paging.ts';
import type { Listed } from '../adminApi.ts';

const changed = ['Sales', 'Overview', 'Affiliates', 'Actions', 'Events'] as const;

const evidenceApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminSales: build.query<AdminSalesView, Listed>({ query: (filter) => page('admin/sales', filter), providesTags: ['Sales'] }),
    intents: build.query<IntentsView, string>({ query: (after) => page('admin/intents', { after }), providesTags: ['Sales'] }),
    evidence: build.query<EvidenceView, string>({
      query: (invoice) => `admin/sales/${encodeURIComponent(invoice)}`,
      providesTags: ['Sales'],
    }),
    adminMissingSales: build.query<AdminMissingSalesView, Listed>({
      query: (filter) => page('admin/missing-sales', filter),
      providesTags: ['Sales'],
    }),
    missingSaleCandidates: build.query<MissingSaleCandidatesView, string>({
      query: (id) => `admin/missing-sales/${encodeURIComponent(id)}/candidates`,
      providesTags: ['Sales'],
    }),
    creditMissingSale: build.mutation<void, { id: string; body: CreditMissingSaleBody }>({
      query: ({ id, body }) => ({ url: `admin/missing-sales/${id}/credit`, method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
    refuseMissingSale: build.mutation<void, { id: string; body: RefuseMissingSaleBody }>({
      query: ({ id, body }) => ({ url: `admin/missing-sales/${id}/refuse`, method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
    creditSale: build.mutation<void, { invoice: string; body: CreditSaleBody }>({
      query: ({ invoice, body }) => ({ url: `admin/sales/${encodeURIComponent(invoice)}/credit`, method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
    reverseSale: build.mutation<void, { invoice: string; body: ReverseSaleBody }>({
      query: ({ invoice, body }) => ({ url: `admin/sales/${encodeURIComponent(invoice)}/reverse`, method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
    releaseHold: build.mutation<void, { invoice: string; body: ReleaseHoldBody }>({
      query: ({ invoice, body }) => ({ url: `admin/sales/${encodeURIComponent(invoice)}/release`, method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
  }),
});

export const {
  useAdminSalesQuery,
  useIntentsQuery,
  useEvidenceQuery,
  useAdminMissingSalesQuery,
  useMissingSaleCandidatesQuery,
  useCreditMissingSaleMutation,
  useRefuseMissingSaleMutation,
  useCreditSaleMutation,
  useReverseSaleMutation,
  useReleaseHoldMutation,
} = evidenceApi;
