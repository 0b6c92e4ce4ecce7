import type { ReadModelsView, ReadModelWorkBody } from '@framelift/contracts';
import { api } from '../../session/api/api.ts';

const readModelsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readModels: build.query<ReadModelsView, void>({ query: () => 'admin/read-models', providesTags: ['ReadModels'] }),
    startReadModelWork: build.mutation<void, ReadModelWorkBody>({
      query: (body) => ({ url: 'admin/read-models/work', method: 'POST', body }),
      invalidatesTags: ['ReadModels', 'Actions', 'Events'],
    }),
  }),
});

export const { useReadModelsQuery, useStartReadModelWorkMutation } = readModelsApi;
