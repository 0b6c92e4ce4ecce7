import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keyRefusals } from '@framelift/contracts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { HistoryLost } from '../../engine/log/appending/append.ts';
import { refunded, sold } from '../../../../test/support/sales.ts';
import { until } from '../../../../test/support/until.ts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { EventFeed } from '../../engine/feed/event-feed.ts';

let app: App;
let admin: Client;
let program: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.admin();
  program = await app.program(['read:events']);
});
afterAll(() => app.stop());

const head = async () => (await app.system.log.head()).position;
const feed = (query: string, as = program) => as.get(`/api/feed/events?${query}`);
const types = (body: { events: { type: string }[] }) => body.events.map(({ type }) => type);

/** Reads the stream as an EventSource does. */
async function listen(token: string, query = '', headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  const response = await fetch(`${app.url}/api/feed/events?${query}`, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  });
  const seen = { ids: [] as number[], events: [] as any[], ended: false };
  const reading = async () => {
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const frames = `${rest}${chunk}`.split('\n\n');
      rest = frames.pop()!;
      for (const frame of frames) {
        const [, id] = /^id: (\d+)$/m.exec(frame) ?? [];
        const [, data] = /^data: (.*)$/m.exec(frame) ?? [];
        if (id) seen.ids.push(Number(id));
        if (data) seen.events.push(JSON.parse(data));
      }
    }
  };
  void reading()
    .catch(() => {})
    .finally(() => (seen.ended = true));
  return { status: response.status, type: response.headers.get('content-type'), seen, leave: () => leaving.abort() };
}

describe('a page of the feed', () => {
  it('returns CloudEvents, the next position and the head; the same request gets the same bytes', async () => {
    const before = await head();
    const { id } = await app.affiliate();
    const invoice = await sold(app.system.log, id, 10_00);
    await refunded(app.system.log, id, 10_00, invoice);
    const { status, body } = await feed(`after=${before}`);
    const end = await head();
    expect([status, types(body), body.next, body.head]).toEqual([
      200,
      ['affiliate.registered', 'sale.credited', 'sale.reversed'],
      end,
      end,
    ]);
    expect(body.events[1]).toMatchObject({
      specversion: '1.0',
      subject: id,
      data: { transactionId: `sellauth-${invoice}`, amountCents: 50_00, commissionCents: 10_00, customerEmail: null },
    });
    expect(await feed(`after=${before}`)).toMatchObject({ body });
    const rest = (await feed(`after=${before}&limit=1`)).body;
    expect((await feed(`after=${rest.next}&types=sale.reversed,cashout.requested`)).body).toMatchObject({
      events: [body.events[2]],
      next: end,
    });
  });

  it('shows personal fields to admins and keys with read:personal, until they are erased', async () => {
    const before = await head();
    const { username } = await app.affiliate();
    const personal = await app.program(['read:events', 'read:personal']);
    const name = async (as: Client) => (await feed(`after=${before}&types=affiliate.registered`, as)).body.events[0].data.username;
    expect([await name(admin), await name(personal), await name(program)]).toEqual([username, username, null]);
    const { rows } = await app.db.pool.query(`select key_name from access.entries where call = 'GET /api/feed/events' order by id`);
    expect(rows).toEqual([{ key_name: null }, { key_name: personal.name }]);
    await operatorOf(app.system, app.db.ownerUrl)('erase', '--affiliate', username, '--yes');
    expect([await name(admin), await name(personal)]).toEqual([null, null]);
  });

  it('waits for the first event, and returns its position if none came in time', async () => {
    const before = await head();
    const waiting = feed(`after=${before}&wait=20`);
    const { id } = await app.affiliate();
    const { body } = await waiting;
    expect(types(body)).toEqual(['affiliate.registered']);
    const none = feed(`after=${body.next}&types=terms.changed&wait=1`);
    await sold(app.system.log, id, 1_00);
    expect((await none).body).toEqual({ events: [], next: await head(), head: await head() });
  });

  it('refuses invalid positions, types, limits and waits, and a position beyond the head', async () => {
    const bad = [
      'after=-1',
      'after=x',
      'after=1.5',
      'types=sale',
      'types=sale.credited,',
      'limit=0',
      'limit=501',
      'wait=31',
      'wait=-1',
      'wait=x',
      'known=x',
    ];
    for (const query of [...bad, 'after=1&after=2', 'types=SaleRecorded'])
      expect([query, await feed(query)]).toMatchObject([
        query,
        { status: 400, body: { error: expect.stringMatching(new RegExp(`^${query.split('=')[0]} must be `)) } },
      ]);
    const end = await head();
    expect(await feed(`after=${end + 1}&wait=5`)).toMatchObject({ status: 409, body: { error: keyRefusals.aheadOfLog(end) } });
  });
});

