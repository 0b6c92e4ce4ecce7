import type {
  AffiliateTrendsView,
  CashoutBody,
  DashboardView,
  MissingSaleBody,
  MissingSalesView,
  PaymentMethodBody,
  ReadAllBody,
  SalesPageView,
} from '@framelift/contracts';
import type { TrendRange } from '@framelift/contracts/rules';
import { api, type Shown, shown } from '../session/api/api.ts';
import { file } from '../session/api/file.ts';
import { endless, page } from '../session/api/paging.ts';

/** Which sales are asked for; an empty text leaves it out. Days are the reader's. */
export interface SalesFilter {
  search: string;
  status: string;
  from: string;
  to: string;
}
export const allSales: SalesFilter = { search: '', status: '', from: '', to: '' };

const salesQuery = ({ search, status, from, to }: SalesFilter) => ({
  ...(search ? { search } : {}),
  ...(status ? { status } : {}),
  ...(from ? { from: new Date(`${from}T00:00`).toISOString() } : {}),
  ...(to ? { to: new Date(`${to}T23:59:59.999`).toISOString() } : {}),
});

const dashboardApi = api.injectEndpoints({
  endpoints: (build) => ({
    dashboard: build.query<Shown<DashboardView>, void>({
      query: () => 'affiliate/stats',
      transformResponse: shown<DashboardView>,
      providesTags: ['Dashboard'],
    }),
    trends: build.query<AffiliateTrendsView, TrendRange>({
      query: (range) => ({ url: 'affiliate/trends', params: { range } }),
      providesTags: ['Trends'],
    }),
    /** All sales page by page; the dashboard itself brings the newest 50. */
    sales: build.infiniteQuery<SalesPageView, SalesFilter, string>({
      infiniteQueryOptions: endless,
      query: ({ queryArg, pageParam: after }) => page('affiliate/sales', { ...salesQuery(queryArg), after }),
      providesTags: ['Ledger'],
    }),
    salesFile: build.mutation<string, SalesFilter>({ query: (filter) => file('affiliate/sales.csv', salesQuery(filter)) }),
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
    readAllNotifications: build.mutation<void, ReadAllBody>({
      query: (body) => ({ url: 'affiliate/notifications/read-all', method: 'PUT', body }),
      invalidatesTags: ['Dashboard'],
    }),
  }),
});

export const {
  useDashboardQuery,
  useTrendsQuery,
  useSalesInfiniteQuery,
  useSalesFileMutation,
  useMissingSalesInfiniteQuery,
  useRaiseMissingSaleMutation,
  useAddPaymentMethodMutation,
  useUpdatePaymentMethodMutation,
  useDeletePaymentMethodMutation,
  useRequestCashoutMutation,
  useReadNotificationMutation,
  useReadAllNotificationsMutation,
} = dashboardApi;
