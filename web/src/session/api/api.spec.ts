import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import { api, followLive, sawPosition } from './api.ts';
import { inMemoryStorage } from '../../lib/inMemoryStorage.ts';
import { keptSession } from '../session.ts';
import { began, keepSession, sessionSlice } from './sessionSlice.ts';

const endpoints = api.injectEndpoints({
  endpoints: (build) => ({
    look: build.query<unknown, number>({ query: (n) => `look/${n}` }),
    act: build.mutation<unknown, object>({ query: (body) => ({ url: 'act', method: 'POST', body }) }),
  }),
}).endpoints;

let requests: Request[];
let answers: (() => Response)[];
let store: ReturnType<typeof makeStore>;

const makeStore = () =>
  configureStore({
    reducer: { api: api.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
const act = (body: object) => store.dispatch(endpoints.act.initiate(body));
const keys = () => requests.map((request) => request.headers.get('Idempotency-Key'));

beforeEach(() => {
  requests = [];
  answers = [];
  Object.defineProperty(globalThis, 'localStorage', { value: inMemoryStorage(), configurable: true });
  const RealRequest = Request;
  globalThis.Request = class extends RealRequest {
    constructor(url: string, init?: RequestInit) {
      super(new URL(url, 'http://localhost'), init);
    }
  } as typeof Request;
  globalThis.fetch = async (request) => {
    requests.push(request as Request);
    return (answers.shift() ?? (() => Response.json({})))();
  };
  store = makeStore();
  keepSession(store);
});

describe('the api', () => {
  // The second endpoint of a name is ignored without an error.
  it('has no two endpoints of one name', () => {
    const files = globSync('**/!(*.spec).ts', { cwd: join(import.meta.dirname, '../..') });
    const names = files.flatMap((file) => {
      const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
      return [...text.matchAll(/(\w+): build\.(?:query|infiniteQuery|mutation)\b/g)].map(([, name]) => name);
    });
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('sends the bearer token, and forgets one the server no longer knows', async () => {
    store.dispatch(began({ token: 't1', affiliate: {} as never }));
    expect(keptSession.read().token).toBe('t1');
    answers = [() => Response.json({ error: 'Please log in' }, { status: 401 })];
    await act({});
    expect(requests[0]!.headers.get('Authorization')).toBe('Bearer t1');
    expect([store.getState().session.token, keptSession.read().token]).toEqual([null, null]);
  });

  it('asks for views as fresh as the last answer', async () => {
    answers = [() => Response.json({}, { headers: { 'Log-Position': '1000041' } })];
    await act({});
    await store.dispatch(endpoints.look.initiate(1));
    expect(requests[1]!.headers.get('Log-After')).toBe('1000041');
  });

  it('gives every command its own key', async () => {
    await act({ amount: 1 });
    await act({ amount: 1 });
    expect(new Set(keys()).size).toBe(2);
    expect(keys()).not.toContain(null);
  });

  it('repeats the key of a command whose answer was lost', async () => {
    answers = [
      () => {
        throw new TypeError('connection lost');
      },
      () => new Response('', { status: 502 }),
    ];
    await act({ amount: 2 });
    await act({ amount: 2 });
    await act({ amount: 2 });
    await act({ amount: 2 });
    const [first, second, third, fourth] = keys();
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });
});

describe('an answer beside the live stream', () => {
  const at = (position: number) => () => Response.json({}, { headers: { 'Log-Position': String(position) } });
  let behind = 0;
  let leave = () => {};
  beforeEach(() => {
    behind = 0;
    leave = followLive(() => behind++);
  });
  afterEach(() => leave());
  const look = (position: number) => {
    answers.push(at(position));
    return store.dispatch(endpoints.look.initiate(position, { forceRefetch: true }));
  };

  it('that was given before the stream was open lacks what happened until then', async () => {
    await look(4);
    await look(6);
    expect(behind).toBe(0);
    sawPosition(5);
    expect(behind).toBe(1);
  });

  it('that was asked for before, and comes after, does as well', async () => {
    const asking = look(4);
    sawPosition(5);
    await asking;
    expect(behind).toBe(1);
  });

  it('lacks nothing where it is of the stream’s position or a later one', async () => {
    await look(5);
    sawPosition(5);
    await look(5);
    await look(9);
    expect(behind).toBe(0);
  });

  it('of an earlier position than the stream told when it was asked for is behind', async () => {
    sawPosition(5);
    await look(5);
    sawPosition(8);
    expect(behind).toBe(0);
    await look(7);
    expect(behind).toBe(1);
  });
});
