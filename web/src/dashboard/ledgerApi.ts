import type { LedgerView, NotCreditedView, StatementView } from '@framelift/contracts';
import { api } from '../session/api/api.ts';
import { file } from '../session/api/file.ts';
import { endless, page } from '../session/api/paging.ts';

/** What of the ledger is asked for: one kind of entry or all, from a day on or from the beginning. */
export interface LedgerFilter {
  kind: string;
  from: string;
}

const query = ({ kind, from }: LedgerFilter) => ({ ...(kind ? { kind } : {}), ...(from ? { from: new Date(from).toISOString() } : {}) });

/** What the file of a ledger is called: what of it, and until when. */
export const ledgerName = ({ kind, from }: LedgerFilter): string =>
  `${['ledger', kind, from && `from-${from}`, `to-${new Date().toISOString().slice(0, 10)}`].filter(Boolean).join('-')}.csv`;

const ledgerApi = api.injectEndpoints({
  endpoints: (build) => ({
    ledger: build.infiniteQuery<LedgerView, LedgerFilter, string>({
      infiniteQueryOptions: endless,
      query: ({ queryArg, pageParam: after }) => page('affiliate/ledger', { ...query(queryArg), after }),
      providesTags: ['Ledger'],
    }),
    notCredited: build.infiniteQuery<NotCreditedView, void, string>({
      infiniteQueryOptions: endless,
      query: ({ pageParam: after }) => page('affiliate/not-credited', { after }),
      providesTags: ['Ledger'],
    }),
    statement: build.query<StatementView, void>({ query: () => 'affiliate/statement', providesTags: ['Ledger'] }),
    ledgerFile: build.mutation<string, LedgerFilter>({ query: (filter) => file('affiliate/ledger.csv', query(filter)) }),
  }),
});

export const { useLedgerInfiniteQuery, useNotCreditedInfiniteQuery, useStatementQuery, useLedgerFileMutation } = ledgerApi;
