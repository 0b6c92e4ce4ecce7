import { setTimeout } from 'node:timers/promises';

/** Resolves after `ms`, or once stopped. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, signal ? { signal } : {}).catch(() => {});

/** ms from `now` that a `Retry-After` (seconds or a date) asks for; undefined: none. */
export function retryAfterMs(text: string | null | undefined, now: number): number | undefined {
  if (!text) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

interface Options {
  signal: AbortSignal;
  /** The first pause after a fault; each further one is twice as long, up to the longest. */
  shortestMs: number;
  longestMs: number;
  onError(error: Error): void;
}

/** Runs `work` until stopped or until it returns 'end'. Pauses after a fault; `recovered` makes the next pause short again. */
export async function retrying(
  work: (recovered: () => void) => Promise<'end' | void>,
  { signal, shortestMs, longestMs, onError }: Options,
  wait = pause,
): Promise<void> {
  let pauseMs = shortestMs;
  while (!signal.aborted) {
    try {
      if ((await work(() => (pauseMs = shortestMs))) === 'end') return;
    } catch (error) {
      if (signal.aborted) return;
      onError(error as Error);
      await wait(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, longestMs);
    }
  }
}
