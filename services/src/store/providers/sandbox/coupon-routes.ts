import { sellauth } from '@framelift/contracts';
import type { FastifyInstance } from 'fastify';
import type { SandboxCoupon, SandboxCoupons } from './sandbox-coupons.ts';
import { problem } from './sandbox-routes.ts';

const COUPONS = `/v1/shops/${sellauth.shopId}/coupons`;

/** A coupon with the fields the provider documents (docs/sellauth.md#coupons). */
const couponView = (c: SandboxCoupon) => ({
  id: c.id,
  code: c.code,
  global: true,
  type: 'percentage',
  discount: c.discount_bps / 100,
  shop_id: sellauth.shopId,
  created_at: c.created_at.toISOString(),
});

const isPercent = (discount: unknown): discount is number => typeof discount === 'number' && discount > 0 && discount <= 100;

/** The provider's calls about coupons, with its key. */
export function couponRoutes(server: FastifyInstance, coupons: SandboxCoupons): void {
  server.get(COUPONS, async (request) => {
    const { searchParams: query } = new URL(request.url, 'http://sandbox');
    const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('perPage') ?? 15)];
    return { data: (await coupons.list(page, perPage)).map(couponView), current_page: page, per_page: perPage };
  });
  server.get<{ Params: { id: string } }>(`${COUPONS}/:id`, async ({ params: { id } }, reply) => {
    const coupon = await coupons.find({ id });
    return coupon ? couponView(coupon) : reply.code(404).send(problem('Coupon not found.'));
  });
  server.post<{ Body: string }>(COUPONS, async ({ body }, reply) => {
    const { code, type, discount, global } = JSON.parse(body ?? '') as Record<string, unknown>;
    if (typeof code !== 'string' || !code || type !== 'percentage' || !isPercent(discount) || typeof global !== 'boolean')
      return reply.code(422).send(problem('The given data was invalid.'));
    const coupon = await coupons.create(code, Math.round(discount * 100));
    return coupon ? couponView(coupon) : reply.code(422).send(problem('The code has already been taken.'));
  });
  server.delete<{ Params: { id: string } }>(`${COUPONS}/:id`, async ({ params: { id } }, reply) =>
    (await coupons.delete(id)) ? { message: 'Coupon deleted.' } : reply.code(404).send(problem('Coupon not found.')),
  );
}
