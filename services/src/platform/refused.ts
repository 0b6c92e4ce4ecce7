import { codeOf, type Refusal, type RefusalCode } from '@framelift/contracts';

/** Why something is refused; services/src/http/errors.ts says which status each is. */
export type RefusalKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'tooLarge'
  | 'unsupported'
  /** It contradicts what was said before. */
  | 'mismatch'
  | 'tooMany'
  /** The store did not answer as documented. */
  | 'badStore'
  | 'unavailable';

/** The caller's error: answered with `{ error, code }`, changes nothing. Any other error is a bug. */
export class Refused extends Error {
  /** What programs compare: the key of the text among the refusals. */
  readonly code: RefusalCode;

  constructor(
    message: Refusal,
    readonly kind: RefusalKind = 'invalid',
    /** Seconds after which it is worth trying again. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.code = codeOf(message) ?? 'badRequest';
  }

  /** With a text that is no refusal of the contract: of a terminal, of a health check, or one that names a field. */
  static inWords(text: string, kind?: RefusalKind, code?: RefusalCode): Refused {
    return Object.assign(new Refused(text as Refusal, kind), code && { code });
  }
}

export function refuseIf(condition: boolean, message: Refusal, kind?: RefusalKind): void {
  if (condition) throw new Refused(message, kind);
}
