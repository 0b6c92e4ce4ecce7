import type { BillingBody, InvoicesView, StatementsView } from '@framelift/contracts';
import { api } from '../../session/api/api.ts';
import { file } from '../../session/api/file.ts';

const statementsApi = api.injectEndpoints({
  endpoints: (build) => ({
    statements: build.query<StatementsView, void>({ query: () => 'affiliate/statements', providesTags: ['Ledger'] }),
    invoices: build.query<InvoicesView, void>({ query: () => 'affiliate/invoices', providesTags: ['Ledger'] }),
    /** `path` below `affiliate/`, such as statements/2026-10.pdf. */
    statementFile: build.mutation<string, { path: string; paper?: string; since?: readonly number[] }>({
      query: ({ path, paper, since }) =>
        file(`affiliate/${path}`, { ...(paper ? { paper } : {}), ...(since?.length ? { since: since.join() } : {}) }),
    }),
    changeBilling: build.mutation<void, BillingBody>({
      query: (body) => ({ url: 'affiliate/billing', method: 'PUT', body }),
      invalidatesTags: ['Ledger'],
    }),
  }),
});

export const { useInvoicesQuery, useStatementsQuery, useStatementFileMutation, useChangeBillingMutation } = statementsApi;
