import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { affiliateStream, checkoutStream, invoiceNamed, visitsStream } from '../../contracts/src/index.ts';
import { link } from '../../services/src/engine/log/chain.ts';
import { projections } from '../../services/src/screens/screens.module.ts';
import { append } from '../support/history.ts';
import { type SeededApp, startSeededApp } from '../support/seeded-app.ts';
import { refunded, sold } from '../support/sales.ts';
import { ref } from '../support/invoices.ts';
import { checkoutStarted, partialRefundSeen, saleNotCredited, visitTracked } from '../support/facts.ts';
import { until } from '../support/until.ts';

let app: SeededApp['app'];
let anna: SeededApp['anna'];
let ben: SeededApp['ben'];
let admin: SeededApp['admin'];
let ask: SeededApp['ask'];

beforeAll(async () => {
  ({ app, anna, ben, admin, ask } = await startSeededApp());
});
afterAll(() => app.stop());

const positions = (body: { events: { position: number }[] }) => body.events.map((e) => e.position);

describe('the event history', () => {
  it('shows the newest first, from a position on or the oldest first, and has every filter', async () => {
    const { body } = await ask(admin, '/api/admin/events?limit=3', 'GET /api/admin/events');
    expect(positions(body)).toEqual([body.head.position, body.head.position - 1, body.head.position - 2]);
    const events = async (query: string) => (await ask(admin, `/api/admin/events?${query}`, 'GET /api/admin/events')).body.events;
    expect(positions({ events: await events('position=2&sort=position&limit=2') })).toEqual([2, 3]);
    expect(positions({ events: await events('position=3&limit=2') })).toEqual([3, 2]);
    for (const wrong of ['sort=type', 'position=x', 'after=1'])
      expect([wrong, (await admin.get(`/api/admin/events?${wrong}`)).status]).toEqual([wrong, 400]);
    expect((await events('type=SaleReversed')).map((e: { type: string }) => e.type)).toEqual(['SaleReversed']);
    expect((await events('actor=admin&type=CashoutProcessed')).length).toBe(1);
    expect((await events(`affiliate=${anna.id}&type=VisitTracked`)).length).toBe(3);
    expect((await events('stream=checkout-sellauth-n1')).length).toBe(1);
    expect(await events('to=2020-01-01')).toEqual([]);
    expect((await events(`from=2020-01-01&to=${new Date(Date.now() + 60_000).toISOString()}&limit=2`)).length).toBe(2);
    expect((await admin.get('/api/admin/events?from=yesterday')).status).toBe(400);
  });

  it('leads from page to page, over the whole log and along streams', async () => {
    const all = async (query: string) => {
      const seen: number[] = [];
      for (let after = ''; ;) {
        const { body } = await ask(admin, `/api/admin/events?limit=7${query}${after}`, 'GET /api/admin/events');
        seen.push(...positions(body));
        if (body.next === null) return seen;
        after = `&after=${body.next}`;
      }
    };
    const { position } = await app.system.log.head();
    expect(await all('')).toEqual(Array.from({ length: position }, (_, i) => position - i));
    expect(await all('&sort=position')).toEqual(Array.from({ length: position }, (_, i) => i + 1));
    expect(await all('&position=20')).toEqual(Array.from({ length: 20 }, (_, i) => 20 - i));
    const annas = await app.db.pool.query<{ position: number }>(
      'select position from log.events where stream_id = any($1) order by position desc',
      [[affiliateStream(anna.id), visitsStream(anna.id)]],
    );
    expect(await all(`&affiliate=${anna.id}`)).toEqual(annas.rows.map((r) => r.position));
    expect(await all('&affiliate=ANNA&type=SaleReversed')).toHaveLength(1);
    expect(await all(`&affiliate=anna&stream=${affiliateStream(ben.id)}`)).toEqual([]);
    const [newest] = annas.rows;
    const along = await ask(admin, `/api/admin/events?affiliate=anna&sort=position&position=${newest!.position}`, 'GET /api/admin/events');
    expect(positions(along.body)).toEqual([newest!.position]);
  });

  it('finds actors by kind, id and name', async () => {
    const count = async (actor: string) =>
      (await ask(admin, `/api/admin/events?limit=500&actor=${actor}`, 'GET /api/admin/events')).body.events.length;
    const { rows } = await app.db.pool.query<{ kind: string; id: string; n: number }>(
      `select metadata -> 'actor' ->> 'kind' as kind, metadata -> 'actor' ->> 'id' as id, count(*) as n from log.events
       where stream_id not like 'visits-%' group by 1, 2`,
    );
    for (const { kind, id, n } of rows.filter((r) => r.kind !== 'visitor')) {
      expect([id, await count(id)]).toEqual([id, n]);
      expect(await count(kind)).toBeGreaterThanOrEqual(n);
    }
    expect(await count('Anna')).toBe(rows.find((r) => r.id === anna.id)!.n);
    expect(await count('visitor')).toBeGreaterThan(0);
    expect(await count('nobody')).toBe(0);
  });

  it('finds any id, by all or the beginning of it', async () => {
    const found = async (search: string) =>
      positions((await ask(admin, `/api/admin/events?search=${encodeURIComponent(search)}`, 'GET /api/admin/events')).body);
    const [event] = (await admin.get(`/api/admin/events?affiliate=${ben.id}&limit=1`)).body.events;
    expect(await found(event.id)).toEqual([event.position]);
    expect(await found(` ${event.id.toUpperCase().slice(0, 13)} `)).toEqual([event.position]);
    expect(await found(String(event.position))).toContain(event.position);
    for (const name of ['n1', 'sellauth-n1']) expect(await found(name)).toEqual(await found('checkout-sellauth-n1'));
    expect(await found(ben.id)).toContain(event.position);
    expect((await found(`${anna.id}-1`)).length).toBe(2);
    // All events of one command, found by its id.
    const [registered] = (await admin.get(`/api/admin/events?sort=position&affiliate=ben_100&limit=1`)).body.events;
    const own = await app.db.pool.query<{ position: number }>(
      `select position from log.events where metadata ->> 'commandId' = $1 order by position desc`,
      [registered.metadata.commandId],
    );
    expect(own.rows.length).toBeGreaterThan(1);
    expect(await found(registered.metadata.commandId)).toEqual(own.rows.map((r) => r.position));
    for (const nothing of ['abcd-12', 'zzz', '%', '99999999999999999999']) expect([nothing, await found(nothing)]).toEqual([nothing, []]);
  });

  it('finds the events that a command caused, by their correlation', async () => {
    const commandId = randomUUID();
    const caused = { occurredAt: new Date().toISOString(), actor: { kind: 'admin', id: 'x' }, correlationId: commandId } as const;
    const fact = { type: 'TiersRecalculated', data: { affiliates: 0, changed: 0 } } as const;
    const first = await app.system.log.append({
      streams: [{ streamId: 'programme', expected: 'any', facts: [fact] }],
      metadata: { ...caused, commandId },
    });
    const second = await app.system.log.append({
      streams: [{ streamId: 'programme', expected: 'any', facts: [fact] }],
      metadata: { ...caused, commandId: randomUUID(), causationId: commandId },
    });
    for (const search of [commandId, commandId.slice(0, 20)]) {
      const { body } = await ask(admin, `/api/admin/events?search=${search}`, 'GET /api/admin/events');
      expect(positions(body)).toEqual([second.position, first.position]);
    }
  });

  it('shows one event so that its hash can be computed again', async () => {
    const { body } = await ask(admin, '/api/admin/events/5', 'GET /api/admin/events/:position');
    const { event } = body;
    const computed = link(Buffer.from(body.previousHash, 'hex'), {
      ...event,
      dataText: JSON.stringify(event.data),
      metadataText: JSON.stringify(event.metadata),
    });
    expect(computed.toString('hex')).toBe(event.hash);
    expect((await admin.get('/api/admin/events/999999')).status).toBe(404);
  });

  it('reports the state of each read model', async () => {
    const state = async () => (await ask(admin, '/api/admin/read-models', 'GET /api/admin/read-models')).body;
    let body!: Awaited<ReturnType<typeof state>>;
    await until(async () => (body = await state()).readModels.every(({ lag }: { lag: number }) => lag === 0));
    expect(body.readModels.map((m: { name: string }) => m.name)).toEqual(projections.map(({ name }) => name));
    for (const model of body.readModels) expect(model).toMatchObject({ lag: 0, parked: 0, checkpoint: body.head.position });
  });
});

