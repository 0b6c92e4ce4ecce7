import { saysFull } from './full-disk.ts';

/** PostgreSQL's classes of SQLSTATE for a broken connection, want of resources and a server that stops or starts; and what Node says. */
const AWAY = /^(08...|53...|57P0[1-3]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
/** pg's own errors have no code. */
const AWAY_SAID =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Why the database did not do what it was asked, where asking again later may help; an answer that was lost may be of something done. */
export function whyAway(error: unknown): 'full' | 'away' | undefined {
  if (!(error instanceof Error)) return undefined;
  if (saysFull(error)) return 'full';
  const { code = '', message, cause } = error as Error & { code?: string };
  if (AWAY.test(code) || AWAY_SAID.test(message)) return 'away';
  return whyAway(cause);
}
