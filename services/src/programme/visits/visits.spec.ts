import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { affiliateStream, paths, rules, type Sealed, visitsStream } from '@framelift/contracts';
import { randomUUID } from 'node:crypto';
import { append } from '../../../../test/support/history.ts';
import { StoreHarness } from '../../../../test/support/store-harness.ts';
import { isKnownBot, Visits } from './visits.ts';
import { CountedVisits } from './counted-visits.ts';
import { pageOf } from './visit.decider.ts';
import { VisitorKeys } from './visitor-keys.ts';
import { affiliateDeleted, affiliateEdited } from '../../../../test/support/facts.ts';

let harness: StoreHarness;
beforeAll(async () => void (harness = await StoreHarness.open()));
afterAll(() => harness.close());

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const DAY = 24 * 60 * 60 * 1000;
const track = (ref: string, more: object = {}) =>
  harness.call('POST', '/api/track/track-visit', {
    ref,
    userAgent: CHROME,
    pageUrl: 'https://shop.example/premium/?ref=x&mail=y',
    ...more,
  });
const visitsOf = async (affiliateId: string) => (await harness.db.log.readStream(visitsStream(affiliateId))).map((e) => e.data as any);

let names = 0;
const somebody = async () => {
  const username = `visited${++names}`;
  return { username, affiliateId: await harness.affiliate(username) };
};

describe('a visit', () => {
  it('is counted, with the path alone and the visitor sealed', async () => {
    const { username, affiliateId } = await somebody();
    const { status, body } = await track(username.toUpperCase(), { referrer: 'https://video.example/watch' });
    expect(status).toBe(200);
    const [event] = await harness.db.log.readStream(visitsStream(affiliateId));
    const visit = event!.data as any;
    expect(visit).toMatchObject({ visitId: body['visitId'], affiliateId, page: '/premium/' });
    const day = `day:${event!.metadata.occurredAt.slice(0, 10)}`;
    for (const field of ['visitor', 'userAgent', 'referrer']) expect(visit[field]).toMatchObject({ of: day, sealed: expect.any(String) });
    expect(await harness.system.vault.open([visit.userAgent, visit.referrer])).toEqual([CHROME, 'https://video.example/watch']);
  });

  it('takes the address from the connection, never from the body', async () => {
    const { username, affiliateId } = await somebody();
    await track(username, { ip: '203.0.113.1' });
    await track(username, { ip: '203.0.113.2' });
    expect(await visitsOf(affiliateId)).toHaveLength(1);
  });

  it('is one when the same visitor repeats it within five seconds, even concurrently', async () => {
    const { username, affiliateId } = await somebody();
    const answers = await Promise.all(Array.from({ length: 50 }, () => track(username)));
    const [visit, ...more] = await visitsOf(affiliateId);
    expect(more).toEqual([]);
    expect(new Set(answers.map((a) => a.body['visitId']))).toEqual(new Set([visit.visitId]));
  });

  it('is one across processes, and both answer its id', async () => {
    const { username, affiliateId } = await somebody();
    const { visitId } = (await track(username)).body;
    const other = new CountedVisits(harness.db.pool);
    const keys = harness.app.get(Visits)['keys'];
    const visitor = keys.visitor(JSON.stringify(['127.0.0.1', CHROME]));
    const visit = keys.visitor(JSON.stringify([visitor, affiliateId, '/premium/']));
    const request = { visit, visitId: randomUUID(), at: new Date().toISOString(), byVisitor: 'a', byAddress: 'b' };
    expect(await other.count(request)).toMatchObject({ visitId });
  });

  it('is another after five seconds, on another page and by another visitor', async () => {
    const { username, affiliateId } = await somebody();
    await track(username);
    await track(username, { pageUrl: '/pricing' });
    await track(username, { userAgent: `${CHROME} Edg/126.0` });
    harness.ahead = rules.visitRepeat;
    await track(username);
    harness.ahead = 0;
    expect(await visitsOf(affiliateId)).toHaveLength(4);
  });

  it('is not counted for an unknown code', async () =>
    expect(await track('nobody-here')).toEqual({ status: 200, body: { visitId: null } }));

  it('is not counted for an admin’s name', async () => {
    await harness.admin('visits-boss');
    expect((await track('visits-boss')).body).toEqual({ visitId: null });
  });

  it.each(['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0', 'python-requests/2.32'])(
    'is not counted by %s',
    async (bot) => {
      const { username, affiliateId } = await somebody();
      expect((await track(username, { userAgent: bot })).body).toEqual({ visitId: null });
      expect(await visitsOf(affiliateId)).toEqual([]);
    },
  );

  it('is counted for a suspended affiliate, not for a banned or deleted one', async () => {
    const [suspended, banned, deleted] = [await somebody(), await somebody(), await somebody()];
    await append(harness.db, affiliateStream(suspended.affiliateId), [affiliateEdited({ status: 'suspended' })]);
    await append(harness.db, affiliateStream(banned.affiliateId), [affiliateEdited({ status: 'banned' })]);
    await append(harness.db, affiliateStream(deleted.affiliateId), [affiliateDeleted({ forfeitedCents: 0 })]);
    expect((await track(suspended.username)).body['visitId']).toEqual(expect.any(String));
    expect((await track(banned.username)).body['visitId']).toBeNull();
    expect((await track(deleted.username)).body['visitId']).toBeNull();
  });

  it.each([
    {},
    { ref: 5 },
    { ref: 'x'.repeat(301) },
    { ref: 'a\0' },
    { ref: 'a', timestamp: {} },
    { ref: 'a', timestamp: [1] },
    { ref: 'a', timestamp: true },
    { ref: 'a', timestamp: 'yesterday' },
    { ref: 'a', timestamp: -1 },
    { ref: 'a', timestamp: 1e300 },
    { ref: 'a', timestamp: `2025${' '.repeat(40)}` },
  ])('is refused when it is %j', async (body) => expect((await harness.call('POST', '/api/track/track-visit', body)).status).toBe(400));
});

