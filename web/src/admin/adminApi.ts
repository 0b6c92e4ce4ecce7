import type {
  AccessesView,
  AdminActionsView,
  AdminAffiliatesView,
  AdminCashoutsView,
  CreateAffiliateBody,
  DashboardView,
  DeleteAffiliateBody,
  EditAffiliateBody,
  OverviewView,
  PasswordLinkView,
  OutcomeBody,
  ProcessCashoutBody,
  RecalculateTiersBody,
  SettleCashoutBody,
  TierChangesView,
} from '@framelift/contracts';
import { api, type Shown, shown } from '../session/api/api.ts';
import { page } from '../session/api/paging.ts';

/** The list and the log position it was made at, which an edit names as what its form was filled from. */
export type Affiliates = Shown<AdminAffiliatesView>;

/** What part of a list is asked for; an empty text leaves it to the server. */
export interface Listed {
  search: string;
  sort: string;
  status: string;
  tier: string;
  /** Of one affiliate alone. */
  affiliate?: string;
  /** Where the page begins. */
  after: string;
}
export const firstPage: Listed = { search: '', sort: '', status: '', tier: '', after: '' };

/** The open cashouts, where the address names no status; `all` asks for every one. */
export const cashoutsOf = ({ status, ...rest }: Listed): Listed => ({ ...rest, status: status === 'all' ? '' : status || 'open' });
/** Open ones come on one page, so that all of them can be paid together. */
const OPEN_CASHOUTS = 500;

const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Asked first: whether this account is an admin's. */
    adminProfile: build.query<DashboardView, void>({ query: () => 'affiliate/stats' }),
    overview: build.query<OverviewView, void>({
      query: () => 'admin/overview',
      extraOptions: { inTurn: true },
      providesTags: ['Overview'],
    }),
    affiliates: build.query<Affiliates, Listed>({
      query: (filter) => page('admin/affiliates', filter),
      extraOptions: { inTurn: true },
      transformResponse: shown<AdminAffiliatesView>,
      providesTags: ['Affiliates'],
    }),
    cashouts: build.query<AdminCashoutsView, Listed>({
      query: (filter) => page('admin/cashouts', filter, filter.status === 'open' ? OPEN_CASHOUTS : undefined),
      extraOptions: { inTurn: true },
      providesTags: ['Cashouts'],
    }),
    actions: build.query<AdminActionsView, Listed>({
      query: (filter) => page('admin/actions', filter),
      extraOptions: { inTurn: true },
      providesTags: ['Actions'],
    }),
    accesses: build.query<AccessesView, Listed>({
      query: ({ after }) => page('admin/accesses', { after }),
      extraOptions: { inTurn: true },
    }),
    createAffiliate: build.mutation<void, CreateAffiliateBody>({
      query: (body) => ({ url: 'admin/affiliates', method: 'POST', body }),
      invalidatesTags: ['Overview', 'Affiliates', 'Actions'],
    }),
    updateAffiliate: build.mutation<void, { id: string; body: EditAffiliateBody }>({
      query: ({ id, body }) => ({ url: `admin/affiliates/${id}`, method: 'PUT', body }),
      // A renamed affiliate carries the new name in every list.
      invalidatesTags: ['Overview', 'Affiliates', 'Cashouts', 'Actions'],
    }),
    makePasswordLink: build.mutation<PasswordLinkView, string>({
      query: (id) => ({ url: `admin/affiliates/${id}/password-link`, method: 'POST' }),
      invalidatesTags: ['Actions'],
    }),
    deleteAffiliate: build.mutation<void, { id: string; body: DeleteAffiliateBody }>({
      query: ({ id, body }) => ({ url: `admin/affiliates/${id}`, method: 'DELETE', body }),
      invalidatesTags: ['Overview', 'Affiliates', 'Cashouts', 'Actions'],
    }),
    tierChanges: build.query<TierChangesView, void>({ query: () => 'admin/recalculate-tiers', providesTags: ['Affiliates'] }),
    recalculateTiers: build.mutation<void, RecalculateTiersBody>({
      query: (body) => ({ url: 'admin/recalculate-tiers', method: 'POST', body }),
      invalidatesTags: ['Affiliates', 'Actions'],
    }),
    processCashout: build.mutation<void, { id: string; body: ProcessCashoutBody }>({
      query: ({ id, body }) => ({ url: `admin/cashouts/${id}/process`, method: 'PUT', body }),
      invalidatesTags: ['Overview', 'Affiliates', 'Cashouts', 'Actions'],
    }),
    stateCashoutOutcome: build.mutation<void, { id: string; body: OutcomeBody }>({
      query: ({ id, body }) => ({ url: `admin/cashouts/${id}/outcome`, method: 'POST', body }),
      invalidatesTags: ['Overview', 'Affiliates', 'Cashouts', 'Actions'],
    }),
    settleCashout: build.mutation<void, { id: string; body: SettleCashoutBody }>({
      query: ({ id, body }) => ({ url: `admin/cashouts/${id}/settle`, method: 'PUT', body }),
      invalidatesTags: ['Overview', 'Affiliates', 'Cashouts', 'Actions'],
    }),
  }),
});

export const {
  useAccessesQuery,
  useAdminProfileQuery,
  useOverviewQuery,
  useAffiliatesQuery,
  useCashoutsQuery,
  useActionsQuery,
  useCreateAffiliateMutation,
  useUpdateAffiliateMutation,
  useMakePasswordLinkMutation,
  useDeleteAffiliateMutation,
  useRecalculateTiersMutation,
  useTierChangesQuery,
  useProcessCashoutMutation,
  useSettleCashoutMutation,
  useStateCashoutOutcomeMutation,
} = adminApi;
