import { type TSchema, Type } from 'typebox';
import type { Scope } from '../rules/scopes.ts';

/** Who may make a call. 'account' is any signed-in affiliate or admin. */
export type Permission = 'public' | 'account' | 'affiliate' | 'admin';

/** Why a call fails, by status. */
export const reasons = {
  400: 'The request is not valid',
  401: 'The token is missing or not valid, or the username or password is wrong',
  403: 'Not allowed for this account, or only after another step',
  404: 'Not found',
  409: 'Conflicts with the current state',
  413: 'The body is too large',
  415: 'Only JSON is accepted',
  422: 'This Idempotency-Key was used for another request',
  429: 'Too many requests; `Retry-After` says when to try again',
  500: 'Server error: the outcome is unknown; repeat the request with the same Idempotency-Key',
  502: 'The store did not answer as documented',
  503: 'Temporarily unavailable: the text says why',
} as const;

/** Requests queue by lane: visitors; reserved (store, admins); patient (wait for a store or password check); unlimited (never queue). */
export type Lane = 'visitors' | 'reserved' | 'patient' | 'unlimited';

/** Bytes that a body may have. A picture of 8 MB as a data URL is the large one. */
export const bodyBytes = { usual: 64 * 1024, large: 11 * 1024 * 1024 } as const;

export interface Call {
  does: string;
  permission: Permission;
  /** Only within ten minutes of signing in or of `POST /api/account/confirm`; else 403. */
  confirmed?: true;
  body?: TSchema;
  /** Its query parameters by name; none is required (queries.ts). */
  query?: Readonly<Record<string, TSchema>>;
  /** By default `Done`: it happened. */
  answers?: TSchema | 'image' | 'csv' | 'pdf' | 'page' | 'stream' | 'text' | 'plain';
  status?: number;
  /** It answers as `text/event-stream` too, where that is asked for. */
  streams?: true;
  /** By default admins' calls are reserved and all others visitors'. */
  lane?: Lane;
  /** Its body may be large. The guard runs before it is read. */
  largeBody?: true;
  /** Its body may be a form, which is not read (RFC 8058). */
  formBody?: true;
  /** A sign-in: recorded and counted; its body is not read while the password queue is full. */
  signsIn?: true;
  /** The store sends it: refused ones are counted by their reason. */
  fromStore?: true;
  /** It shows no personal data, so an admin's access is not recorded. */
  noPersonalData?: true;
  /** An API key with this scope may make the call too. Without one it is for people only. */
  scope?: Scope;
  /** Personal fields are null for a key without read:personal, which otherwise could not read the call at all. */
  personalByScope?: true;
  /** Somebody keeps its answer and acts on it, so it waits for the archive; a file always does. */
  leaves?: true;
  /** Refusals besides those every call of its kind has (openapi.ts). */
  refuses?: readonly (keyof typeof reasons)[];
}

/** Makes every call one of admins alone. */
export const forAdmins = <const C extends Record<string, Omit<Call, 'permission'>>>(calls: C) =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, { ...call, permission: 'admin' }])) as {
    [N in keyof C]: C[N] & { readonly permission: 'admin' };
  };

/** Every scope that a key needs for a call; undefined: no key may make it. */
export const scopesOf = ({ scope, noPersonalData, personalByScope }: Call): readonly Scope[] | undefined =>
  scope && (scope.startsWith('write:') || noPersonalData || personalByScope ? [scope] : [scope, 'read:personal']);

export const laneOf = ({ lane, permission }: Call): Lane => lane ?? (permission === 'admin' ? 'reserved' : 'visitors');

/** Whether its answer waits until everything that it shows is archived. */
export const leaves = ({ leaves: says, answers }: Call): boolean => says ?? (answers === 'csv' || answers === 'pdf');

/** Whether its body says which position it is based on (`editBase`). */
export const takesBase = ({ body }: Call): boolean => 'editBase' in ((body as { properties?: object } | undefined)?.properties ?? {});

/** A pattern that matches only the paths of some calls, valid in PCRE and JavaScript. */
export const pathPattern = (calls: Record<string, Call>, which: (call: Call) => boolean): string => {
  const paths = Object.entries(calls).flatMap(([name, call]) => (which(call) ? [name.split(' ')[1]!] : []));
  return `^(?:${[...new Set(paths)].map((path) => path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')).join('|')})$`;
};

export const Done = Type.Object({ success: Type.Literal(true) });
