import { readAtMost, TooLong } from '../../platform/read-at-most.ts';

/** The longest pause that an upstream may ask for (ms). */
const MAX_PAUSE_MS = 15 * 60_000;

/** What is known of a failure: the HTTP status, and for how long the source asks to be left alone (ms). */
interface Failure {
  status?: number;
  pauseMs?: number;
}

/** A source that did not answer as it should. Its text never holds an address or a token. */
export class FeedFailed extends Error {
  readonly status: number | undefined;
  readonly pauseMs: number;
  constructor(message: string, { status, pauseMs = 0 }: Failure = {}) {
    super(message);
    this.status = status;
    this.pauseMs = pauseMs;
  }
}

export interface Ask {
  url: string;
  headers?: Record<string, string>;
  timeoutMs: number;
  /** The most bytes an answer may have. */
  maxBytes: number;
  /** Why an answer with these headers is no use. */
  refuses?: (headers: Headers) => string | undefined;
}

const pauseOf = (response: Response): number => {
  const reset = Number(response.headers.get('x-ratelimit-reset')) * 1000 - Date.now();
  const startedAt =
    Number(response.headers.get('retry-after')) * 1000 || (response.headers.get('x-ratelimit-remaining') === '0' ? reset : 0);
  return Math.min(Math.max(startedAt || 0, 0), MAX_PAUSE_MS);
};

/** One GET, headers and body within the time-out. @throws FeedFailed on whatever is not a complete 200 */
export async function ask({ url, headers = {}, timeoutMs, maxBytes, refuses }: Ask): Promise<Buffer> {
  try {
    const response = await fetch(url, { headers: { 'User-Agent': 'framelift', ...headers }, signal: AbortSignal.timeout(timeoutMs) });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new FeedFailed(`answered ${response.status}`, { status: response.status, pauseMs: pauseOf(response) });
    }
    const problem = refuses?.(response.headers);
    if (problem) {
      await response.body?.cancel();
      throw new FeedFailed(problem);
    }
    return await readAtMost(response, maxBytes);
  } catch (error) {
    if (error instanceof FeedFailed) throw error;
    if (error instanceof TooLong) throw new FeedFailed(error.message);
    throw new FeedFailed((error as Error).name === 'TimeoutError' ? `no answer within ${timeoutMs} ms` : 'cannot be reached');
  }
}

/** @throws FeedFailed also on what is no JSON */
export async function askJson(question: Ask): Promise<unknown> {
  const body = await ask({ ...question, headers: { Accept: 'application/json', ...question.headers } });
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new FeedFailed('answered no JSON');
  }
}
