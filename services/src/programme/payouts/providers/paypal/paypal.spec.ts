import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { batchBody, noticeOf } from './paypal-words.ts';
import { PayPal, PaypalProblem } from './paypal.ts';

interface Asked {
  method: string;
  path: string;
  body: string;
  headers: IncomingMessage['headers'];
}
let server: Server;
let asked: Asked[] = [];
let answer: (asked: Asked, response: ServerResponse) => void;
const says = (status: number, body: unknown) => (_: Asked, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));
};
let token: (response: ServerResponse) => void;
const goodToken = (response: ServerResponse) => says(200, { access_token: 't1', expires_in: 32_400 })({} as never, response);

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const one = { method: request.method!, path: request.url!, body, headers: request.headers };
    if (one.path === '/v1/oauth2/token') return token(response);
    asked.push(one);
    answer(one, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => void (server.closeAllConnections(), server.close()));
let paypal: PayPal;
beforeEach(() => {
  asked = [];
  token = goodToken;
  paypal = new PayPal({
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'id',
    secret: 's3',
    webhookId: 'W1',
  });
});
const problem = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof PaypalProblem ? [error.code, error.isRefusal] : error),
  );
const duplicate = (link?: object[]) => ({
  name: 'USER_BUSINESS_ERROR',
  details: [{ field: 'SENDER_BATCH_ID', issue: 'Batch with given sender_batch_id already exists', ...(link ? { link } : {}) }],
});

describe('a batch', () => {
  const body = batchBody('r1', [
    { cashoutId: 'a1-1', amountCents: 60_05, payTo: 'ann@pay.example' },
    { cashoutId: 'a2-1', amountCents: 7_00, payTo: 'bob@pay.example' },
  ]);
  it('is sent under the run’s id, each payment under the cashout’s', async () => {
    answer = says(201, { batch_header: { payout_batch_id: 'B1', batch_status: 'PENDING' } });
    expect(await paypal.send('r1', body)).toBe('B1');
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v1/payments/payouts']);
    expect(asked[0]!.headers).toMatchObject({ authorization: 'Bearer t1', 'paypal-request-id': 'r1', 'content-type': 'application/json' });
    expect(JSON.parse(asked[0]!.body)).toEqual({
      sender_batch_header: { sender_batch_id: 'r1', recipient_type: 'EMAIL' },
      items: [
        {
          recipient_type: 'EMAIL',
          amount: { value: '60.05', currency: 'EUR' },
          receiver: 'ann@pay.example',
          note: 'Affiliate commission',
          sender_item_id: 'a1-1',
        },
        {
          recipient_type: 'EMAIL',
          amount: { value: '7.00', currency: 'EUR' },
          receiver: 'bob@pay.example',
          note: 'Affiliate commission',
          sender_item_id: 'a2-1',
        },
      ],
    });
  });
  it('that was sent before is the earlier one', async () => {
    answer = says(400, duplicate([{ href: 'https://api.paypal.example/v1/payments/payouts/CR9VS2K4X4846', rel: 'self' }]));
    expect(await paypal.send('r1', body)).toBe('CR9VS2K4X4846');
    answer = says(400, duplicate());
    expect(await problem(paypal.send('r1', body))).toEqual(['DUPLICATE_BATCH', false]);
  });
  it.each([
    [says(422, { name: 'INSUFFICIENT_FUNDS', message: 'ann@pay.example' }), 'INSUFFICIENT_FUNDS', true],
    [says(429, { name: 'RATE_LIMIT_REACHED' }), 'RATE_LIMIT_REACHED', true],
    [says(400, 'no json'), 'HTTP_400', true],
    [says(500, { name: 'INTERNAL_ERROR' }), 'INTERNAL_ERROR', false],
    [says(503, ''), 'HTTP_503', false],
    [says(408, ''), 'HTTP_408', false],
    [says(409, ''), 'HTTP_409', false],
    [says(201, { batch_header: {} }), 'UNDOCUMENTED_ANSWER', false],
    [says(302, ''), 'NO_ANSWER', false],
    [(_: Asked, response: ServerResponse) => void response.destroy(), 'NO_ANSWER', false],
  ])('is refused or not known, case %#', async (reply, code, isRefusal) => {
    answer = reply;
    expect(await problem(paypal.send('r1', body))).toEqual([code, isRefusal]);
  });
  it('is not sent without a token', async () => {
    token = (response) => says(401, { error: 'invalid_client' })({} as never, response);
    expect(await problem(paypal.send('r1', body))).toEqual(['INVALID_CLIENT', true]);
    token = (response) => void response.destroy();
    expect(await problem(paypal.send('r1', body))).toEqual(['NO_ANSWER', true]);
    expect(asked).toEqual([]);
  });
  it('is sent with a new token where the old one has ended', async () => {
    answer = ({ headers }, response) =>
      headers.authorization === 'Bearer t2'
        ? says(201, { batch_header: { payout_batch_id: 'B2' } })({} as never, response)
        : says(401, {})({} as never, response);
    let tokens = 0;
    token = (response) => says(200, { access_token: `t${++tokens}`, expires_in: 900 })({} as never, response);
    expect(await paypal.send('r1', body)).toBe('B2');
    expect(asked).toHaveLength(2);
  });
  it('names no address in an error', async () => {
    answer = says(400, { name: 'VALIDATION_ERROR', details: [{ field: 'items[0].receiver', value: 'ann@pay.example' }] });
    const error = await paypal.send('r1', body).catch((fault: Error) => fault);
    expect(JSON.stringify([error, (error as Error).message, (error as Error).stack])).not.toContain('@');
  });
});

