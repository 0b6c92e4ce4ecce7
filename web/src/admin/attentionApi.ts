import type { AttentionView } from '@framelift/contracts';
import { api } from '../session/api/api.ts';

/** What waits for an admin. Not everything in it is an event: who shows it asks again every minute. */
export const { useAttentionQuery } = api.injectEndpoints({
  endpoints: (build) => ({ attention: build.query<AttentionView, void>({ query: () => 'admin/attention', providesTags: ['Attention'] }) }),
});

/** ms between two requests. */
export const ATTENTION_EVERY_MS = 60_000;
