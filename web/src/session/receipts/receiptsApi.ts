import type { OwnReceiptsView, ReceiptBody, SharedReceiptView } from '@framelift/contracts';
import { api } from '../api/api.ts';

const receiptsApi = api.injectEndpoints({
  endpoints: (build) => ({
    receipts: build.query<OwnReceiptsView, void>({ query: () => 'affiliate/receipts', providesTags: ['Ledger'] }),
    shareReceipt: build.mutation<SharedReceiptView, ReceiptBody>({
      query: (body) => ({ url: 'affiliate/receipts', method: 'POST', body }),
      invalidatesTags: ['Ledger'],
    }),
    withdrawReceipt: build.mutation<void, string>({
      query: (id) => ({ url: `affiliate/receipts/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Ledger'],
    }),
  }),
});

export const { useReceiptsQuery, useShareReceiptMutation, useWithdrawReceiptMutation } = receiptsApi;
