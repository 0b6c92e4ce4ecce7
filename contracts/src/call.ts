import type { TSchema } from 'typebox';

/** Who may make a call: nobody else gets past the guard. 'account' is any signed-in affiliate or admin. */
export type Permission = 'public' | 'account' | 'affiliate' | 'admin';

/** Why a call answers what is not its answer, by status. */
export const reasons = {
  400: 'The request is not valid',
  401: 'The token is missing or not valid, or name and password do not fit',
  403: 'Not allowed for this account, or not before something else is done',
  404: 'Not found',
  409: 'Conflicts with the current state',
  413: 'The body is too large',
  415: 'Only JSON is accepted',
  422: 'This Idempotency-Key was used for another request',
  429: 'Too many requests; `Retry-After` says when to try again',
  500: 'A fault: whether it happened is unknown; repeat it with the same Idempotency-Key',
  502: 'The store did not answer as documented',
  503: 'Not now: the reason is in the text',
} as const;

/** Requests queue by lane: visitors; reserved (store, admins); patient (wait for a store or password check); unlimited (never queue). */
export type Lane = 'visitors' | 'reserved' | 'patient' | 'unlimited';

/** Bytes that a body may have. A proof of 2 MB as a data URL is the large one. */
export const bodyBytes = { usual: 64 * 1024, large: 3 * 1024 * 1024 } as const;

export interface Call {
  does: string;
  permission: Permission;
  /** Only within ten minutes of signing in or of `POST /api/account/confirm`; else 403. */
  confirmed?: true;
  body?: TSchema;
  query?: readonly string[];
  answers: TSchema | 'image' | 'csv' | 'page' | 'stream' | 'text' | 'plain';
  status?: number;
  /** Where it is not said, admins' calls are reserved and all others visitors'. */
  lane?: Lane;
  /** Its body may be large. Who asks is checked before it is read. */
  largeBody?: true;
  /** A sign-in: it is recorded, failed ones are counted, and while too many passwords are checked its body is not read. */
  signsIn?: true;
  /** The store sends it: refused ones are counted by their reason. */
  fromStore?: true;
  /** It shows no personal data, so a look of an admin at it is not recorded. */
  noPersonalData?: true;
  /** What it refuses with beyond what every call of its kind may (openapi.ts). */
  refuses?: readonly (keyof typeof reasons)[];
}

export const laneOf = ({ lane, permission }: Call): Lane => lane ?? (permission === 'admin' ? 'reserved' : 'visitors');

/** A pattern that fits the paths of some calls and nothing else, as text that PCRE and JavaScript read alike. */
export const pathPattern = (calls: Record<string, Call>, which: (call: Call) => boolean): string => {
  const paths = Object.entries(calls).flatMap(([name, call]) => (which(call) ? [name.split(' ')[1]!] : []));
  return `^(?:${[...new Set(paths)].map((path) => path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')).join('|')})$`;
};
