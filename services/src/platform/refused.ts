/** The caller is at fault: answered with the status and `{ "error": message }`, changes nothing. Anything else thrown is ours. */
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