describe('a limit', () => {
  const HOUR = 60 * 60 * 1000;
  const pages = Object.values(paths);
  /** Visits that are no repeats: every one is later than a repeat would be, or on another page. */
  const flood = async (username: string, visits: number, more: object = {}) => {
    const statuses: number[] = [];
    for (let n = 0; n < visits; n++) statuses.push((await track(username, { pageUrl: pages[n % pages.length], ...more })).status);
    return statuses;
  };
  const agent = (n: number) => ({ userAgent: `${CHROME} Edg/${n}` });
  afterEach(() => void (harness.ahead = 0));
  beforeEach(() => harness.db.pool.query('with gone as (delete from visits.recent) delete from visits.bounds'));

  it('is 30 visits a minute for a visitor and affiliate, whatever the reported pages', async () => {
    const { username, affiliateId } = await somebody();
    const other = await somebody();
    await flood(username, 18);
    harness.ahead = rules.visitRepeat;
    expect((await flood(username, 18)).filter((status) => status === 200)).toHaveLength(rules.visitsPerMinute - 18);
    // Pages that are none are the first page again.
    for (let n = 0; n < 10; n++) expect((await track(username, { pageUrl: `/made/up/${n}` })).status).toBe(200);
    expect(await visitsOf(affiliateId)).toHaveLength(rules.visitsPerMinute);
    expect((await track(other.username)).status).toBe(200);
    expect((await track(username, agent(1))).status).toBe(200);
    harness.ahead = 61_000;
    expect((await track(username)).status).toBe(200);
  });

  it('still answers a repeat when reached', async () => {
    const { username } = await somebody();
    const startedAt = Date.now();
    const { visitId } = (await track(username)).body;
    await Promise.all(Array.from({ length: 40 }, (_, n) => track(username, { pageUrl: pages[n % pages.length] })));
    // One second after the first, however long the others took.
    harness.ahead = startedAt + 1_000 - Date.now();
    expect((await track(username)).body).toEqual({ visitId });
  });

  it('holds under concurrency', async () => {
    const { username, affiliateId } = await somebody();
    const another = new CountedVisits(harness.db.pool);
    const other = new CountedVisits(harness.db.pool);
    const at = new Date().toISOString();
    const visit = (n: number) => ({
      visit: `${affiliateId} ${n}`,
      visitId: randomUUID(),
      at,
      byVisitor: `m ${username}`,
      byAddress: `h ${username}`,
    });
    const verdicts = await Promise.all(Array.from({ length: 200 }, (_, n) => (n % 2 ? another : other).count(visit(n))));
    expect(verdicts.filter(Boolean)).toHaveLength(rules.visitsPerMinute);
  });

  it('limits visits an hour per address, after which nothing more is written', async () => {
    const counted = new CountedVisits(harness.db.pool);
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const visit = (n: number, ms = 0) => ({ visit: `v ${n}`, visitId: randomUUID(), at: at(ms), byVisitor: `m ${n}`, byAddress: 'home' });
    const visits = (from: number, to: number) => Promise.all(Array.from({ length: to - from }, (_, n) => counted.count(visit(from + n))));
    expect((await visits(0, 900)).filter(Boolean)).toHaveLength(900);
    expect((await visits(900, 1_900)).filter(Boolean)).toHaveLength(rules.visitsPerAddressHour - 900);
    const rows = async () => (await harness.db.pool.query('select from visits.bounds')).rowCount;
    const before = await rows();
    expect((await visits(1_900, 2_900)).filter(Boolean)).toEqual([]);
    expect(await rows()).toBe(before);
    expect(await counted.count({ ...visit(3_000), byAddress: 'elsewhere' })).toBeDefined();
    expect(await counted.count(visit(3_001, HOUR + 1))).toBeDefined();
    await counted.forget(Date.now() + 2 * HOUR + 2);
    expect(await rows()).toBe(0);
  });

  it('counts an IPv6 network as one address', async () => {
    const { username } = await somebody();
    const visits = harness.app.get(Visits);
    const meta = () => {
      const commandId = randomUUID();
      const actor = { kind: 'visitor', id: 'anonymous' } as const;
      return { commandId, correlationId: commandId, repeatable: false, occurredAt: new Date().toISOString(), actor };
    };
    const from = (address: string) =>
      visits.track({ ref: username, address, userAgent: CHROME, referrer: undefined, pageUrl: '/' }, meta());
    await from('2001:db8::1');
    await from('2001:db8::2');
    const { rows } = await harness.db.pool.query('select counted from visits.bounds order by counted');
    expect(rows.map((r) => r.counted)).toEqual([1, 1, 2]);
  });
});

