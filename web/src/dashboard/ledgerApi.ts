import type { LedgerView, NotCreditedView, StatementView } from '@framelift/contracts';
import { api } from '../session/api/api.ts';

/** What of the ledger is asked for: one kind of entry or all, from a day on or from the beginning. */
export interface LedgerFilter {
  kind: string;
  from: string;
}

const asked = ({ kind, from }: LedgerFilter) => ({ ...(kind ? { kind } : {}), ...(from ? { from: new Date(from).toISOString() } : {}) });

const ledgerApi = api.injectEndpoints({
  endpoints: (build) => ({
    ledger: build.infiniteQuery<LedgerView, LedgerFilter, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next ?? undefined },
      query: ({ queryArg, pageParam }) => ({
        url: 'affiliate/ledger',
        params: { ...asked(queryArg), ...(pageParam ? { after: pageParam } : {}) },
      }),
      providesTags: ['Dashboard'],
    }),
    notCredited: build.infiniteQuery<NotCreditedView, void, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next ?? undefined },
      query: ({ pageParam }) => ({ url: 'affiliate/not-credited', params: pageParam ? { after: pageParam } : {} }),
      providesTags: ['Dashboard'],
    }),
    statement: build.query<StatementView, void>({ query: () => 'affiliate/statement', providesTags: ['Dashboard'] }),
    /** The table as a file: asked for with the bearer header, so a plain link would not do. */
    ledgerFile: build.mutation<string, LedgerFilter>({
      query: (filter) => ({
        url: 'affiliate/ledger.csv',
        params: asked(filter),
        responseHandler: async (response) => (response.ok ? URL.createObjectURL(await response.blob()) : response.json()),
      }),
    }),
  }),
});

export const { useLedgerInfiniteQuery, useNotCreditedInfiniteQuery, useStatementQuery, useLedgerFileMutation } = ledgerApi;
