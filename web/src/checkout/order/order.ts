import type { CheckoutBody } from '@framelift/contracts';
import { api, errorText } from '../../session/api/api.ts';
import { store } from '../../session/api/store.ts';

const checkoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Answers 200 with an `error` too, as the provider does. */
    checkout: build.mutation<{ url?: string; sameTab?: boolean; notice?: string | null; error?: string }, CheckoutBody>({
      query: (body) => ({ url: 'store/checkout', method: 'POST', body }),
    }),
  }),
});

/** A checkout at the store; `sameTab`: its page cannot be framed; `notice`: why a code does not count, or not in full. */
export interface Opened {
  url: string;
  sameTab: boolean;
  notice: string | undefined;
}

/** Opens a checkout at the store: its address, or what to tell instead (docs/product.md#buying). Loaded when somebody buys. */
export const order = async (body: CheckoutBody, fallback: string): Promise<Opened | { problem: string }> => {
  const { data, error } = await store.dispatch(checkoutApi.endpoints.checkout.initiate(body));
  if (error) return { problem: errorText(error, fallback) };
  if (data.error) return { problem: data.error };
  return data.url ? { url: data.url, sameTab: data.sameTab ?? false, notice: data.notice ?? undefined } : { problem: 'No url' };
};