it('a batch is read with all its pages, in our cents', async () => {
  const item = (id: string, more: object) => ({
    payout_item_id: `I${id}`,
    payout_item: { sender_item_id: id, amount: { currency: 'EUR', value: '60.50' }, receiver: 'x@y.example' },
    ...more,
  });
  answer = ({ path }, response) =>
    says(200, {
      total_pages: 2,
      batch_header: {
        payout_batch_id: 'B1',
        batch_status: 'SUCCESS',
        sender_batch_header: { sender_batch_id: 'r1' },
        fees: { currency: 'EUR', value: '1.2' },
      },
      items: path.includes('page=1&')
        ? [
            item('a', { transaction_status: 'SUCCESS' }),
            item('b', { transaction_status: 'UNCLAIMED', errors: { name: 'RECEIVER_UNREGISTERED' } }),
          ]
        : [item('c', { transaction_status: 'ONHOLD', errors: [] })],
    })({} as never, response);
  expect(await paypal.batch('B1')).toEqual({
    batchId: 'B1',
    senderId: 'r1',
    status: 'SUCCESS',
    feeCents: 1_20,
    items: [
      { itemId: 'Ia', receiver: 'x@y.example', cashoutId: 'a', cents: 60_50, status: 'SUCCESS', code: undefined },
      { itemId: 'Ib', receiver: 'x@y.example', cashoutId: 'b', cents: 60_50, status: 'UNCLAIMED', code: 'RECEIVER_UNREGISTERED' },
      { itemId: 'Ic', receiver: 'x@y.example', cashoutId: 'c', cents: 60_50, status: 'ONHOLD', code: 'ONHOLD' },
    ],
  });
  answer = says(404, { name: 'RESOURCE_NOT_FOUND' });
  expect(await paypal.batch('B2')).toBeUndefined();
});

describe('a notification', () => {
  const event =
    '{"id":"WH-1", "event_type":"PAYMENT.PAYOUTS-ITEM.RETURNED","resource":{"payout_batch_id":"B1","transaction_status":"RETURNED"}}';
  const headers = {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
    'paypal-transmission-sig': 'lmI95Jx3Y9nhR5SJWlHVIWpg4AgFk7n9bCHSRxbrd8A9zrhdu2rMyFrmz',
    'paypal-transmission-time': '2026-02-18T20:01:35Z',
  };
  const read = (raw = event, more: object = {}) => noticeOf(Buffer.from(raw), { ...headers, ...more });

  it('names the batch, and the run where it does', () => {
    expect(read()).toMatchObject({ batchId: 'B1', senderId: undefined });
    const whole = { payout_batch_id: 'B1', sender_batch_header: { sender_batch_id: 'r1' } };
    expect(read(JSON.stringify({ event_type: 'PAYMENT.PAYOUTSBATCH.SUCCESS', resource: { batch_header: whole } }))).toMatchObject({
      batchId: 'B1',
      senderId: 'r1',
    });
  });
  it.each([
    ['no JSON', '{"event_type":', {}],
    ['another one', '{"event_type":"PAYMENT.SALE.COMPLETED","resource":{"payout_batch_id":"B1"}}', {}],
    ['one without a batch', '{"event_type":"PAYMENT.PAYOUTSBATCH.SUCCESS","resource":null}', {}],
    ['one with a path for a batch', '{"event_type":"PAYMENT.PAYOUTSBATCH.SUCCESS","resource":{"payout_batch_id":"../x"}}', {}],
    ['one without a signature', event, { 'paypal-transmission-sig': undefined }],
    ['one with a line in a header', event, { 'paypal-transmission-id': 'a\nb' }],
    ['a list', '[]', {}],
    ['null', 'null', {}],
  ])('is not %s', (_, raw, more) => expect(read(raw, more)).toBeUndefined());
  it('is confirmed by PayPal, byte for byte as it came', async () => {
    answer = says(200, { verification_status: 'SUCCESS' });
    expect(await paypal.sent(read()!)).toBe(true);
    expect(asked[0]!.body).toContain(`"webhook_id":"W1","webhook_event":${event}}`);
    expect(JSON.parse(asked[0]!.body)).toMatchObject({ auth_algo: 'SHA256withRSA', transmission_id: headers['paypal-transmission-id'] });
    answer = says(200, { verification_status: 'FAILURE' });
    expect(await paypal.sent(read()!)).toBe(false);
    answer = says(400, { name: 'VALIDATION_ERROR' });
    expect(await paypal.sent(read()!)).toBe(false);
    answer = says(500, {});
    expect(await problem(paypal.sent(read()!))).toEqual(['HTTP_500', false]);
  });
});

it('a payment is taken back only while nobody has accepted it', async () => {
  const item = { payout_item_id: 'I1', payout_item: { amount: { currency: 'EUR', value: '1.00' } } };
  answer = says(200, { ...item, transaction_status: 'RETURNED' });
  expect(await paypal.cancel('I1')).toBe(true);
  answer = says(400, { name: 'ITEM_INCORRECT_STATUS' });
  expect(await paypal.cancel('I1')).toBe(false);
  answer = says(503, {});
  expect(await problem(paypal.cancel('I1'))).toEqual(['HTTP_503', false]);
});
