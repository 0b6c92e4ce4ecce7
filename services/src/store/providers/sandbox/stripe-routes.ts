import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { couponObject, disputeObject, eventObject, listOf, promotionObject, sessionObject } from './stripe-objects.ts';
import { isPaypalPath } from './paypal-routes.ts';
import type { StripePromotions } from './stripe-promotions.ts';
import type { StripeSessions } from './stripe-sessions.ts';

export interface StripeShop {
  sessions: StripeSessions;
  promotions: StripePromotions;
  secretKey: string;
  url: () => string;
  /** Stores an event about an object's current state, and sends it. */
  happened: (type: string, object: object) => Promise<void>;
}

/** An error as Stripe documents it. */
const problem = (reply: FastifyReply, status: number, message: string, code?: string) =>
  reply.code(status).send({ error: { type: 'invalid_request_error', message, ...(code ? { code } : {}) } });
const missing = (reply: FastifyReply, what: string) => problem(reply, 404, `No such ${what}`, 'resource_missing');

type StripeRequest = FastifyRequest<{ Params: { id: string }; Body: string }>;
const queryOf = ({ url }: StripeRequest): URLSearchParams => new URL(url, 'http://sandbox').searchParams;
const formOf = ({ body }: StripeRequest): URLSearchParams => new URLSearchParams(body);
/** `types[0]=a&types[1]=b`, as the library writes lists. */
const listed = (params: URLSearchParams, name: string): string[] =>
  [...params].flatMap(([key, value]) => (key.startsWith(`${name}[`) ? [value] : []));
const mapped = (params: URLSearchParams, name: string): Record<string, string> =>
  Object.fromEntries([...params].flatMap(([key, value]) => (key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value]] : [])));

export const isStripePath = (path: string): boolean => path.startsWith('/v1/') && !path.startsWith('/v1/shops/') && !isPaypalPath(path);

/** The calls of Stripe's API that are used, behind its key (docs/stripe.md). */
export function stripeRoutes(server: FastifyInstance, { sessions, promotions, secretKey, url }: StripeShop): void {
  server.addHook('onRequest', async ({ url: path, headers }, reply) => {
    if (isStripePath(path) && headers.authorization !== `Bearer ${secretKey}`) return problem(reply, 401, 'Invalid API Key provided');
    if (isStripePath(path)) reply.header('request-id', `req_${Math.random().toString(36).slice(2, 14)}`);
  });

  server.post('/v1/checkout/sessions', async (request: StripeRequest, reply) => {
    const form = formOf(request);
    const line = (field: string) => form.get(`line_items[0]${field}`);
    const [quantity, unitAmount] = [Number(line('[quantity]')), Number(line('[price_data][unit_amount]'))];
    // It stores no products: a named one is kept as its id.
    const [currency, title] = [line('[price_data][currency]'), line('[price_data][product_data][name]') ?? line('[price_data][product]')];
    const [successUrl, cancelUrl] = [form.get('success_url'), form.get('cancel_url')];
    if (form.get('mode') !== 'payment' || !currency || !title || !(quantity >= 1) || !(unitAmount >= 0) || !successUrl)
      return problem(reply, 400, 'Missing required param', 'parameter_missing');
    const code = form.get('discounts[0][promotion_code]');
    const promotion = code ? await promotions.active('id', code) : undefined;
    if (code && !promotion) return problem(reply, 400, `No such promotion code: '${code}'`, 'resource_missing');
    const session = await sessions.create(
      {
        client_reference_id: form.get('client_reference_id'),
        metadata: mapped(form, 'metadata'),
        title,
        quantity,
        currency,
        unit_amount: unitAmount,
        discount: promotion ? Math.round((unitAmount * quantity * Number(promotion.percent_off)) / 100) : 0,
        promotion_code: promotion?.id ?? null,
        success_url: successUrl,
        cancel_url: cancelUrl ?? successUrl,
      },
      (request.headers['idempotency-key'] as string | undefined) ?? null,
    );
    if (session) return sessionObject(session, url());
    return reply.code(400).send({ error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used once' } });
  });

  server.get('/v1/checkout/sessions/:id', async (request: StripeRequest, reply) => {
    const session = await sessions.find('id', request.params.id);
    const isExpanded = listed(queryOf(request), 'expand').includes('payment_intent.latest_charge');
    return session ? sessionObject(session, url(), isExpanded) : missing(reply, 'checkout.session');
  });

  server.get('/v1/checkout/sessions', async (request: StripeRequest) => {
    const found = await sessions.find('payment_intent', queryOf(request).get('payment_intent') ?? '');
    return listOf('/v1/checkout/sessions', found ? [sessionObject(found, url())] : []);
  });

  server.get('/v1/disputes', async (request: StripeRequest) => {
    const found = await sessions.find('charge', queryOf(request).get('charge') ?? '');
    return listOf('/v1/disputes', found?.dispute_status ? [disputeObject(found)] : []);
  });

  server.get('/v1/events', async (request: StripeRequest) => {
    const query = queryOf(request);
    const limit = Number(query.get('limit') ?? 10);
    const since = Number(query.get('created[gte]') ?? 0);
    const found = await sessions.events(listed(query, 'types'), since, query.get('starting_after'), limit + 1);
    const version = (request.headers['stripe-version'] as string | undefined) ?? null;
    const data = found.slice(0, limit).map((event) => eventObject(event, version));
    return listOf('/v1/events', data, found.length > limit);
  });

  server.post('/v1/coupons', async (request: StripeRequest, reply) => {
    const form = formOf(request);
    const percentOff = Number(form.get('percent_off'));
    if (!(percentOff > 0 && percentOff <= 100)) return problem(reply, 400, 'Invalid percent_off', 'parameter_invalid_integer');
    return couponObject(await promotions.coupon(percentOff, form.get('name')));
  });
  server.delete('/v1/coupons/:id', async (request: StripeRequest, reply) => {
    const { id } = request.params;
    return (await promotions.deleteCoupon(id)) ? { id, object: 'coupon', deleted: true } : missing(reply, 'coupon');
  });
  server.get('/v1/promotion_codes', async (request: StripeRequest) => {
    const found = await promotions.active('code', queryOf(request).get('code') ?? '');
    return listOf('/v1/promotion_codes', found ? [promotionObject(found)] : []);
  });
  server.post('/v1/promotion_codes', async (request: StripeRequest, reply) => {
    const form = formOf(request);
    const made = await promotions.promote(form.get('promotion[coupon]') ?? '', form.get('code') ?? '');
    if (made) return promotionObject(made);
    return problem(reply, 400, 'An active promotion code with this code already exists', 'resource_already_exists');
  });
  server.post('/v1/promotion_codes/:id', async (request: StripeRequest, reply) => {
    const ended = formOf(request).get('active') === 'false' ? await promotions.end(request.params.id) : undefined;
    return ended ? promotionObject(ended) : missing(reply, 'promotion_code');
  });
}
