import type {
  AffiliateTrendsView,
  CashoutBody,
  DashboardView,
  MissingSaleBody,
  MissingSalesView,
  PaymentMethodBody,
  SalesPageView,
} from '@framelift/contracts';
import type { TrendRange } from '@framelift/contracts/rules';
import { api } from '../session/api/api.ts';
import { endless, page } from '../session/api/paging.ts';

const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    dashboard: build.query<DashboardView, void>({ query: () => 'affiliate/stats', providesTags: ['Dashboard'] }),
    trends: build.query<AffiliateTrendsView, TrendRange>({
      query: (range) => ({ url: 'affiliate/trends', params: { range } }),
      providesTags: ['Trends'],
    }),
    /** All sales page by page; the dashboard itself brings the newest 50. */
    sales: build.infiniteQuery<SalesPageView, void, string>({
      infiniteQueryOptions: endless,
      query: ({ pageParam: after }) => page('affiliate/sales', { after }),
      providesTags: ['Ledger'],
    }),
    missingSales: build.infiniteQuery<MissingSalesView, void, string>({
      infiniteQueryOptions: endless,
      query: ({ pageParam: after }) => page('affiliate/missing-sales', { after }),
      providesTags: ['Ledger'],
    }),
    raiseMissingSale: build.mutation<void, MissingSaleBody>({
      query: (body) => ({ url: 'affiliate/missing-sales', method: 'POST', body }),
      invalidatesTags: ['Ledger'],
    }),
    addPaymentMethod: build.mutation<void, PaymentMethodBody>({
      query: (body) => ({ url: 'affiliate/payment-methods', method: 'POST', body }),
      invalidatesTags: ['Dashboard'],
    }),
    updatePaymentMethod: build.mutation<void, PaymentMethodBody & { id: string }>({
      query: ({ id, ...body }) => ({ url: `affiliate/payment-methods/${id}`, method: 'PUT', body }),
      invalidatesTags: ['Dashboard'],
    }),
    deletePaymentMethod: build.mutation<void, string>({
      query: (id) => ({ url: `affiliate/payment-methods/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Dashboard'],
    }),
    requestCashout: build.mutation<void, CashoutBody>({
      query: (body) => ({ url: 'affiliate/cashouts', method: 'POST', body }),
      invalidatesTags: ['Dashboard', 'Trends', 'Ledger'],
    }),
    readNotification: build.mutation<void, string>({
      query: (id) => ({ url: `affiliate/notifications/${id}/read`, method: 'PUT' }),
      invalidatesTags: ['Dashboard'],
    }),
    readAllNotifications: build.mutation<void, void>({
      query: () => ({ url: 'affiliate/notifications/read-all', method: 'PUT' }),
      invalidatesTags: ['Dashboard'],
    }),
  }),
});

export const {
  useDashboardQuery,
  useTrendsQuery,
  useSalesInfiniteQuery,
  useMissingSalesInfiniteQuery,
  useRaiseMissingSaleMutation,
  useAddPaymentMethodMutation,
  useUpdatePaymentMethodMutation,
  useDeletePaymentMethodMutation,
  useRequestCashoutMutation,
  useReadNotificationMutation,
  useReadAllNotificationsMutation,
} = dashboardApi;
