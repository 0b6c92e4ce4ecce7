import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import { api, followLive, sawPosition } from './api.ts';
import { Presses, retries } from './press.ts';
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
const lost = () => {
  throw new TypeError('connection lost');
};
const gateway = () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 });
const keys = () => requests.map((request) => request.headers.get('Idempotency-Key'));

retries.afterMs = retries.afterMs.map(() => 0);
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

  it('sends a command again, with its key, until somebody says what became of it', async () => {
    answers = [lost, gateway, () => Response.json({ done: true })];
    expect((await act({ amount: 2 })).data).toEqual({ done: true });
    const [first, second, third, ...more] = keys();
    expect([second, third, more]).toEqual([first, first, []]);
  });

  it('gives up after a few times, and says so', async () => {
    answers = Array.from({ length: 9 }, () => gateway);
    expect((await act({ amount: 2 })).error).toMatchObject({ originalStatus: 502 });
    expect(new Set(keys()).size).toBe(1);
    expect(requests.length).toBe(retries.afterMs.length + 1);
  });

  it('sends a command once where our server refuses it or fails', async () => {
    for (const status of [400, 409, 500, 503]) {
      requests = [];
      answers = [() => Response.json({ error: 'No' }, { status })];
      await act({ amount: 2 });
      expect([status, requests.length]).toEqual([status, 1]);
    }
  });
});

describe('a press', () => {
  const later = async (presses: Presses, body: object) => {
    const before = requests.length;
    await presses.make(body, () => act(body));
    return requests[before]!.headers.get('Idempotency-Key');
  };
  const down = () => void (answers = Array.from({ length: retries.afterMs.length + 1 }, () => lost));

  it('repeats the one before only if nothing answered that', async () => {
    const presses = new Presses();
    down();
    const first = await later(presses, { amount: 2 });
    expect(await later(presses, { amount: 2 })).toBe(first);
    expect(await later(presses, { amount: 2 })).not.toBe(first);
  });

  it('is another intent after a gateway’s answer, another press, or on another button', async () => {
    const presses = new Presses();
    answers = Array.from({ length: retries.afterMs.length + 1 }, () => gateway);
    const first = await later(presses, { amount: 2 });
    expect(await later(presses, { amount: 2 })).not.toBe(first);
    down();
    const lostOne = await later(presses, { amount: 3 });
    await later(presses, { amount: 4 });
    expect(await later(presses, { amount: 3 })).not.toBe(lostOne);
    down();
    const onThis = await later(presses, { amount: 5 });
    expect(await later(new Presses(), { amount: 5 })).not.toBe(onThis);
  });

  it('of every command has another key after A and B, whatever became of A', async () => {
    const files = globSync('**/{*Api,order}.ts', { cwd: join(import.meta.dirname, '../..') });
    await Promise.all(files.map((file) => import(join(import.meta.dirname, '../..', file))));
    const commands = Object.entries(api.endpoints as Record<string, any>).filter(([, { useMutation }]) => useMutation);
    expect(commands.length).toBeGreaterThan(60);
    // Whatever an endpoint reads of its argument is there.
    const argument = (text: string) => ({
      id: text,
      invoice: text,
      section: text,
      page: text,
      path: text,
      code: text,
      body: { text },
      text,
    });
    let sent = 0;
    for (const [name, { initiate }] of commands) {
      await store.dispatch(initiate(argument('any'), { track: false }));
      // A file is asked for by GET.
      if (requests.at(-1)?.method === 'GET') continue;
      for (const became of [gateway, lost, () => Response.json({}), () => Response.json({ error: 'No' }, { status: 409 })]) {
        const presses = new Presses();
        const press = async (text: string) => {
          const before = requests.length;
          await presses.make(argument(text), () => store.dispatch(initiate(argument(text), { track: false })));
          return requests[before]?.headers.get('Idempotency-Key');
        };
        answers = Array.from({ length: retries.afterMs.length + 1 }, () => became);
        const first = await press('a');
        answers = [];
        await press('b');
        const third = await press('a');
        sent++;
        expect([name, first === third, !!first, !!third]).toEqual([name, false, true, true]);
      }
    }
    expect(sent).toBeGreaterThan(200);
  });
});

it('every command of a screen is sent by useCommand', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('**/!(*.spec).{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('useCommand.ts'));
  const direct = files.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/= use\w+Mutation\(/g) ?? []);
  // A file is asked for by GET.
  expect(direct.filter((call) => !/= use(?!Discard)\w+FileMutation\(/.test(call))).toEqual([]);
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
