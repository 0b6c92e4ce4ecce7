import type { CouponsView, GiveCouponBody } from '@framelift/contracts';
import { api } from '../../session/api/api.ts';

const of = (id: string) => `admin/affiliates/${id}/coupons`;
const changed = ['Affiliates', 'Actions', 'Events'] as const;

const couponsApi = api.injectEndpoints({
  endpoints: (build) => ({
    coupons: build.query<CouponsView, string>({ query: of, providesTags: ['Affiliates'] }),
    giveCoupon: build.mutation<void, { id: string; body: GiveCouponBody }>({
      query: ({ id, body }) => ({ url: of(id), method: 'POST', body }),
      invalidatesTags: [...changed],
    }),
    takeBackCoupon: build.mutation<void, { id: string; code: string }>({
      query: ({ id, code }) => ({ url: `${of(id)}/${encodeURIComponent(code)}`, method: 'DELETE' }),
      invalidatesTags: [...changed],
    }),
  }),
});

export const { useCouponsQuery, useGiveCouponMutation, useTakeBackCouponMutation } = couponsApi;
