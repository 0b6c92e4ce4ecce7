import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type PaypalBatches, PROCESSING_MS, type SandboxBatch, type SandboxItem, type Wanted } from './paypal-batches.ts';
import type { SandboxNotifier } from './sandbox-notifier.ts';
import { entryOf } from '../../../platform/entry.ts';

interface PaypalShop {
  batches: PaypalBatches;
  keys: { clientId: string; secret: string; webhookId: string };
  url: () => string;
  notifier: SandboxNotifier;
  /** Where notifications go. */
  webhookUrl: string;
}

const PATHS = ['/v1/oauth2/', '/v1/payments/', '/v1/notifications/'];
export const isPaypalPath = (path: string): boolean => PATHS.some((start) => path.startsWith(start));
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const FEE_RATE = 0.02;

/** An error as PayPal documents it. */
const problem = (reply: FastifyReply, status: number, name: string, details: object[] = []) =>
  reply
    .code(status)
    .send({ name, message: `${name}.`, debug_id: 'sandbox', information_link: 'https://developer.paypal.com', details, links: [] });

const euros = (value: number) => ({ currency: 'EUR', value: value.toFixed(2) });
const feeOf = ({ status, value }: SandboxItem): number => (['SUCCESS', 'UNCLAIMED'].includes(status) ? Number(value) * FEE_RATE : 0);
const itemView = (item: SandboxItem) => ({
  payout_item_id: item.item_id,
  transaction_status: item.status,
  payout_item_fee: euros(feeOf(item)),
  payout_batch_id: item.batch_id,
  payout_item: {
    recipient_type: 'EMAIL',
    amount: { currency: 'EUR', value: item.value },
    receiver: item.receiver,
    sender_item_id: item.sender_item_id,
  },
  ...(item.error ? { errors: { name: item.error, message: `${item.error}.`, debug_id: 'sandbox' } } : {}),
});
/** The view of one item, which also names its run. */
const oneView = (item: SandboxItem) => ({ ...itemView(item), sender_batch_id: item.sender_batch_id });
const headerView = ({ batch_id, sender_batch_id, status, created_at, items }: SandboxBatch) => ({
  payout_batch_id: batch_id,
  batch_status: status,
  time_created: created_at.toISOString(),
  sender_batch_header: { sender_batch_id },
  amount: euros(items.reduce((sum, { value }) => sum + Number(value), 0)),
  ...(status === 'SUCCESS' ? { fees: euros(items.reduce((sum, item) => sum + feeOf(item), 0)) } : {}),
});
const EVENTS: Record<string, string> = { SUCCESS: 'SUCCEEDED', ONHOLD: 'HELD' };

/** The payments of a request; undefined: it is not as documented. */
function wantedOf(body: string): { senderBatchId: string; items: Wanted[] } | undefined {
  const { sender_batch_header: header, items } = JSON.parse(body) as Record<string, any>;
  const senderBatchId: unknown = header?.sender_batch_id;
  if (typeof senderBatchId !== 'string' || !Array.isArray(items) || !items.length || items.length > 15_000) return undefined;
  const wanted = items.map(
    (item) => ({ sender_item_id: item?.sender_item_id, receiver: item?.receiver, value: item?.amount?.value }) as Wanted,
  );
  const isRight = wanted.every(
    ({ sender_item_id: id, receiver, value }) =>
      typeof id === 'string' && id.length <= 63 && /^\S+@\S+$/.test(receiver) && /^\d+\.\d\d$/.test(value),
  );
  return isRight && items.every((item) => item.amount.currency === 'EUR') ? { senderBatchId, items: wanted } : undefined;
}

