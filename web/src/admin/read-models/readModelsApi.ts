import type {
  ParkedDecidedView,
  ParkedDecisionBody,
  ParkedView,
  ReadModelsView,
  ReadModelTaskBody,
  RowStepsView,
  TouchedRowsView,
} from '@framelift/contracts';
import { api } from '../../session/api/api.ts';
import { endless, page } from '../../session/api/paging.ts';
import type { RowPlace } from './rowAddress.ts';

const STEPS = 25;

const readModelsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readModels: build.query<ReadModelsView, void>({ query: () => 'admin/read-models', providesTags: ['ReadModels'] }),
    startReadModelTask: build.mutation<void, ReadModelTaskBody>({
      query: (body) => ({ url: 'admin/read-models/tasks', method: 'POST', body }),
      invalidatesTags: ['ReadModels', 'Actions', 'Events'],
    }),
    parked: build.query<ParkedView, void>({ query: () => 'admin/read-models/parked', providesTags: ['ReadModels'] }),
    decideParked: build.mutation<ParkedDecidedView, ParkedDecisionBody>({
      query: (body) => ({ url: 'admin/read-models/parked', method: 'POST', body }),
      invalidatesTags: ['ReadModels', 'Actions', 'Events'],
    }),
    rowSteps: build.infiniteQuery<RowStepsView, RowPlace, string>({
      infiniteQueryOptions: endless,
      query: ({ queryArg: { readModel, table, key }, pageParam: after }) =>
        page(
          `admin/read-models/${encodeURIComponent(readModel)}/${encodeURIComponent(table)}/steps`,
          { key: JSON.stringify(key), after },
          STEPS,
        ),
      providesTags: ['ReadModels'],
    }),
    touchedRows: build.query<TouchedRowsView, number>({ query: (position) => `admin/events/${position}/rows` }),
  }),
});

export const {
  useReadModelsQuery,
  useStartReadModelTaskMutation,
  useParkedQuery,
  useDecideParkedMutation,
  useRowStepsInfiniteQuery,
  useTouchedRowsQuery,
} = readModelsApi;