describe('visitors are forgotten', () => {
  it('a minute later as repeats, a month later altogether', async () => {
    const { username, affiliateId } = await somebody();
    await track(username);
    const recent = async () => (await harness.db.pool.query('select from visits.recent')).rowCount;
    await harness.app.get(CountedVisits).forget(Date.now());
    expect(await recent()).toBeGreaterThan(0);
    await harness.app.get(CountedVisits).forget(Date.now() + 70_000);
    expect(await recent()).toBe(0);

    const keys = harness.app.get(VisitorKeys);
    expect(await keys.destroyOld(Date.now() + rules.visitorKeyDays * DAY)).toEqual([]);
    const [{ visitor }] = (await visitsOf(affiliateId)) as [{ visitor: Sealed }];
    expect(await harness.system.vault.openOne(visitor)).toEqual(expect.any(String));
    expect(await keys.destroyOld(Date.now() + (rules.visitorKeyDays + 1) * DAY)).toEqual([visitor.of]);
    expect(await harness.system.vault.openOne(visitor)).toBeNull();
  });
});

describe('the page of a visit', () => {
  it.each([
    ['https://shop.example/premium/?ref=ann#top', '/premium/'],
    ['/tweaks?search=a', '/tweaks'],
    ['/affiliate/register', '/affiliate/register'],
    ['/no/such/page', '/'],
    ['//premium', '/'],
    ['', '/'],
    [undefined, '/'],
    ['http://', '/'],
    [`/${'x'.repeat(400)}`, '/'],
  ])('of %j is %s', (url, page) => expect(pageOf(url, [])).toBe(page));
});

describe('a known bot', () => {
  it.each(['Googlebot/2.1', 'bingbot', 'Wget/1.21', 'node'])('is %s', (agent) => expect(isKnownBot(agent)).toBe(true));
  it.each([CHROME, CHROME.replace('Chrome', 'HeadlessChrome'), 'Mozilla/5.0', '', undefined])('is not %j', (agent) =>
    expect(isKnownBot(agent)).toBe(false),
  );
});
