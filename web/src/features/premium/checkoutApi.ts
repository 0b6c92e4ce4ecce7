import type { CheckoutBody, CheckoutView } from '@framelift/contracts';
import { api } from '../../lib/api.ts';

const checkoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Answers 200 with an `error` too, as the provider does. */
    checkout: build.mutation<Partial<CheckoutView> & { error?: string }, CheckoutBody>({
      query: (body) => ({ url: 'store/checkout', method: 'POST', body }),
    }),
  }),
});

export const { useCheckoutMutation } = checkoutApi;
