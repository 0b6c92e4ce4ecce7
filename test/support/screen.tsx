// Component specs: a route of the site with its store, over answers from the spec. Nothing else is replaced.
import { afterEach, expect, jest } from '@jest/globals';
import { act, cleanup, configure, getConfig, render, screen, waitFor } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { ComponentType } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { type Call, calls, codeOf, Done, type LiveUpdate, paths, placeAt } from '../../contracts/src/index.ts';
import { api } from '../../web/src/session/api/api.ts';
import { inTurn, pace } from '../../web/src/session/api/inTurn.ts';
import { ended } from '../../web/src/session/api/sessionSlice.ts';
import { store } from '../../web/src/session/api/store.ts';
import { seen } from './seen.ts';

// Testing Library expects it there to advance a spec's fake clock.
Object.assign(globalThis, { jest });
// Hidden elements are recognised by attributes: computed styles cost more than all the rest.
configure({
  defaultHidden: true,
  // React draws a change of the address at the latest after 5 s, where looking for it takes all of a busy processor's time.
  asyncUtilTimeout: 20_000,
  getElementError(message) {
    // A query that waits fails often, and once more at the end, when its message is read.
    if (Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')) return new Error(message ?? '');
    // A page's tags are thousands of lines: its visible text says more.
    return new Error([message, ...(server?.problems ?? []), 'On the screen:', ...seen(document.body)].join('\n'));
  },
});

type Calls = typeof calls;
export type CallName = keyof Calls;
/** The body of an answer; a file has none. */
export type AnswerOf<Name extends CallName> = Calls[Name] extends { answers: infer Kind }
  ? Kind extends TSchema
    ? Static<Kind>
    : never
  : Static<typeof Done>;

/** One request of the screen. */
export interface SentRequest {
  call: CallName;
  path: string;
  query: Record<string, string>;
  body: unknown;
}
type Given<Name extends CallName> = AnswerOf<Name> | Response | ((request: SentRequest) => AnswerOf<Name> | Response | Promise<Response>);
/** The server's answers: per call a body, or a function of the request. A call that is not named here fails the spec. */
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

/** An answer that never comes. */
export const onItsWay = () => new Promise<Response>(() => {});

export const refusal = (status: number, error: string): Response => Response.json({ error, code: codeOf(error) }, { status });

/** The server of one spec. An answer outside the contract fails the spec. */
class GivenServer {
  readonly sent: SentRequest[] = [];
  /** Requests without an answer in the spec, and answers outside the contract. */
  readonly problems: string[] = [];
  /** The last position of the live stream. */
  nextPosition = 1;
  /** The position of its read models, while they lag. */
  behind: number | undefined;

  constructor(private readonly answers: Answers) {}

  async answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const call = callOf(request.method, pathname);
    const text = await request.text();
    const made: SentRequest = { call, path: pathname, query: Object.fromEntries(searchParams), body: text ? JSON.parse(text) : undefined };
    this.sent.push(made);
    const given = this.answers[call] as Given<CallName> | undefined;
    if (given === undefined) {
      this.problems.push(`No answer is given to ${request.method} ${pathname}`);
      return refusal(501, 'The spec gives no answer to this');
    }
    const body = typeof given === 'function' ? await given(made) : given;
    if (body instanceof Response) return body.clone();
    const schema = (calls[call] as Call).answers ?? Done;
    if (typeof schema === 'object')
      this.problems.push(...Value.Errors(schema, body).map(({ instancePath, message }) => `${call}, ${instancePath || 'all'}: ${message}`));
    const position = this.behind ?? this.nextPosition;
    return Response.json(body, { headers: { 'Log-Position': String(position) } });
  }
}

let server: GivenServer | undefined;
const usualGapMs = pace.gapMs;
let clock: 'fake' | 'real' = 'real';

/** The live stream: it stays open and sends the spec's lines. */
class GivenStream {
  private readonly open: ReadableStreamDefaultController<Uint8Array>[] = [];
  /** How often a screen connected. */
  connections = 0;
  private isRefused = false;

  constructor(private readonly server: GivenServer) {}

