/** The caller's error: answered with the status and `{ "error": message }`, changes nothing. Any other error is a bug. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status = 400,
    /** Seconds after which it is worth trying again. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

export function refuseIf(condition: boolean, message: string, status = 400): void {
  if (condition) throw new Refused(message, status);
}
