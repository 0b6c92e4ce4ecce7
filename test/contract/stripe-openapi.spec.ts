import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { premium } from '@framelift/contracts';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { type SandboxStore, startSandboxStore } from '../../services/src/store/providers/sandbox/sandbox-store.ts';
import { Stripe } from '../../services/src/store/providers/stripe/stripe.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { type Button, press } from '../support/orders.ts';
import { until } from '../support/until.ts';

type Schema = Record<string, any>;
interface Call {
  query: string[];
  form?: Schema;
}
const extract = JSON.parse(readFileSync(join(import.meta.dirname, 'stripe-openapi.json'), 'utf8')) as {
  schemas: Record<string, Schema>;
  calls: Record<string, Call>;
};

/** Without references; a recursive object becomes any. */
function resolved(schema: Schema, within: readonly string[] = []): Schema {
  const name = schema['$ref'] as string | undefined;
  if (name) return within.includes(name) ? { type: 'object' } : resolved(extract.schemas[name]!, [...within, name]);
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (Array.isArray(value))
        return [key, value.map((one: unknown) => (typeof one === 'object' ? resolved(one as Schema, within) : one))];
      return [key, typeof value === 'object' && value !== null ? resolved(value as Schema, within) : value];
    }),
  );
}
const faults = (schema: Schema, value: unknown): string[] =>
  [...Compile(schema as never).Errors(value)].map((e) => `${e.instancePath} ${e.message}`);
const objectFaults = (name: string, value: unknown) => faults(resolved({ $ref: name }), value).map((fault) => `${name}: ${fault}`);

/** Only fields in the document. */
const closed = (schema: Schema): Schema => {
  const { properties, items } = schema;
  if (items) return { ...schema, items: closed(items) };
  if (!properties) return schema;
  return {
    ...schema,
    additionalProperties: false,
    properties: Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, closed(v as Schema)])),
  };
};

/** `a[b][0][c]=1` as Stripe reads it, with the document's types. */
function formOf(body: string, schema: Schema): unknown {
  const form: Record<string, any> = {};
  for (const [key, value] of new URLSearchParams(body)) {
    const steps = key.split(/[[\]]+/).filter(Boolean);
    let at: any = form;
    let of: Schema | undefined = schema;
    steps.forEach((step, i) => {
      of = of?.['items'] ?? of?.['properties']?.[step] ?? of?.['additionalProperties'];
      if (i === steps.length - 1)
        at[step] =
          of?.['type'] === 'integer' || of?.['type'] === 'number' ? Number(value) : of?.['type'] === 'boolean' ? value === 'true' : value;
      else at = at[step] ??= of?.['type'] === 'array' ? [] : {};
    });
  }
  return form;
}

interface Seen {
  method: string;
  path: string;
  query: string[];
  body: string;
  answer: Schema;
}

describe('traffic between us and the sandbox’s part of Stripe', () => {
  let db: TestDatabase;
  let sandbox: SandboxStore;
  let between: Server;
  let provider: Stripe;
  const seen: Seen[] = [];
  const events: Schema[] = [];

  beforeAll(async () => {
    db = await freshDatabase();
    // All traffic passes here: our calls to the sandbox, and its notifications to us.
    between = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      if (request.url === '/told/stripe') {
        events.push(JSON.parse(body) as Schema);
        return void response.end('{}');
      }
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => !['host', 'content-length', 'connection'].includes(name)),
      );
      const answer = await fetch(`${sandbox.url}${request.url}`, {
        method: request.method!,
        headers: headers as never,
        ...(body ? { body } : {}),
      });
      const text = await answer.text();
      const url = new URL(request.url!, 'http://between');
      seen.push({
        method: request.method!,
        path: url.pathname,
        query: [...url.searchParams.keys()],
        body,
        answer: JSON.parse(text) as Schema,
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    });
    await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening));
    const apiUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
    const stripe = { secretKey: 'sk_test_x', webhookSecret: 'whsec_x' };
    const settings = { webhookUrl: `${apiUrl}/told`, apiKey: 'key', webhookSecret: 'secret' };
    sandbox = await startSandboxStore({ pool: db.pool, siteUrl: 'http://localhost:3000', ...settings, stripe, retryAfter: 10 });
    provider = new Stripe({ apiUrl, ...stripe, siteUrl: 'http://localhost:3000' });

    expect(await provider.couponFor({ code: 'ZOE10', discountBps: 12_50 })).toBe(true);
    const order = { product: premium, quantity: 1, affiliate: '0123456789abcdef' } as const;
    const life = async (checkoutId: string, more: object, ...buttons: Button[]) => {
      const { url, invoice } = await provider.createCheckout({ checkoutId, ...order, ...more });
      for (const button of buttons) {
        await press(url, button, 'bob@example.com');
        await provider.readInvoice(invoice.invoiceId);
      }
    };
    await life('k1', { coupon: 'ZOE10' }, 'pay', 'refund-part', 'dispute', 'lose', 'win', 'refund');
    await life('k2', {}, 'transfer', 'bounce');
    for await (const _ of provider.completedSince(new Date(0).toISOString()));
    for await (const _ of provider.refundedSince(new Date(0).toISOString()));
    await provider.deleteCoupon('ZOE10');
    await expect(provider.createCheckout({ checkoutId: 'k1', ...order, quantity: 2, coupon: 'NONE' })).rejects.toThrow();
    expect(await provider.readInvoice('cs_nothing')).toBeNull();
    await until(() => events.length >= 8);
  });
  afterAll(async () => {
    await sandbox.close();
    between.close();
    await db.close();
  });

  const callOf = ({ method, path }: Seen): [string, Call] =>
    Object.entries(extract.calls).find(([call]) => new RegExp(`^${call.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`${method} ${path}`))!;

  it('contains every call that is used', () =>
    expect(new Set(seen.map((one) => callOf(one)[0]))).toEqual(new Set(Object.keys(extract.calls))));

  it('requests nothing that Stripe’s document does not have', () => {
    for (const one of seen) {
      const [call, { query, form }] = callOf(one);
      const allowed = new Set(query);
      expect([call, one.query.map((name) => name.replace(/\[.*/, '')).filter((name) => !allowed.has(name))]).toEqual([call, []]);
      if (form && one.body) expect([call, faults(closed(form), formOf(one.body, form))]).toEqual([call, []]);
    }
  });

  it('has answers with everything that Stripe’s document requires', () => {
    const checked = seen.flatMap(({ answer }) => (answer['object'] === 'list' ? (answer['data'] as Schema[]) : [answer]));
    const found = checked.flatMap((answer) =>
      answer['deleted'] ? [] : objectFaults((answer['object'] as string | undefined) ?? 'error', answer),
    );
    expect(found).toEqual([]);
    const objects = new Set(checked.map((answer) => (answer['object'] as string | undefined) ?? 'error'));
    for (const name of ['checkout.session', 'dispute', 'event', 'coupon', 'promotion_code', 'error']) expect(objects).toContain(name);
  });

  it('has events as in Stripe’s document', () => {
    expect(events.length).toBe(8);
    for (const event of events) {
      const { object } = event['data'] as { object: Schema };
      expect([...objectFaults('event', event), ...objectFaults(object['object'] as string, object)]).toEqual([]);
    }
  });
});
