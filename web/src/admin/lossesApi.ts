import type { LossesView, NoticesView } from '@framelift/contracts';
import { api } from '../session/api/api.ts';

export const { useFillArchiveMutation, useLossesQuery, useNoticesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    notices: build.query<NoticesView, void>({ query: () => 'admin/notices' }),
    losses: build.query<LossesView, void>({ query: () => 'admin/losses' }),
    fillArchive: build.mutation<void, void>({ query: () => ({ url: 'admin/archive/fill', method: 'POST' }) }),
  }),
});
