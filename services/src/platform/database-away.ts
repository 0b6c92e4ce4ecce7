import { saysFull } from './full-disk.ts';

/** PostgreSQL's SQLSTATE classes for a broken connection, lack of resources, a stopping or starting server or the end of an idle session or late transaction; Node's codes. */
const AWAY = /^(08...|25P0[34]|53...|57P0[1-35]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
/** pg's own errors have no code. */
const AWAY_SAID =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Why a statement failed, if a retry may help; a statement whose response was lost may have been executed. */
export function whyAway(error: unknown): 'full' | 'away' | undefined {
  if (!(error instanceof Error)) return undefined;
  if (saysFull(error)) return 'full';
  const { code = '', message, cause } = error as Error & { code?: string };
  if (AWAY.test(code) || AWAY_SAID.test(message)) return 'away';
  return whyAway(cause);
}
