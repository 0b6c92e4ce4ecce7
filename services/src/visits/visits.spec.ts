import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream, fact, rules, type Sealed, visitsStream } from '@framelift/contracts';
import { append } from '../../../test/history.ts';
import { StoreTown } from '../../../test/store.ts';
import { isKnownBot } from './bots.ts';
import { pageOf } from './visit.decider.ts';
import { VisitorKeys } from './visitor-keys.ts';
import { Visits } from './visits.ts';

let town: StoreTown;
beforeAll(async () => void (town = await StoreTown.open()));
afterAll(() => town.close());

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const DAY = 24 * 60 * 60 * 1000;
const track = (ref: string, more: object = {}) =>
  town.call('POST', '/api/track/track-visit', { ref, userAgent: CHROME, pageUrl: 'https://shop.example/premium/?ref=x&mail=y', ...more });
const visitsOf = async (affiliateId: string) => (await town.db.log.readStream(visitsStream(affiliateId))).map((e) => e.data as any);

let names = 0;
const somebody = async () => {
  const username = `visited${++names}`;
  return { username, affiliateId: await town.affiliate(username) };
};

describe('a visit', () => {
  it('is counted, with the path alone and the visitor sealed', async () => {
    const { username, affiliateId } = await somebody();
    const { status, body } = await track(username.toUpperCase(), { referrer: 'https://video.example/watch' });
    expect(status).toBe(200);
    const [visit] = await visitsOf(affiliateId);
    expect(visit).toMatchObject({ visitId: body['visitId'], affiliateId, page: '/premium/' });
    const today = `day:${new Date().toISOString().slice(0, 10)}`;
    for (const field of ['visitor', 'userAgent', 'referrer']) expect(visit[field]).toMatchObject({ of: today, sealed: expect.any(String) });
    expect(await town.system.vault.open([visit.userAgent, visit.referrer])).toEqual([CHROME, 'https://video.example/watch']);
  });

  it('takes the address from the connection, never from the body', async () => {
    const { username, affiliateId } = await somebody();
    await track(username, { ip: '203.0.113.1' });
    await track(username, { ip: '203.0.113.2' });
    expect(await visitsOf(affiliateId)).toHaveLength(1);
  });

  it('is one when the same visitor repeats it within five seconds, however many at once', async () => {
    const { username, affiliateId } = await somebody();
    const answers = await Promise.all(Array.from({ length: 50 }, () => track(username)));
    expect(answers.filter((a) => a.body['visitId'])).toHaveLength(1);
    expect(await visitsOf(affiliateId)).toHaveLength(1);
  });

  it('is another after five seconds, on another page and by another visitor', async () => {
    const { username, affiliateId } = await somebody();
    await track(username);
    await track(username, { pageUrl: '/pricing' });
    await track(username, { userAgent: `${CHROME} Edg/126.0` });
    town.ahead = rules.visitRepeat;
    await track(username);
    town.ahead = 0;
    expect(await visitsOf(affiliateId)).toHaveLength(4);
  });

  it('is not counted for a code nobody has', async () =>
    expect(await track('nobody-here')).toEqual({ status: 200, body: { visitId: null } }));

  it('is not counted for an admin’s name', async () => {
    await town.admin('visits-boss');
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
    await append(town.db, affiliateStream(suspended.affiliateId), [fact('AffiliateEdited', { status: 'suspended' })]);
    await append(town.db, affiliateStream(banned.affiliateId), [fact('AffiliateEdited', { status: 'banned' })]);
    await append(town.db, affiliateStream(deleted.affiliateId), [fact('AffiliateDeleted', { forfeitedCents: 0 })]);
    expect((await track(suspended.username)).body['visitId']).toEqual(expect.any(String));
    expect((await track(banned.username)).body['visitId']).toBeNull();
    expect((await track(deleted.username)).body['visitId']).toBeNull();
  });

  it.each([{}, { ref: 5 }, { ref: 'x'.repeat(301) }, { ref: 'a\0' }])('is refused when it is %j', async (body) =>
    expect((await town.call('POST', '/api/track/track-visit', body)).status).toBe(400),
  );
});

describe('visitors are forgotten', () => {
  it('a minute later as repeats, a month later altogether', async () => {
    const { username, affiliateId } = await somebody();
    await track(username);
    const recent = async () => (await town.db.pool.query('select from visits.recent')).rowCount;
    await town.app.get(Visits).forgetRecent(Date.now());
    expect(await recent()).toBeGreaterThan(0);
    await town.app.get(Visits).forgetRecent(Date.now() + 70_000);
    expect(await recent()).toBe(0);

    const keys = town.app.get(VisitorKeys);
    expect(await keys.destroyOld(Date.now() + rules.visitorKeyDays * DAY)).toEqual([]);
    const [{ visitor }] = (await visitsOf(affiliateId)) as [{ visitor: Sealed }];
    expect(await town.system.vault.openOne(visitor)).toEqual(expect.any(String));
    expect(await keys.destroyOld(Date.now() + (rules.visitorKeyDays + 1) * DAY)).toEqual([visitor.of]);
    expect(await town.system.vault.openOne(visitor)).toBeNull();
  });
});

describe('the page of a visit', () => {
  it.each([
    ['https://shop.example/premium/?ref=ann#top', '/premium/'],
    ['/tweaks?search=a', '/tweaks'],
    ['', '/'],
    [undefined, '/'],
    ['http://', '/'],
    [`/${'x'.repeat(400)}`, `/${'x'.repeat(299)}`],
  ])('of %j is %s', (url, page) => expect(pageOf(url)).toBe(page));
});

describe('a known bot', () => {
  it.each(['Googlebot/2.1', 'bingbot', 'Wget/1.21', 'node'])('is %s', (agent) => expect(isKnownBot(agent)).toBe(true));
  it.each([CHROME, CHROME.replace('Chrome', 'HeadlessChrome'), 'Mozilla/5.0', '', undefined])('is not %j', (agent) =>
    expect(isKnownBot(agent)).toBe(false),
  );
});
