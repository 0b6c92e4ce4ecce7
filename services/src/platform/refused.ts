import { codeOf, type Refusal, type RefusalCode } from '@framelift/contracts';

/** Kinds of refusals; services/src/http/errors.ts maps each to a status. */
export type RefusalKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'tooLarge'
  | 'unsupported'
  /** It contradicts an earlier request. */
  | 'mismatch'
  | 'tooMany'
  /** The store's response was not as documented. */
  | 'badStore'
  | 'unavailable';

/** The caller's error: answered with `{ error, code }`, changes nothing. Any other error is a bug. */
export class Refused extends Error {
  /** For programs to compare: the key of the refusal's text. */
  readonly code: RefusalCode;

  constructor(
    message: Refusal,
    readonly kind: RefusalKind = 'invalid',
    /** Seconds after which to retry. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.code = codeOf(message) ?? 'badRequest';
  }

  /** With a text that is not in the contract's refusals: for a terminal, a health check, or to name a field. */
  static inWords(text: string, kind?: RefusalKind, code?: RefusalCode): Refused {
    return Object.assign(new Refused(text as Refusal, kind), code && { code });
  }
}

/** Names the thing that a refusal is about, where there is a name. */
export function naming<T>(name: string | null, decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Refused && name) throw Refused.inWords(`${name}: ${error.message}`, error.kind, error.code);
    throw error;
  }
}

export function refuseIf(condition: boolean, message: Refusal, kind?: RefusalKind): void {
  if (condition) throw new Refused(message, kind);
}
