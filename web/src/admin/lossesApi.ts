import type { LossesView } from '@framelift/contracts';
import { api } from '../session/api/api.ts';

export const { useLossesQuery } = api.injectEndpoints({
  endpoints: (build) => ({ losses: build.query<LossesView, void>({ query: () => 'admin/losses', providesTags: ['ReadModels'] }) }),
});