/** The calls of PayPal's Payouts API that are used, and its notifications. */
export function paypalRoutes(server: FastifyInstance, { batches, keys, url, notifier, webhookUrl }: PaypalShop): void {
  const token = createHmac('sha256', keys.secret).update(keys.clientId).digest('hex');
  const signed = (id: string, time: string, event: string) =>
    createHmac('sha256', keys.secret).update(`${id}|${time}|${keys.webhookId}|${event}`).digest('hex');
  server.addHook('onRequest', async ({ url: path, headers }, reply) => {
    if (!isPaypalPath(path)) return;
    const expected =
      path === '/v1/oauth2/token' ? `Basic ${Buffer.from(`${keys.clientId}:${keys.secret}`).toString('base64')}` : `Bearer ${token}`;
    if (headers.authorization !== expected)
      return reply.code(401).send({ error: 'invalid_client', error_description: 'Client Authentication failed' });
  });
  const happened = (type: string, resource_type: string, resource: object, id: string) => {
    const event = JSON.stringify({
      id: `WH-${id}`,
      event_version: '1.0',
      create_time: new Date().toISOString(),
      resource_type,
      event_type: type,
      resource,
    });
    const time = new Date().toISOString();
    notifier.send(webhookUrl, event, () => ({
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${url()}/v1/notifications/certs/CERT`,
      'paypal-transmission-id': `T-${id}`,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signed(`T-${id}`, time, event),
    }));
  };
  const processed = async (batchId: string) => {
    await wait(PROCESSING_MS + 50, undefined, { ref: false });
    const batch = await batches.find(batchId);
    if (!batch) return;
    happened('PAYMENT.PAYOUTSBATCH.SUCCESS', 'payouts', { batch_header: headerView(batch) }, batchId);
    for (const item of batch.items)
      if (item.status !== 'SUCCESS')
        happened(`PAYMENT.PAYOUTS-ITEM.${entryOf(EVENTS, item.status) ?? item.status}`, 'payouts_item', oneView(item), item.item_id);
  };

  server.post('/v1/oauth2/token', async () => ({ access_token: token, token_type: 'Bearer', expires_in: 32_400 }));
  server.post<{ Body: string }>('/v1/payments/payouts', { bodyLimit: MAX_BODY_BYTES }, async ({ body }, reply) => {
    const wanted = wantedOf(body ?? '');
    if (!wanted) return problem(reply, 400, 'VALIDATION_ERROR');
    const { batchId, isNew } = await batches.create(wanted.senderBatchId, wanted.items);
    const href = `${url()}/v1/payments/payouts/${batchId}`;
    if (!isNew) {
      const link = [{ href, rel: 'self', method: 'GET' }];
      return problem(reply, 400, 'USER_BUSINESS_ERROR', [
        { field: 'SENDER_BATCH_ID', issue: 'Batch with given sender_batch_id already exists', link },
      ]);
    }
    void processed(batchId).catch(() => {});
    const batch_header = {
      sender_batch_header: { sender_batch_id: wanted.senderBatchId },
      payout_batch_id: batchId,
      batch_status: 'PENDING',
    };
    return reply.code(201).send({ batch_header, links: [{ href, rel: 'self', method: 'GET' }] });
  });
  server.get<{ Params: { id: string } }>('/v1/payments/payouts/:id', async (request, reply) => {
    const batch = await batches.find(request.params.id);
    if (!batch) return problem(reply, 404, 'RESOURCE_NOT_FOUND');
    const { searchParams: query } = new URL(request.url, 'http://sandbox');
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 1_000)];
    const items = batch.items.slice((page - 1) * size, page * size).map(itemView);
    return {
      total_items: batch.items.length,
      total_pages: Math.ceil(batch.items.length / size),
      batch_header: headerView(batch),
      items,
      links: [],
    };
  });
  server.get<{ Params: { id: string } }>('/v1/payments/payouts-item/:id', async ({ params }, reply) => {
    const item = await batches.item(params.id);
    return item ? oneView(item) : problem(reply, 404, 'RESOURCE_NOT_FOUND');
  });
  server.post<{ Params: { id: string } }>('/v1/payments/payouts-item/:id/cancel', async ({ params }, reply) => {
    const item = await batches.item(params.id);
    if (!item) return problem(reply, 404, 'RESOURCE_NOT_FOUND');
    if (item.status !== 'UNCLAIMED') return problem(reply, 400, 'ITEM_INCORRECT_STATUS');
    await batches.cancel(params.id);
    const back = (await batches.item(params.id))!;
    happened('PAYMENT.PAYOUTS-ITEM.RETURNED', 'payouts_item', oneView(back), `${back.item_id}-R`);
    return oneView(back);
  });
  server.post<{ Body: string }>('/v1/notifications/verify-webhook-signature', { bodyLimit: MAX_BODY_BYTES }, async ({ body }) => {
    const asked = JSON.parse(body) as Record<string, any>;
    const right = signed(asked['transmission_id'], asked['transmission_time'], JSON.stringify(asked['webhook_event']));
    const isGenuine = asked['webhook_id'] === keys.webhookId && asked['transmission_sig'] === right;
    return { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' };
  });
}
