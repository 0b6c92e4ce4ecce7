import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { inMemoryStorage } from '../lib/inMemoryStorage.ts';
import { followReferral, readEarlier, readReferral } from './referral.ts';

const PAGE = 'http://localhost/premium';
let bodies: { ref: string; pageUrl: string }[];
let answer: () => Response;

beforeEach(() => {
  bodies = [];
  answer = () => Response.json({ visitId: 'v1' });
  const fetch = async (_url: unknown, init?: RequestInit) => {
    bodies.push(JSON.parse(init?.body as string));
    return answer();
  };
  Object.assign(globalThis, { fetch, document: { referrer: '' } });
  Object.defineProperty(globalThis, 'localStorage', { value: inMemoryStorage(), configurable: true });
  jest.useFakeTimers({ now: new Date('2025-08-20T10:00:00Z') });
});

afterAll(() => void Reflect.deleteProperty(globalThis, 'document'));

describe('a referral', () => {
  it('is nothing without a code', async () => {
    await followReferral(undefined, PAGE);
    expect(bodies).toEqual([]);
    expect(readReferral()).toBeNull();
  });

  it('is kept with the visit it was counted as', async () => {
    await followReferral('alice', PAGE);
    expect(readReferral()).toEqual({ ref: 'alice', visitId: 'v1', at: '2025-08-20T10:00:00.000Z', landing: '/premium' });
  });

  it('is reused on later pages and stays as old as it is', async () => {
    await followReferral('alice', PAGE);
    jest.advanceTimersByTime(60_000);
    answer = () => Response.json({ visitId: 'v2' });
    await followReferral(undefined, 'http://localhost/pricing');
    expect(bodies.map(({ ref, pageUrl }) => [ref, pageUrl])).toEqual([
      ['alice', PAGE],
      ['alice', 'http://localhost/pricing'],
    ]);
    expect(readReferral()).toEqual({ ref: 'alice', visitId: 'v1', at: '2025-08-20T10:00:00.000Z', landing: '/premium' });
  });

  it('counts the same page once in 5 seconds', async () => {
    await followReferral('alice', PAGE);
    jest.advanceTimersByTime(4_999);
    await followReferral('alice', PAGE);
    expect(bodies).toHaveLength(1);
    jest.advanceTimersByTime(1);
    await followReferral('alice', PAGE);
    expect(bodies).toHaveLength(2);
  });

  it('gives way to a newer code, but not to one nobody owns', async () => {
    await followReferral('alice', PAGE);
    await followReferral('bob', PAGE);
    expect(readReferral()?.ref).toBe('bob');
    answer = () => Response.json({ visitId: null });
    await followReferral('nobody', PAGE);
    expect(readReferral()?.ref).toBe('bob');
  });

  it('is remembered behind newer ones, oldest first, ten at most; a code nobody owns leaves nothing', async () => {
    for (const name of ['alice', 'bob', 'alice']) await followReferral(name, PAGE);
    expect(readEarlier().map(({ ref }) => ref)).toEqual(['alice', 'bob']);
    answer = () => Response.json({ visitId: null });
    await followReferral('nobody', PAGE);
    expect([readReferral()?.ref, readEarlier().map(({ ref }) => ref)]).toEqual(['alice', ['alice', 'bob']]);
    answer = () => Response.json({ visitId: 'v1' });
    for (let n = 0; n < 20; n++) await followReferral(`n${n}`, PAGE);
    expect(readEarlier()).toHaveLength(10);
    expect([readEarlier()[0]!.ref, readEarlier().at(-1)!.ref, readReferral()!.ref]).toEqual(['alice', 'n18', 'n19']);
  });

  it('is kept where the server counts no more for now', async () => {
    await followReferral('alice', PAGE);
    answer = () => Response.json({ error: 'Too many requests' }, { status: 429 });
    await followReferral('bob', PAGE);
    expect(readReferral()).toMatchObject({ ref: 'bob', visitId: null });
  });

  it('is counted once for a page, whatever it is narrowed to', async () => {
    await followReferral('alice', `${PAGE}?search=a`);
    await followReferral('alice', `${PAGE}?search=ab`);
    expect(bodies).toHaveLength(1);
  });

  it('waits until a page that the browser ran in advance is seen', async () => {
    const page = Object.assign(new EventTarget(), { referrer: '', prerendering: true });
    Object.assign(globalThis, { document: page });
    const following = followReferral('alice', PAGE);
    await Promise.resolve();
    expect([bodies, readReferral()]).toEqual([[], null]);
    page.dispatchEvent(new Event('prerenderingchange'));
    await following;
    expect(bodies).toHaveLength(1);
  });

  it('keeps the campaign of its link and the page it led to, also where its visit is not told', async () => {
    await followReferral('alice', `${PAGE}?ref=alice&c=spring`);
    await followReferral(undefined, 'http://localhost/pricing?c=other');
    expect(readReferral()).toMatchObject({ campaign: 'spring', landing: '/premium', visitId: 'v1' });
    answer = () => {
      throw new TypeError('blocked');
    };
    await followReferral('alice', 'http://localhost/tweaks?ref=alice&c=spring');
    expect(readReferral()).toMatchObject({ campaign: 'spring', landing: '/tweaks', visitId: 'v1' });
    await followReferral('alice', `${PAGE}?ref=alice&c=autumn`);
    expect(readReferral()).toMatchObject({ campaign: 'autumn', landing: '/premium', visitId: null });
    await followReferral('alice', `${PAGE}?ref=alice&c=${'x'.repeat(41)}`);
    expect(readReferral()).not.toHaveProperty('campaign');
  });

  it('survives a server that cannot be reached', async () => {
    answer = () => {
      throw new TypeError('offline');
    };
    await followReferral('alice', PAGE);
    expect(readReferral()).toMatchObject({ ref: 'alice', visitId: null });
  });
});
