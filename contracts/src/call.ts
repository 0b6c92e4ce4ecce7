import type { TSchema } from 'typebox';

/** Who may make a call: nobody else gets past the guard. 'account' is any signed-in affiliate or admin. */
export type Permission = 'public' | 'account' | 'affiliate' | 'admin';

/** Why a call answers what is not its answer, by status. */
export const reasons = {
  400: 'The request is not valid',
  401: 'Nobody is signed in with this token, or name and password do not fit',
  403: 'Not for this account, or not before something else',
  404: 'There is none',
  409: 'It does not fit what is there by now',
  413: 'More than the call takes',
  415: 'Only JSON is taken',
  422: 'This Idempotency-Key was used for another request',
  429: 'Too many requests; `Retry-After` says when to try again',
  500: 'A fault: whether it happened is unknown; repeat it with the same Idempotency-Key',
  502: 'The store did not answer as documented',
  503: 'Not now: the reason is in the text',
} as const;

export interface Call {
  does: string;
  permission: Permission;
  /** Only within ten minutes of signing in or of `POST /api/account/confirm`; else 403. */
  confirmed?: true;
  body?: TSchema;
  query?: readonly string[];
  answers: TSchema | 'image' | 'csv' | 'page' | 'stream' | 'text' | 'plain';
  status?: number;
  /** What it refuses with beyond what every call of its kind may (openapi.ts). */
  refuses?: readonly (keyof typeof reasons)[];
}
