import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { isOffline } from '../../lib/network/offline.ts';

// crypto.randomUUID needs https.
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** The key of the press that `useCommand` is dispatching. */
let pressed: string | undefined;

/** The Idempotency-Key of the command being dispatched: that of its press, or its own. */
export const keyOfPress = (): string => pressed ?? newKey();

/** Presses of one button: a press gets a key, which a later one repeats only if nothing answered the same press right before it. */
export class Presses {
  private unanswered: { said: string; key: string } | null = null;

  /** Dispatches a command with the key of this press. `send` reads the key before it returns. */
  async make<Result extends { error?: unknown }>(argument: unknown, send: () => PromiseLike<Result>): Promise<Result> {
    const said = JSON.stringify(argument) ?? '';
    const key = this.unanswered?.said === said ? this.unanswered.key : newKey();
    this.unanswered = { said, key };
    pressed = key;
    let sending;
    try {
      sending = send();
    } finally {
      pressed = undefined;
    }
    const result = await sending;
    if (isAnswered(result.error) && this.unanswered?.key === key) this.unanswered = null;
    return result;
  }
}

const isAnswered = (error: unknown): boolean =>
  !['FETCH_ERROR', 'TIMEOUT_ERROR'].includes(String((error as FetchBaseQueryError | undefined)?.status));

/** Pauses (ms) before a press sends its command again. */
export const retries = { afterMs: [300, 1_000, 3_000] };

/** Whether nobody knows what became of a command: there was no answer, or a gateway's. Our server's answers say why (`error`). */
const isUnknown = (error: FetchBaseQueryError | undefined): boolean => {
  if (!error) return false;
  if (!isAnswered(error)) return true;
  const status = error.status === 'PARSING_ERROR' ? error.originalStatus : error.status;
  return typeof status === 'number' && status >= 500 && !(error.data as { error?: unknown } | undefined)?.error;
};

/** Sends a command until somebody says what became of it, a few times at most. Its key makes sure that it is applied once. */
export async function untilKnown<Result extends { error?: FetchBaseQueryError | undefined }>(
  send: () => PromiseLike<Result> | Result,
  signal: AbortSignal,
): Promise<Result> {
  for (const pauseMs of retries.afterMs) {
    const result = await send();
    if (!isUnknown(result.error) || signal.aborted || isOffline()) return result;
    await new Promise((done) => setTimeout(done, pauseMs));
  }
  return send();
}
