import type {
  AcknowledgeBody,
  OutcomeBody,
  PayoutAccountBody,
  PayoutAccountView,
  PayoutFileBody,
  PayoutReportView,
  PayoutRunBody,
  PayoutRunMadeView,
  PayoutRunsView,
  PayoutRunView,
  ReturnPaymentBody,
  SettleRunBody,
  ShownRunBody,
  UnmatchedPaymentsView,
} from '@framelift/contracts';
import { api, type Shown, shown } from '../../session/api/api.ts';
import { file } from '../../session/api/file.ts';
import { page } from '../../session/api/paging.ts';

export type ShownRun = Shown<PayoutRunView>;
/** A run, and the position that it was shown at. */
type AboutRun = ShownRunBody & { id: string };
export const asShown = ({ id, position }: Pick<ShownRun, 'id' | 'position'>): AboutRun => ({ id, editBase: position });

const changed = ['Payouts', 'Cashouts', 'Overview', 'Affiliates', 'Actions', 'Events'] as const;
const at = (id: string, what: string) => `admin/payout-runs/${encodeURIComponent(id)}/${what}`;

const payoutsApi = api.injectEndpoints({
  endpoints: (build) => ({
    payoutRuns: build.query<PayoutRunsView, string>({ query: (after) => page('admin/payout-runs', { after }), providesTags: ['Payouts'] }),
    payoutRun: build.query<ShownRun, string>({
      query: (id) => `admin/payout-runs/${encodeURIComponent(id)}`,
      transformResponse: shown<PayoutRunView>,
      providesTags: ['Payouts'],
    }),
    unmatchedPayments: build.query<UnmatchedPaymentsView, void>({ query: () => 'admin/unmatched-payments', providesTags: ['Payouts'] }),
    acknowledgeUnmatchedPayment: build.mutation<void, { id: string; body: AcknowledgeBody }>({
      query: ({ id, body }) => ({ url: at(id, 'acknowledge'), method: 'POST', body }),
      invalidatesTags: ['Payouts', 'Attention', 'Actions', 'Events'],
    }),
    makePaymentFile: build.mutation<void, { id: string; body: PayoutFileBody }>({
      query: ({ id, body }) => ({ url: at(id, 'file'), method: 'POST', body }),
      invalidatesTags: ['Payouts', 'Actions', 'Events'],
    }),
    paymentFile: build.mutation<string, { id: string; type: string }>({ query: ({ id, type }) => file(at(id, 'file'), { type }) }),
    bookkeepingFile: build.mutation<string, { year: string; format: 'csv' | 'datev' }>({
      query: (fields) => file('admin/bookkeeping.csv', fields),
    }),
    discardPaymentFile: build.mutation<void, { id: string; hash: string }>({
      query: ({ id, hash }) => ({ url: at(id, 'unused'), method: 'POST', body: { hash } }),
      invalidatesTags: ['Payouts', 'Actions', 'Events'],
    }),
    payoutAccount: build.query<PayoutAccountView, void>({ query: () => 'admin/payout-account', providesTags: ['Payouts'] }),
    setPayoutAccount: build.mutation<void, PayoutAccountBody>({
      query: (body) => ({ url: 'admin/payout-account', method: 'PUT', body }),
      invalidatesTags: ['Payouts', 'Actions', 'Events'],
    }),
    startPayoutRun: build.mutation<PayoutRunMadeView, PayoutRunBody>({
      query: (body) => ({ url: 'admin/payout-runs', method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
    approvePayoutRun: build.mutation<void, AboutRun>({
      query: ({ id, ...body }) => ({ url: at(id, 'approve'), method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
    sendPayoutRun: build.mutation<void, AboutRun>({
      query: ({ id, ...body }) => ({ url: at(id, 'send'), method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
    takeBackPayment: build.mutation<void, { id: string; cashoutId: string }>({
      query: ({ id, cashoutId }) => ({ url: at(id, 'take-back'), method: 'POST', body: { cashoutId } }),
      invalidatesTags: [...changed],
    }),
    removeFromPayoutRun: build.mutation<void, { id: string; cashoutId: string }>({
      query: ({ id, cashoutId }) => ({ url: at(id, 'remove'), method: 'POST', body: { cashoutId } }),
      invalidatesTags: [...changed],
    }),
    cancelPayoutRun: build.mutation<void, AboutRun>({
      query: ({ id, ...body }) => ({ url: at(id, 'cancel'), method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
    settlePayoutRun: build.mutation<void, { id: string; body: SettleRunBody }>({
      query: ({ id, body }) => ({ url: at(id, 'settle'), method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
    statePayoutOutcome: build.mutation<void, { id: string; body: OutcomeBody }>({
      query: ({ id, body }) => ({ url: at(id, 'outcome'), method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
    returnPayment: build.mutation<void, { id: string; body: ReturnPaymentBody }>({
      query: ({ id, body }) => ({ url: at(id, 'return'), method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
    readPayoutReport: build.mutation<PayoutReportView, { id: string; report: string }>({
      query: ({ id, report }) => ({ url: at(id, 'report'), method: 'POST', body: { report } }),
      invalidatesTags: [...changed],
    }),
  }),
});

export const {
  usePayoutRunsQuery,
  usePayoutRunQuery,
  useUnmatchedPaymentsQuery,
  useAcknowledgeUnmatchedPaymentMutation,
  useMakePaymentFileMutation,
  usePaymentFileMutation,
  useBookkeepingFileMutation,
  usePayoutAccountQuery,
  useSetPayoutAccountMutation,
  useDiscardPaymentFileMutation,
  useStartPayoutRunMutation,
  useApprovePayoutRunMutation,
  useSendPayoutRunMutation,
  useTakeBackPaymentMutation,
  useRemoveFromPayoutRunMutation,
  useCancelPayoutRunMutation,
  useSettlePayoutRunMutation,
  useStatePayoutOutcomeMutation,
  useReturnPaymentMutation,
  useReadPayoutReportMutation,
} = payoutsApi;
