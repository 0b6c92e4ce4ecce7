// Component specs: a route of the site with its store, over answers that the spec gives. Nothing else is stood in for.
import { afterEach, expect } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { type Call, calls } from '../../contracts/src/index.ts';
import { api } from '../../web/src/session/api/api.ts';
import { ended } from '../../web/src/session/api/sessionSlice.ts';
import { store } from '../../web/src/session/api/store.ts';

type Calls = typeof calls;
export type CallName = keyof Calls;
export type AnswerOf<Name extends CallName> = Calls[Name] extends { answers: infer Schema extends TSchema } ? Static<Schema> : never;

/** One request that the screen made. */
export interface Asked {
  call: CallName;
  path: string;
  query: Record<string, string>;
  body: unknown;
}
type Given<Name extends CallName> = AnswerOf<Name> | ((asked: Asked) => AnswerOf<Name> | Response | Promise<Response>);
/** What the server answers: per call its body, or a function of the request. A call that is not named here fails the spec. */
export type Answers = { [Name in CallName]?: Given<Name> };

const patterns = (Object.keys(calls) as CallName[]).map((call) => {
  const [method, path] = call.split(' ') as [string, string];
  return { call, method, path: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`), fixed: !path.includes(':') };
});
const callOf = (method: string, path: string): CallName => {
  const fitting = patterns.filter((pattern) => pattern.method === method && pattern.path.test(path));
  const found = fitting.find(({ fixed }) => fixed) ?? fitting[0];
  if (!found) throw new Error(`No call ${method} ${path} in the contract`);
  return found.call;
};

export const refusal = (status: number, error: string): Response => Response.json({ error }, { status });

/** The server of one spec. A golden answer that the contract does not allow fails it. */
class GivenServer {
  readonly asked: Asked[] = [];
  readonly unanswered: string[] = [];

  constructor(private readonly answers: Answers) {}

  async answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const call = callOf(request.method, pathname);
    const text = await request.text();
    const asked: Asked = { call, path: pathname, query: Object.fromEntries(searchParams), body: text ? JSON.parse(text) : undefined };
    this.asked.push(asked);
    const given = this.answers[call] as Given<CallName> | undefined;
    if (given === undefined) {
      this.unanswered.push(`${request.method} ${pathname}`);
      return refusal(501, 'The spec gives no answer to this');
    }
    const body = typeof given === 'function' ? await given(asked) : given;
    if (body instanceof Response) return body;
    const schema = (calls[call] as Call).answers;
    if (typeof schema === 'object') expect([call, ...Value.Errors(schema, body)]).toEqual([call]);
    return Response.json(body, { headers: { 'Log-Position': '1' } });
  }
}

let server: GivenServer | undefined;

/** A connection that stays open and says nothing. */
const silentStream = (signal: AbortSignal | null | undefined) =>
  new Response(new ReadableStream({ start: (c) => signal?.addEventListener('abort', () => c.error(signal.reason)) }), {
    headers: { 'Content-Type': 'text/event-stream' },
  });

interface Options {
  answers: Answers;
  /** Who is signed in; absent: nobody. */
  session?: AnswerOf<'POST /api/affiliate/login'>;
}

/** Opens one route of the site at an address. @returns the screen's queries, its user, and what it asked of the server. */
export function openScreen(address: string, Route: ComponentType, { answers, session }: Options) {
  const given = (server = new GivenServer(answers));
  globalThis.fetch = async (input, init) => {
    if (String(input).endsWith('/api/live')) return silentStream(init?.signal);
    return given.answer(new Request(input, init));
  };
  if (session) store.dispatch({ type: 'session/began', payload: session });
  const path = address.split('?')[0]!;
  const elsewhere = { path: '*', element: <p>Elsewhere</p> };
  const router = createMemoryRouter([{ element: <Outlet />, children: [{ path, element: <Route /> }, elsewhere] }], {
    initialEntries: [address],
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return {
    screen,
    user: userEvent.setup(),
    asked: given.asked,
    /** Requests of one call, oldest first. */
    askedFor: (call: CallName) => given.asked.filter((one) => one.call === call),
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
  };
}

/** Call it at the top of each component spec: after each test the page is empty and every request had an answer. */
export function closeScreens(): void {
  afterEach(() => {
    cleanup();
    store.dispatch(ended());
    store.dispatch(api.util.resetApiState());
    expect(server?.unanswered ?? []).toEqual([]);
    server = undefined;
  });
}
