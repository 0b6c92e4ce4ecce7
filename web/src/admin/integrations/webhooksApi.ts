import type {
  DeliveriesView,
  WebhookBody,
  WebhookChangeBody,
  WebhookSecretView,
  WebhooksView,
  WebhookTestView,
} from '@framelift/contracts';
import { api } from '../../session/api/api.ts';
import { page } from '../../session/api/paging.ts';

const changed = ['Webhooks', 'Actions', 'Events'] as const;
export const DELIVERIES = 20;

const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    webhooks: build.query<WebhooksView, void>({ query: () => 'admin/webhooks', providesTags: ['Webhooks'] }),
    addWebhook: build.mutation<WebhookSecretView, WebhookBody>({
      query: (body) => ({ url: 'admin/webhooks', method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
    changeWebhook: build.mutation<void, { id: string; body: WebhookChangeBody }>({
      query: ({ id, body }) => ({ url: `admin/webhooks/${id}`, method: 'PUT', body }),
      invalidatesTags: [...changed],
    }),
    removeWebhook: build.mutation<void, string>({
      query: (id) => ({ url: `admin/webhooks/${id}`, method: 'DELETE' }),
      invalidatesTags: [...changed],
    }),
    renewSecret: build.mutation<WebhookSecretView, string>({
      query: (id) => ({ url: `admin/webhooks/${id}/secret`, method: 'POST' }),
      invalidatesTags: [...changed],
    }),
    testWebhook: build.mutation<WebhookTestView, string>({ query: (id) => ({ url: `admin/webhooks/${id}/test`, method: 'POST' }) }),
    deliveries: build.query<DeliveriesView, { id: string; after: string }>({
      query: ({ id, after }) => page(`admin/webhooks/${id}/deliveries`, { after }, DELIVERIES),
      providesTags: ['Webhooks'],
    }),
    tellAgain: build.mutation<void, { id: string; position: number }>({
      query: ({ id, position }) => ({ url: `admin/webhooks/${id}/deliveries/${position}/again`, method: 'POST' }),
      invalidatesTags: ['Webhooks'],
    }),
  }),
});

export const {
  useWebhooksQuery,
  useAddWebhookMutation,
  useChangeWebhookMutation,
  useRemoveWebhookMutation,
  useRenewSecretMutation,
  useTestWebhookMutation,
  useDeliveriesQuery,
  useTellAgainMutation,
} = webhooksApi;