describe('a log that was restored to an earlier moment', () => {
  it('is reported to a reader of a lost event, even once other events have its position', async () => {
    const other = await startApp();
    try {
      const { system, db } = other;
      const key = await other.program(['read:events']);
      const { id } = await other.affiliate();
      await sold(system.log, id, 10_00);
      await sold(system.log, id, 20_00);
      const { events, next } = (await key.get('/api/feed/events?after=0')).body;
      const [before, last] = events.slice(-2) as { id: string; sequence: string }[];
      const ask = async (after: number | string, known: string) => {
        const { status, body } = await key.get(`/api/feed/events?after=${after}&known=${known}`);
        return [status, body.error ?? body.events.length];
      };
      expect(await ask(next, last!.id)).toEqual([200, 0]);
      await db.owner.query('delete from log.events where position >= $1', [Number(last!.sequence)]);
      await system.log.checkHistory();
      // The log watch may find the same loss a moment later, which refuses an append that is under way: it is repeated.
      for (const cents of [30_00, 40_00])
        await sold(system.log, id, cents).catch((error: unknown) => {
          if (error instanceof HistoryLost) return sold(system.log, id, cents);
          throw error;
        });
      expect(await ask(next, last!.id)).toEqual([409, keyRefusals.eventLost]);
      // What was appended last is published a moment later.
      await until(async () => (await ask(before!.sequence, before!.id))[1] === 2);
    } finally {
      await other.stop();
    }
  });
});

describe('a stream of the feed', () => {
  it('continues after Last-Event-ID, and reports its position without matching events', async () => {
    const before = await head();
    const { id } = await app.affiliate();
    const stream = await listen(program.token, 'types=sale.credited,affiliate.registered&after=0', { 'Last-Event-ID': String(before) });
    expect([stream.status, stream.type]).toEqual([200, 'text/event-stream']);
    await until(() => stream.seen.events.length === 1);
    await sold(app.system.log, id, 10_00);
    await until(() => stream.seen.events.length === 2);
    expect(types(stream.seen)).toEqual(['affiliate.registered', 'sale.credited']);
    await admin.put(`/api/admin/affiliates/${id}`, { status: 'suspended' });
    const end = await head();
    await until(() => stream.seen.ids.at(-1) === end);
    expect(stream.seen.events).toHaveLength(2);
    expect(stream.seen.ids).toEqual(stream.seen.ids.toSorted((a, b) => a - b));
    expect(stream.seen.events.map((e) => Number(e.sequence))).toEqual(
      stream.seen.ids.filter((i) => stream.seen.events.some((e) => Number(e.sequence) === i)),
    );
    stream.leave();
  });

  it('ends once its key is revoked', async () => {
    const short = await app.program(['read:events']);
    const stream = await listen(short.token, `after=${await head()}`);
    await admin.send('DELETE', `/api/admin/keys/${(short as Client & { id: string }).id}`);
    await until(() => stream.seen.ended);
    expect((await listen(short.token)).status).toBe(401);
  });

  it('is limited per key, and released when the client disconnects', async () => {
    const one = await app.program(['read:events']);
    const at = await head();
    const streams = await Promise.all(Array.from({ length: 200 }, () => listen(one.token, `after=${at}`)));
    expect(streams.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    expect((await listen(one.token)).status).toBe(429);
    for (const { leave } of streams) leave();
    await until(async () => {
      const again = await listen(one.token);
      again.leave();
      return again.status === 200;
    });
  });

  it('ends when the process drains, and a request that waits is answered', async () => {
    const other = await startApp();
    const key = await other.program(['read:events']);
    const at = (await other.system.log.head()).position;
    const response = await fetch(`${other.url}/api/feed/events?after=${at}`, {
      headers: { Authorization: `Bearer ${key.token}`, Accept: 'text/event-stream' },
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain(': connected');
    const waiting = key.get(`/api/feed/events?after=${at}&wait=30`);
    // The stream and the request.
    const { waiting: readers } = other.api.get(EventFeed) as unknown as { waiting: Set<unknown> };
    await until(() => readers.size === 2);
    await other.stop();
    expect(await waiting).toMatchObject({ status: 200, body: { events: [], next: at } });
    for (let over = false; !over;) over = (await reader.read()).done;
  });
});
