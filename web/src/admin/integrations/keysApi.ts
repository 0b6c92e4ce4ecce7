import type { ApiKeyBody, ApiKeysView, MadeKeyView } from '@framelift/contracts';
import { api } from '../../session/api/api.ts';

const keysApi = api.injectEndpoints({
  endpoints: (build) => ({
    keys: build.query<ApiKeysView, void>({ query: () => 'admin/keys', providesTags: ['Keys'] }),
    makeKey: build.mutation<MadeKeyView, ApiKeyBody>({
      query: (body) => ({ url: 'admin/keys', method: 'POST', body }),
      invalidatesTags: ['Keys', 'Actions', 'Events'],
    }),
    revokeKey: build.mutation<void, string>({
      query: (id) => ({ url: `admin/keys/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Keys', 'Actions', 'Events'],
    }),
  }),
});

export const { useKeysQuery, useMakeKeyMutation, useRevokeKeyMutation } = keysApi;
