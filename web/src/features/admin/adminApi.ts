import type {
  AdminActionsView,
  AdminAffiliatesView,
  AdminCashoutsView,
  CreateAffiliateBody,
  DashboardView,
  EditAffiliateBody,
  OverviewView,
  ProcessCashoutBody,
  SettleCashoutBody,
} from '@framelift/contracts';
import { api, positionOf } from '../../lib/api.ts';
import { inTurn } from './inTurn.ts';

/** The list and the log position it was made at, which an edit names as what its form was filled from. */
export type Affiliates = AdminAffiliatesView & { position?: number };

const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Asked first: whether this account is an admin's. */
    adminProfile: build.query<DashboardView, void>({ query: () => 'affiliate/stats' }),
    overview: build.query<OverviewView, void>({
      queryFn: async (_none, _api, _options, get) => (await inTurn(() => get('admin/overview'))) as { data: OverviewView },
      providesTags: ['Overview'],
    }),
    affiliates: build.query<Affiliates, void>({
      queryFn: async (_none, _api, _options, get) => {
        const answer = await inTurn(() => get('admin/affiliates'));
        if (answer.error) return { error: answer.error };
        return { data: { ...(answer.data as AdminAffiliatesView), position: positionOf(answer.meta) } };
      },
      providesTags: ['Affiliates'],
    }),
    cashouts: build.query<AdminCashoutsView, void>({
      queryFn: async (_none, _api, _options, get) => (await inTurn(() => get('admin/cashouts'))) as { data: AdminCashoutsView },
      providesTags: ['Cashouts'],
    }),
    actions: build.query<AdminActionsView, void>({
      queryFn: async (_none, _api, _options, get) => (await inTurn(() => get('admin/actions'))) as { data: AdminActionsView },
      providesTags: ['Actions'],
    }),
    createAffiliate: build.mutation<void, CreateAffiliateBody>({
      query: (body) => ({ url: 'admin/affiliates', method: 'POST', body }),
      invalidatesTags: ['Overview', 'Affiliates', 'Actions'],
    }),
    updateAffiliate: build.mutation<void, { id: string; position?: number; body: EditAffiliateBody }>({
      query: ({ id, position, body }) => ({
        url: `admin/affiliates/${id}`,
        method: 'PUT',
        body,
        headers: position ? { 'Edit-Base': String(position) } : {},
      }),
      // A renamed affiliate carries the new name in every list.
      invalidatesTags: ['Overview', 'Affiliates', 'Cashouts', 'Actions'],
    }),
    deleteAffiliate: build.mutation<void, string>({
      query: (id) => ({ url: `admin/affiliates/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Overview', 'Affiliates', 'Cashouts', 'Actions'],
    }),
    recalculateTiers: build.mutation<void, void>({
      query: () => ({ url: 'admin/recalculate-tiers', method: 'POST' }),
      invalidatesTags: ['Affiliates', 'Actions'],
    }),
    processCashout: build.mutation<void, { id: string; body: ProcessCashoutBody }>({
      query: ({ id, body }) => ({ url: `admin/cashouts/${id}/process`, method: 'PUT', body }),
      invalidatesTags: ['Overview', 'Affiliates', 'Cashouts', 'Actions'],
    }),
    settleCashout: build.mutation<void, { id: string; body: SettleCashoutBody }>({
      query: ({ id, body }) => ({ url: `admin/cashouts/${id}/settle`, method: 'PUT', body }),
      invalidatesTags: ['Overview', 'Affiliates', 'Cashouts', 'Actions'],
    }),
  }),
});

export const {
  useAdminProfileQuery,
  useOverviewQuery,
  useAffiliatesQuery,
  useCashoutsQuery,
  useActionsQuery,
  useCreateAffiliateMutation,
  useUpdateAffiliateMutation,
  useDeleteAffiliateMutation,
  useRecalculateTiersMutation,
  useProcessCashoutMutation,
  useSettleCashoutMutation,
} = adminApi;
