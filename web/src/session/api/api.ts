import type { UnknownAction } from '@reduxjs/toolkit';
import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  fetchBaseQuery,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';
import type { RefusalCode } from '@framelift/contracts';
import { isOffline, OFFLINE } from '../../lib/network/offline.ts';
import { untilBack } from '../../lib/network/untilBack.ts';
import { inTurn } from './inTurn.ts';
import { keyOfPress, untilKnown } from './press.ts';
import { ended, type SessionState } from './sessionSlice.ts';

/** How far the log was when the server last answered; a view asked after it waits until it has caught up. */
let position = 0;

/** The last position of the live stream; 0 before it is open. */
let live = 0;
/** The earliest position of an answer that was asked for before. */
let beforeLive = Number.POSITIVE_INFINITY;
let onBehind = (): void => {};

/** Calls `listener` when an answer lacks what the live stream already said: the read model lags, or it was asked for before. */
export const followLive = (listener: () => void): (() => void) => {
  onBehind = listener;
  return () => {
    [live, beforeLive, onBehind] = [0, Number.POSITIVE_INFINITY, () => {}];
  };
};

/** The live stream is at this position: what is asked from now on shows at least that. */
export const sawPosition = (seen: number): void => {
  const opens = !live;
  live = Math.max(live, seen);
  position = Math.max(position, seen);
  if (opens && beforeLive < seen) onBehind();
};

const send = fetchBaseQuery({ baseUrl: '/api/' });

interface ExtraOptions {
  /** It waits until everything asked in turn before has been answered. */
  inTurn?: boolean;
  /** It carries no token, and its refusal says nothing about who is signed in. */
  withoutSession?: boolean;
}
export type Ask = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, ExtraOptions, FetchBaseQueryMeta>;

/** No answer of our server: without network, while it restarts, or behind a captive portal. */
const isAway = (error: FetchBaseQueryError | undefined): boolean =>
  error?.status === 'FETCH_ERROR' || (error?.status === 'PARSING_ERROR' && [200, 502, 503, 504].includes(error.originalStatus));

let returning: Promise<void> | undefined;
/** Once the server answers one read again, all that is on the screen is asked for again. */
const askWhenBack = (read: () => ReturnType<typeof send>, dispatch: (action: UnknownAction) => unknown): void => {
  const again = async () => {
    await untilBack(async () => !isAway((await read()).error));
    returning = undefined;
    dispatch(api.util.invalidateTags([...tagTypes]) as UnknownAction);
  };
  returning ??= again();
};

const askNow: Ask = async (ask, api, extra) => {
  const args = typeof ask === 'string' ? { url: ask } : ask;
  const headers = new Headers(args.headers as HeadersInit | undefined);
  const tokenNow = () => (api.getState() as SessionState).session.token;
  const token = extra?.withoutSession ? null : tokenNow();
  if (token) headers.set('Authorization', `Bearer ${token}`);

  const isCommand = args.method !== undefined;
  if (isCommand) {
    headers.set('Idempotency-Key', keyOfPress());
  } else if (position > 0) {
    headers.set('Log-After', String(position));
  }
  const reported = live;

  const sendNow = () => send({ ...args, headers }, api, extra);
  const result = await (isCommand ? untilKnown(sendNow, api.signal) : sendNow());
  if (!isCommand && isAway(result.error)) askWhenBack(sendNow, api.dispatch);
  const response = result.meta?.response;
  const answered = positionOf(result.meta);
  position = Math.max(position, answered ?? 0);
  if (!isCommand && answered !== undefined) {
    if (!reported) beforeLive = Math.min(beforeLive, answered);
    if (answered < (reported || live)) onBehind();
  }
  // The server no longer knows this token; the screen sends the person to the login.
  if (response?.status === 401 && token && token === tokenNow()) api.dispatch(ended());
  return result;
};

const baseQuery: Ask = (ask, api, extra) => (extra?.inTurn ? inTurn(() => askNow(ask, api, extra)) : askNow(ask, api, extra));

/** The log position an answer was made at. */
const positionOf = (meta: FetchBaseQueryMeta | undefined): number | undefined => {
  const header = meta?.response?.headers.get('Log-Position');
  return header ? Number(header) : undefined;
};

/** What queries show, by the thing; a command and a live update name those that they change (liveTags.ts). */
export const tagTypes = [
  // Of an affiliate: the figures of their dashboard, charts and sources, and what their books list.
  'Dashboard',
  'Trends',
  'Ledger',
  // Where a number comes from.
  'Why',
  // Of the programme.
  'Overview',
  // What waits for an admin.
  'Attention',
  'FirstRun',
  'Affiliates',
  'Cashouts',
  'Payouts',
  'Review',
  'Actions',
  'Sales',
  'Terms',
  'Site',
  'Keys',
  'Webhooks',
  // Of the log.
  'Events',
  'ReadModels',
  // No live update changes them.
  'Backups',
  'NewerVersion',
  // Of an account's own settings; no live update changes them.
  'Account',
] as const;
export type Tag = (typeof tagTypes)[number];

/** An answer, and the log position it was made at: what is decided about it names that. */
export type Shown<View> = View & { position?: number };
export const shown = <View extends object>(view: View, meta: FetchBaseQueryMeta | undefined): Shown<View> => ({
  ...view,
  position: positionOf(meta),
});

/** The one api; features inject their endpoints (types from contracts). */
export const api = createApi({ baseQuery, tagTypes, endpoints: () => ({}) });

/** What to tell about a failed call: the server's own words, or the fallback. */
export const errorText = (error: unknown, fallback: string): string => {
  if (isOffline() && isAway(error as FetchBaseQueryError | undefined)) return OFFLINE;
  const data = (error as FetchBaseQueryError | undefined)?.data as { error?: unknown; message?: unknown } | undefined;
  if (typeof data?.error === 'string' && data.error) return data.error;
  return typeof data?.message === 'string' && data.message ? data.message : fallback;
};

/** Whether the server refused a call with this. */
export const isRefusedWith = (error: unknown, code: RefusalCode): boolean =>
  ((error as FetchBaseQueryError | undefined)?.data as { code?: unknown } | undefined)?.code === code;

/** The HTTP status of a failed call; none when the server was never reached. */
export const statusOf = (error: unknown): number | undefined => {
  const { status, originalStatus } = (error ?? {}) as { status?: unknown; originalStatus?: number };
  return typeof status === 'number' ? status : originalStatus;
};