describe('the evidence of sales', () => {
  const store = { actor: { kind: 'store', id: 'test' } } as const;
  const started = (invoiceId: string, more = {}) =>
    checkoutStarted({ checkoutId: invoiceId, ...ref(invoiceId), listCents: 29_99, ...more });
  const notCredited = (invoiceId: string, reason: 'suspended' | 'unknownCheckout', customerEmail: string, affiliateId?: string) =>
    saleNotCredited({
      ...ref(invoiceId),
      reason,
      paidCents: 25_00,
      soldAt: '2025-05-01T12:00:00.000Z',
      customerEmail,
      buyer: app.system.keys.buyer(customerEmail),
      ...(affiliateId ? { affiliateId } : {}),
    });
  const list = async (query: string): Promise<any[]> =>
    (await ask(admin, `/api/admin/sales?limit=50&${query}`, 'GET /api/admin/sales')).body.sales;
  let visited: string;

  beforeAll(async () => {
    visited = randomUUID();
    const about = {
      occurredAt: '2025-05-01T10:00:00.000Z',
      actor: { kind: 'visitor', id: 'anonymous' },
      commandId: visited,
      correlationId: visited,
    } as const;
    const facts = [visitTracked({ visitId: visited, affiliateId: ben.id, page: '/premium', visitor: 'v' })];
    await app.system.log.append({ streams: [{ streamId: visitsStream(ben.id), expected: 'any', facts }], metadata: about });
    await append(
      app.system,
      checkoutStream(ref('e1')),
      [started('e1', { affiliateId: ben.id, visitId: visited, visitKnown: true, referredAt: '2025-05-01T10:00:00.000Z' })],
      store,
    );
    await append(app.system, checkoutStream(ref('e1')), [notCredited('e1', 'suspended', 'buyer@mail.com', ben.id)], store);
    await append(app.system, checkoutStream(ref('e2')), [notCredited('e2', 'unknownCheckout', 'other@mail.com')], store);
    await append(app.system, checkoutStream(ref('e3')), [started('e3')], store);
    await sold(app.system.log, ben.id, 6_00, 'e4');
    await append(
      app.system,
      checkoutStream(ref('e4')),
      [partialRefundSeen({ ...ref('e4'), refundedCents: 5_00, currency: 'EUR', affiliateId: ben.id })],
      store,
    );
    await sold(app.system.log, ben.id, 7_00, 'e5');
    await refunded(app.system.log, ben.id, 7_00, 'e5');
    await app.db.pool.query(
      `insert into store.intents (checkout_id, affiliate_id, created_at, invoice)
       values ('c1', $1, '2025-05-01T11:30:00Z', null), ('c2', null, '2025-05-01T11:59:00Z', null), ('c3', null, now(), null), ('c4', null, '2025-05-01T12:10:00Z', 'sellauth-e3')`,
      [ben.id],
    );
  });

  it('lists every checkout by its outcome', async () => {
    const ids = async (query: string) => (await list(query)).map((s) => invoiceNamed(s.transactionId)!.invoiceId);
    expect(await ids('')).toEqual(['e5', 'e4', 'e2', 'e1', 'n1', 'e3']);
    expect(await ids('status=notCredited')).toEqual(['e2', 'e1', 'n1']);
    expect(await ids('status=refunded')).toEqual(['e5']);
    expect(await ids('status=attention')).toEqual(['e4']);
    expect(await ids('status=open')).toEqual(['e3']);
    expect(await ids('status=credited')).toEqual(['e4']);
    expect(await ids('sort=amount')).toEqual(['e1', 'e2', 'e3', 'n1', 'e4', 'e5']);
    expect(await ids('search=BEN')).toEqual(['e5', 'e4', 'e1']);
    for (const search of ['e3', 'sellauth-e3']) expect(await ids(`search=${search}`)).toEqual(['e3']);
    expect(await ids('search=sellauth')).toEqual([]);
    expect(await ids('search=Buyer@mail.com')).toEqual(['e1']);
    expect(await ids('search=ben_100@example.org')).toEqual(['e5', 'e4', 'e1']);
    for (const wrong of ['status=x', 'sort=x', 'limit=0']) expect((await admin.get(`/api/admin/sales?${wrong}`)).status).toBe(400);
    expect((await list('status=notCredited'))[1]).toEqual({
      transactionId: 'sellauth-e1',
      product: 'Framelift Premium',
      outcome: 'notCredited',
      reason: 'The affiliate was suspended at the time of the sale',
      credited: null,
      attributedBy: null,
      affiliate: { id: ben.id, username: 'ben_100' },
      amount: 25,
      commissionAmount: null,
      availableAt: null,
      refundedAmount: null,
      refundedCurrency: null,
      foreign: null,
      dispute: null,
      timestamp: '2025-05-01T12:00:00.000Z',
    });
  });

  it('lists them by the date they show, regardless of later events', async () => {
    // The newest in the log, but the oldest by date.
    await append(app.system, checkoutStream(ref('e6')), [started('e6')], { ...store, at: '2024-06-01T00:00:00.000Z' });
    const all = await list('');
    const dates = all.map((s) => s.timestamp);
    expect(dates).toEqual(dates.toSorted().toReversed());
    const newestFirst = all.map((s) => s.transactionId);
    expect(newestFirst.at(-1)).toBe('sellauth-e6');
    const paged: string[] = [];
    for (let after = ''; ;) {
      const { body } = await ask(admin, `/api/admin/sales?limit=2${after}`, 'GET /api/admin/sales');
      paged.push(...body.sales.map((s: { transactionId: string }) => s.transactionId));
      if (!body.next) break;
      after = `&after=${body.next}`;
    }
    expect(paged).toEqual(newestFirst);
    expect((await list('sort=createdAt')).map((s) => s.transactionId)).toEqual(newestFirst.toReversed());
    const forged = Buffer.from(JSON.stringify(['2025-05-01', 'e1'])).toString('base64url');
    expect((await admin.get(`/api/admin/sales?after=${forged}`)).status).toBe(400);
  });

  it('shows the way from visit to sale', async () => {
    const { body } = await ask(admin, '/api/admin/sales/sellauth-e1', 'GET /api/admin/sales/:invoice');
    expect(body.timeline.map((s: any) => [s.kind, s.text])).toEqual([
      ['visit', 'Opened /premium with the affiliate’s code'],
      ['checkout', 'Sent to the store for 1 × premium, list price €29.99, with the referral of 2025-05-01 10:00 UTC; the visit is known'],
      ['invoice', 'Invoice e1 completed, €25.00 paid for our product'],
      ['notCredited', 'Not credited: The affiliate was suspended at the time of the sale'],
    ]);
    expect(body.customerEmail).toBe('buyer@mail.com');
    const position = body.timeline[3].position;
    expect((await admin.get(`/api/admin/events/${position}`)).body.event.type).toBe('SaleNotCredited');
    const reversed = (await ask(admin, '/api/admin/sales/sellauth-e5', 'GET /api/admin/sales/:invoice')).body;
    expect(reversed.timeline.map((s: any) => [s.kind, s.text])).toEqual([
      ['checkout', 'Sent to the store for 1 × premium, list price €35.00, with the referral; it names no visit'],
      ['invoice', 'Invoice e5 completed, €35.00 paid for our product'],
      ['credited', 'Credited with €7.00 on €35.00, at 20% (tier bronze)'],
      ['reversed', 'Refunded: €7.00 taken back'],
    ]);
    for (const unknown of ['none', 'e1', 'sellauth-', 'paypal-e1', 'sellauth-none'])
      expect((await admin.get(`/api/admin/sales/${unknown}`)).status).toBe(404);
  });

  it('shows checkout intents near a sale without a checkout, and those that never reached the store', async () => {
    const { body } = await ask(admin, '/api/admin/sales/sellauth-e2', 'GET /api/admin/sales/:invoice');
    expect(body.intents.map((i: any) => i.checkoutId)).toEqual(['c2', 'c4', 'c1']);
    const first = (await ask(admin, '/api/admin/intents?limit=1', 'GET /api/admin/intents')).body;
    expect(first.intents.map((i: any) => i.checkoutId)).toEqual(['c2']);
    const second = (await ask(admin, `/api/admin/intents?limit=1&after=${encodeURIComponent(first.next)}`, 'GET /api/admin/intents')).body;
    expect(second).toMatchObject({ intents: [{ checkoutId: 'c1', affiliate: { username: 'ben_100' } }], next: null });
    expect((await admin.get('/api/admin/intents?after=x')).status).toBe(400);
  });
});