  connect(signal: AbortSignal | null | undefined): Response {
    this.connections++;
    if (this.isRefused) return refusal(401, 'Please log in');
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      this.open.push(controller);
      this.tell({ position: 1, events: [] });
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    };
    return new Response(new ReadableStream({ start }), { headers: { 'Content-Type': 'text/event-stream' } });
  }
  tell = (update: LiveUpdate) => {
    this.server.nextPosition = update.position;
    this.open.at(-1)!.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(update)}\n\n`));
  };
  lose = () => this.open.at(-1)!.close();
  /** It ends, and the server no longer knows the session. */
  refuse = () => {
    this.isRefused = true;
    this.lose();
  };
}

/** Files that a screen hands to the browser. @returns their names and contents, as they arrive. */
function keptFiles() {
  const blobs = new Map<string, Blob>();
  const kept: { name: string; blob: Blob }[] = [];
  jest.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  jest.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    kept.push({ name: this.download, blob: blobs.get(this.getAttribute('href')!)! });
  });
  return () => Promise.all(kept.map(async ({ name, blob }) => [name, await blob.text()] as const));
}

interface Options {
  answers: Answers;
  /** The logged-in account; absent: none. */
  session?: AnswerOf<'POST /api/affiliate/login'>;
  /** The spec has a fake clock (`jest.useFakeTimers`), which typing and clicking then advance. */
  fakeClock?: boolean;
  /** The path of the route, where it has parameters. */
  path?: string;
}

const ROOT = join(import.meta.dirname, '../..');

/** Loads the code of tabs and dialogs in advance, so that no spec waits for the file system. */
export const loadCode = (...files: string[]) => Promise.all(globSync(files, { cwd: ROOT }).map((file) => import(join(ROOT, file))));

/** The open tab has its code. */
export const panelLoaded = () => waitFor(() => expect(document.querySelector('#place')?.textContent).not.toBe('Loading...'));

/** While a modal dialog is open or closes, a page reacts to nothing outside it. */
const isReachable = (element: Element) =>
  document.body.style.pointerEvents !== 'none' || element.closest('[style*="pointer-events: auto"]') !== null;
const METHODS = ['click', 'type', 'clear', 'selectOptions', 'upload', 'hover'] as const;
/** Waits for a busy button, and for a dialog that opens or closes, as a person does. */
const patient = (user: UserEvent): UserEvent => {
  const patiently =
    (method: (typeof METHODS)[number]) =>
    async (element: Element, ...more: never[]) => {
      await waitFor(() => {
        expect(element).not.toHaveProperty('disabled', true);
        expect(isReachable(element)).toBe(true);
      });
      await (user[method] as (element: Element, ...more: never[]) => Promise<void>)(element, ...more);
    };
  return { ...user, ...Object.fromEntries(METHODS.map((method) => [method, patiently(method)])) };
};

// A screen here is the only tab: it leads without an election.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');

/** Opens one route of the site at an address. @returns the screen's queries, its user, and its requests. */
export function openScreen(address: string, Route: ComponentType, { answers, session, fakeClock, path: pattern }: Options) {
  const given = (server = new GivenServer(answers));
  clock = fakeClock ? 'fake' : 'real';
  pace.gapMs = 0;
  const live = new GivenStream(given);
  globalThis.fetch = async (input, init) => {
    if (String(input).endsWith('/api/live')) return live.connect(init?.signal);
    return given.answer(new Request(input, init));
  };
  if (session) store.dispatch({ type: 'session/began', payload: session });
  const asked = address.split(/[?#]/)[0]!;
  const { dashboard } = placeAt(asked) ?? {};
  const path = pattern ?? (dashboard ? `${paths[dashboard]}/*` : asked);
  window.history.replaceState(null, '', address);
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
    user: patient(userEvent.setup(fakeClock ? { advanceTimers: jest.advanceTimersByTime } : { delay: null })),
    live,
    kept: keptFiles(),
    /** Advances the fake clock by this many ms. */
    pass: (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms)),
    sent: given.sent,
    /** Read models stay at this position; undefined: they catch up. */
    lag: (position?: number) => void (given.behind = position),
    /** Requests of one call, oldest first. */
    sentTo: (call: CallName) => given.sent.filter((one) => one.call === call),
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    hash: () => router.state.location.hash,
    /** The browser's Back. */
    back: () => act(() => router.navigate(-1)),
  };
}

/** Call this at the top of each component spec: after each test the page is empty and every request had an answer. */
export function closeScreens(): void {
  afterEach(async () => {
    cleanup();
    // The store finishes pending work by the clock it started with.
    if (clock === 'fake') await jest.advanceTimersByTimeAsync(1_000);
    jest.useRealTimers();
    // Follow-up requests of a screen belong to this spec, not the next; those never answered are not waited for.
    await Promise.race([inTurn(() => {}), new Promise((passed) => setTimeout(passed, 500))]);
    pace.gapMs = usualGapMs;
    store.dispatch(ended());
    store.dispatch(api.util.resetApiState());
    jest.restoreAllMocks();
    expect(server?.problems ?? []).toEqual([]);
    server = undefined;
  });
}
